//! One question at a time, as a form. The page also carries the sheet with all questions, so that the island can go on
//! without another request.

use std::sync::Arc;

use domain::{
    Answers, ApiTarget, Definition, FieldCode, Journey, Kind, Question, QuestionId, QuestionPageState,
    form::{self, Field},
};
use leptos::{nonce::use_nonce, prelude::*};

use super::{
    Assets, PageContext, QuizView,
    drawn::{self, DrawnQuestions},
    render::document,
};
use crate::{
    components::{AttemptNote, Filter, Frame, Keeping, Languages, QuestionView, SHORT, Tapping, around, stays},
    islands::QuizStepper,
    words::texts,
};

/// Parts of a definition that a page carries as a whole, some hundred KiB. Of a larger one it holds the current question
/// alone, whose form works by itself.
const WHOLE: usize = 1500;

#[derive(Clone, Debug)]
pub struct QuestionPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: Answers,
    pub current: QuestionId,
    /// The errors of the form that came back.
    pub errors: Vec<(QuestionId, FieldCode)>,
    /// The contents of the form that came back.
    pub typed: Option<Vec<Field>>,
    /// The respondent came from the page that shows all answers.
    pub is_review: bool,
    /// The address that forms are posted to. It shows the result after the submission.
    pub action: String,
    /// The page that shows all answers before they are submitted, if the quiz has one.
    pub review_href: Option<String>,
    pub api: ApiTarget,
    /// When the quiz is taken again: the result before.
    pub earlier_href: Option<String>,
    /// The absolute URL to come back to, where the respondent was not given it before.
    pub own_link: Option<String>,
    /// None inside another application, which keeps the place itself.
    pub place: Option<KeptPlace>,
    /// Where the questions are kept once they are drawn, if anywhere.
    pub drawn: Option<Arc<dyn DrawnQuestions>>,
}

/// The way a device keeps a respondent's place.
#[derive(Clone, Debug)]
pub struct KeptPlace {
    /// Where anyone may begin the quiz.
    pub start_href: Option<String>,
}

pub(super) fn question(cx: &PageContext, page: &QuestionPage) -> AnyView {
    let words = texts(cx.language);
    let is_whole = page.definition.parts() <= WHOLE;
    let sheet = sheet(cx, page);
    let definition = &page.definition;
    let journey = definition.journey(&page.answers, &sheet.language);
    let program = cx.assets.script.as_ref().zip(cx.assets.wasm.as_ref()).filter(|_| is_whole);
    let is_on_page = |question: &&Question| is_whole || question.id == page.current;
    let is_long = definition.questions.iter().filter(is_on_page).any(|question| question.option_ids().len() > SHORT);
    let boot = program.map(|(script, wasm)| boot(&cx.assets, script, wasm));
    // After the program, which takes the page as the server drew it.
    let has_fields = definition.questions.iter().filter(is_on_page).any(has_fields);
    let filter = cx.assets.filter_script.as_ref().filter(|_| is_long).map(|file| format!(";import(\"{file}\")"));
    let fields = cx.assets.kinds_script.as_ref().filter(|_| has_fields).map(|file| format!(";import(\"{file}\")"));
    let scripts: String = [boot, filter, fields].into_iter().flatten().collect();
    let frame = Frame {
        title: title(&sheet, &journey, definition.questions[sheet.current].text(cx.language, definition.language)),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(sheet.page_address(sheet.current)),
        layout: "asking",
        is_personal: true,
        script: Some(scripts).filter(|scripts| !scripts.is_empty()),
        extra_css: has_fields.then(|| cx.assets.fields_css.clone()),
        own_link: page.own_link.clone(),
        ..Frame::default()
    };
    // The island's program reads it; it is no use to anything else.
    let carried =
        program.map(|_| view! { <script type="text/plain" id="sheet" nonce=use_nonce()>{sheet.to_text()}</script> });
    let earlier = page.earlier_href.clone();
    let place = page.place.clone();
    let (around, stays) = (around(words, &sheet, &journey), stays(&sheet, &journey));
    let on_page = definition.questions.iter().filter(is_on_page);
    let forms: Vec<AnyView> = on_page.map(|question| form(cx, page, &journey, question)).collect();
    document(cx, frame, move || {
        let earlier = earlier
            .map(|href| view! { <AttemptNote text=words.retake_under_way label=words.earlier_result href=href /> });
        view! {
            {earlier}
            <QuizStepper>{around} {forms}</QuizStepper>
            <Tapping words=words stays=stays />
            {is_long.then(|| view! { <Filter words=words /> })}
            {place.map(|place| view! { <Keeping words=words start_href=place.start_href /> })}
            {carried}
        }
    })
}

/// The window's title without the quiz's name.
fn title(sheet: &QuestionPageState, journey: &Journey<'_>, question: &str) -> String {
    let place = journey.shown.iter().position(|shown| shown.id == *sheet.question_id(sheet.current));
    let progress = sheet.words.progress(place.unwrap_or_default() + 1, journey.shown.len());
    sheet.words.title(&progress, question, sheet.has_error)
}

fn sheet(cx: &PageContext, page: &QuestionPage) -> QuestionPageState {
    let definition = &page.definition;
    let current = definition.questions.iter().position(|question| question.id == page.current);
    QuestionPageState {
        quiz_name: page.quiz.name.text.clone(),
        language: cx.language.to_string(),
        action: page.action.clone(),
        api: page.api.clone(),
        words: texts(cx.language).of_sheet(is_scored(definition)),
        definition: definition.clone(),
        answers: page.answers.clone(),
        current: current.unwrap_or_default(),
        has_error: !page.errors.is_empty(),
        review_href: page.review_href.clone(),
        is_review: page.is_review,
    }
}

/// True for a question that is more than a choice of one.
fn has_fields(question: &Question) -> bool {
    match question.kind() {
        Kind::Choice { options, display: None } => options.iter().any(|option| option.other),
        _ => true,
    }
}

/// A question of the page.
fn form(cx: &PageContext, page: &QuestionPage, journey: &Journey<'_>, question: &Question) -> AnyView {
    let definition = &page.definition;
    let is_current = question.id == page.current;
    let typed = page.typed.clone().filter(|_| is_current);
    let asked = QuestionView {
        words: texts(cx.language),
        language: cx.language,
        default: definition.language,
        question,
        fields: typed.unwrap_or_else(|| form::fill(question, &page.answers)),
        errors: if is_current { &page.errors } else { &[] },
        answers: &journey.answers,
        action: &page.action,
        finish: finish(cx, definition),
        is_current,
        is_last: !definition.review && journey.is_last(&question.id),
        is_review: page.is_review,
    };
    drawn::question(page, &asked)
}

/// The label of the last button.
pub(super) fn finish(cx: &PageContext, definition: &Definition) -> &'static str {
    let words = texts(cx.language);
    if is_scored(definition) { words.finish } else { words.send_answers }
}

fn is_scored(definition: &Definition) -> bool {
    definition.items().any(|item| item.is_scored())
}

/// Loads the island's program, both parts at once, and starts it; where that fails, the forms stay as they are. No
/// `<link rel="preload">`: that would load it where scripts are off, too. The result's style comes with the second
/// question, so that the result does not wait for it.
fn boot(assets: &Assets, script: &str, wasm: &str) -> String {
    let kept =
        assets.kept_script.as_ref().map_or("{}".to_owned(), |file| format!("import(\"{file}\").catch(()=>({{}}))"));
    let result_css = &assets.result_css;
    format!(
        r#"const wasm=fetch("{wasm}"),kept={kept},app=await import("{script}");document.addEventListener("quiz-answers:step",()=>fetch("{result_css}").catch(()=>{{}}),{{once:true}});await app.default({{module_or_path:wasm}});if(app.hydrate()){{for(const island of document.querySelectorAll("leptos-island"))app[island.dataset.component](island);(await kept).takeOver?.()}}"#
    )
}
