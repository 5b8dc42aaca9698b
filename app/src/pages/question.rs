//! One question at a time, as a form. The page also carries the sheet with all questions, so that the island can go on
//! without another request.

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    Answer, Answers, ApiTarget, Definition, Language, Question, QuestionId, Sheet, SheetOption, SheetQuestion, Text,
};
use leptos::{nonce::use_nonce, prelude::*};

use super::{Assets, PageContext, QuizView, render::document};
use crate::{
    browser::Foreign,
    components::{AttemptNote, Filter, Frame, Keeping, Languages, SHORT, Tapping},
    islands::{Asking, QuizStepper},
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
    let sheet = sheet(cx, page, is_whole);
    let program = cx.assets.script.as_ref().zip(cx.assets.wasm.as_ref()).filter(|_| is_whole);
    let is_long = sheet.questions.iter().any(|question| question.options.len() > SHORT);
    let boot = program.map(|(script, wasm)| boot(&cx.assets, script, wasm));
    // After the program, which takes the page as the server drew it.
    let filter = cx.assets.filter_script.as_ref().filter(|_| is_long).map(|file| format!(";import(\"{file}\")"));
    let frame = Frame {
        title: sheet.title(sheet.current, sheet.has_error),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::OfQuestion,
        layout: "asking",
        is_personal: true,
        script: (boot.is_some() || filter.is_some()).then(|| [boot, filter].into_iter().flatten().collect()),
        own_link: page.own_link.clone(),
        ..Frame::default()
    };
    // The island's program reads it; it is no use to anything else.
    let carried =
        program.map(|_| view! { <script type="text/plain" id="sheet" nonce=use_nonce()>{sheet.to_text()}</script> });
    let earlier = page.earlier_href.clone();
    let place = page.place.clone();
    provide_context(foreign(&page.definition, cx.language, &sheet));
    provide_context(Asking::new(sheet));
    document(cx, frame, move || {
        let earlier = earlier
            .map(|href| view! { <AttemptNote text=words.retake_under_way label=words.earlier_result href=href /> });
        view! {
            {earlier}
            <QuizStepper />
            <Tapping words=words />
            {is_long.then(|| view! { <Filter words=words /> })}
            {place.map(|place| view! { <Keeping words=words start_href=place.start_href /> })}
            {carried}
        }
    })
}

fn sheet(cx: &PageContext, page: &QuestionPage, is_whole: bool) -> Sheet {
    let definition = &page.definition;
    let is_scored = definition.questions.iter().any(|question| question.indicator().is_some());
    let current = definition.questions.iter().position(|question| question.id == page.current);
    Sheet {
        quiz_name: page.quiz.name.text.clone(),
        language: cx.language.to_string(),
        other_languages: cx.languages.iter().filter(|language| **language != cx.language).map(Into::into).collect(),
        action: page.action.clone(),
        api: page.api.clone(),
        words: texts(cx.language).of_sheet(is_scored),
        questions: definition
            .questions
            .iter()
            .map(|question| sheet_question(cx, page, question, is_whole || question.id == page.current))
            .collect(),
        current: current.unwrap_or_default(),
        has_error: page.error,
    }
}

fn sheet_question(cx: &PageContext, page: &QuestionPage, question: &Question, has_options: bool) -> SheetQuestion {
    let (language, default) = (cx.language, page.definition.language);
    let options = if has_options { question.options(language, default) } else { Vec::new() };
    SheetQuestion {
        id: question.id.as_str().to_owned(),
        text: question.text(language, default).to_owned(),
        help: question.help(language, default).map(str::to_owned),
        is_required: question.required,
        answer: page.answers.get(&question.id).and_then(Answer::option).map(|option| option.as_str().to_owned()),
        options: options.into_iter().map(|option| SheetOption { id: option.id.into(), label: option.label }).collect(),
    }
}

/// The languages of texts of questions that are not in the page's.
fn foreign(definition: &Definition, language: Language, sheet: &Sheet) -> Foreign {
    let mut languages = BTreeMap::new();
    let mut note = |id: String, text: &Text| {
        languages.extend(text.rendition(language, definition.language).foreign.map(|foreign| (id, foreign)));
    };
    for (question, drawn) in definition.questions.iter().zip(&sheet.questions) {
        let Some(own) = question.own() else { continue };
        note(format!("{}-heading", drawn.id), &own.text);
        if let Some(help) = &own.help {
            note(format!("{}-help", drawn.id), help);
        }
        for (index, option) in own.kind.options().iter().enumerate() {
            note(drawn.option_element_id(index), &option.label);
        }
    }
    Foreign(Arc::new(languages))
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
