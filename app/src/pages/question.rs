//! One question at a time, as a form. The page also carries the sheet with all questions, so that the island can go on
//! without another request.

use std::sync::Arc;

use domain::{Answers, ApiTarget, Definition, Journey, Kind, Question as Asked, QuestionId, Sheet};
use leptos::{nonce::use_nonce, prelude::*};

use super::{Assets, PageContext, QuizView, render::document};
use crate::{
    components::{AttemptNote, Filter, Frame, Keeping, Languages, Question, SHORT, Tapping, around},
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
    /// The form came back with nothing chosen.
    pub error: bool,
    /// The address that forms are posted to. It shows the result after the submission.
    pub action: String,
    pub api: ApiTarget,
    /// When the quiz is taken again: the result before.
    pub earlier_href: Option<String>,
    /// The absolute URL to come back to, where the respondent was not given it before.
    pub own_link: Option<String>,
    /// None inside another application, which keeps the place itself.
    pub place: Option<Place>,
}

/// How a device keeps a respondent's place.
#[derive(Clone, Debug)]
pub struct Place {
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
    let is_long = definition.questions.iter().any(|question| question.option_ids().len() > SHORT);
    let title = title(&sheet, &journey, definition.questions[sheet.current].text(cx.language, definition.language));
    let boot = program.map(|(script, wasm)| boot(&cx.assets, script, wasm));
    // After the program, which takes the page as the server drew it.
    let load = |file: &String| format!(";import(\"{file}\")");
    let filter = cx.assets.filter_script.as_ref().filter(|_| is_long).map(load);
    let helps = definition.questions.iter().any(has_script);
    let kinds = cx.assets.kinds_script.as_ref().filter(|_| helps).map(load);
    let frame = Frame {
        title,
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(sheet.page_address(sheet.current)),
        layout: "asking",
        is_personal: true,
        script: [boot, filter, kinds].into_iter().flatten().reduce(|script, more| script + &more),
        own_link: page.own_link.clone(),
        ..Frame::default()
    };
    // The island's program reads it; it is no use to anything else.
    let carried =
        program.map(|_| view! { <script type="text/plain" id="sheet" nonce=use_nonce()>{sheet.to_text()}</script> });
    let earlier = page.earlier_href.clone();
    let place = page.place.clone();
    let around = around(words, &sheet, &journey);
    let is_on_page = |index: &usize| is_whole || *index == sheet.current;
    let questions: Vec<_> = (0..definition.questions.len())
        .filter(is_on_page)
        .map(|index| view! { <Question words=words language=cx.language definition=definition sheet=&sheet index=index /> })
        .collect();
    document(cx, frame, move || {
        let earlier = earlier
            .map(|href| view! { <AttemptNote text=words.retake_under_way label=words.earlier_result href=href /> });
        view! {
            {earlier}
            <QuizStepper>{around} {questions}</QuizStepper>
            <Tapping words=words />
            {is_long.then(|| view! { <Filter words=words /> })}
            {place.map(|place| view! { <Keeping words=words start_href=place.start_href /> })}
            {carried}
        }
    })
}

/// True for a kind of question that a script helps with.
fn has_script(question: &Asked) -> bool {
    question.own().is_some_and(|own| match &own.kind {
        Kind::Multiple { options, .. } => options.iter().any(|option| option.exclusive),
        kind => matches!(kind, Kind::Text(_) | Kind::Ranking { .. }),
    })
}

/// The window's title without the quiz's name.
fn title(sheet: &Sheet, journey: &Journey<'_>, question: &str) -> String {
    let number =
        journey.shown.iter().position(|shown| shown.id == *sheet.question_id(sheet.current)).unwrap_or_default();
    let progress = sheet.words.progress(number + 1, journey.shown.len());
    sheet.words.title(&progress, question, sheet.has_error)
}

fn sheet(cx: &PageContext, page: &QuestionPage) -> Sheet {
    let definition = &page.definition;
    let is_scored = definition.questions.iter().any(|question| question.indicator().is_some());
    let current = definition.questions.iter().position(|question| question.id == page.current);
    Sheet {
        quiz_name: page.quiz.name.text.clone(),
        language: cx.language.to_string(),
        action: page.action.clone(),
        api: page.api.clone(),
        words: texts(cx.language).of_sheet(is_scored),
        definition: definition.clone(),
        answers: page.answers.clone(),
        current: current.unwrap_or_default(),
        has_error: page.error,
        review_href: None,
        is_review: false,
    }
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
