//! One question at a time. All questions are in the page, so that the island can go on without another request;
//! without it only the current one shows, and each is a form of its own.

use std::{collections::BTreeMap, sync::Arc};

use domain::{Definition, OptionId, Progress, Question, QuestionId};
use leptos::prelude::*;

use super::{ApiTarget, PageContext, QuizView, render::render, with_query};
use crate::{
    components::{AttemptNote, Frame, QuestionForm, QuestionView, SaveNote},
    i18n::{Texts, texts},
    islands::QuizStepper,
};

#[derive(Clone, Debug)]
pub struct QuestionPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: BTreeMap<QuestionId, OptionId>,
    pub current: QuestionId,
    /// The form came back with nothing chosen.
    pub error: bool,
    /// Where the forms are posted to; the same address shows the result once all is submitted.
    pub action: String,
    pub api: ApiTarget,
    /// When the quiz is taken again: the result before.
    pub earlier_href: Option<String>,
}

#[must_use]
pub fn question(cx: &PageContext, page: &QuestionPage) -> String {
    let words = texts(cx.language);
    let language = cx.language.as_str();
    let views: Vec<QuestionView> =
        page.definition.questions.iter().enumerate().map(|(index, item)| view_of(cx, page, index, item)).collect();
    let title = views.iter().find(|view| view.is_current).map_or("", |view| view.title.as_str());
    let title = if page.error { format!("{} {title}", words.error_prefix) } else { title.to_owned() };
    let assets = cx.assets.script.clone().zip(cx.assets.wasm.clone());
    let frame = Frame {
        title,
        description: page.quiz.description.clone().or_else(|| Some(page.quiz.name.clone())),
        quiz: Some(page.quiz.clone()),
        switch_href: Some(with_query(&page.action, &[("q", page.current.as_str())])),
        layout: "asking",
        is_personal: true,
        script: assets.map(|(script, wasm)| boot(&script, &wasm)),
        ..Frame::default()
    };
    let (action, api, name) = (page.action.clone(), page.api.clone(), page.quiz.name.clone());
    let earlier_href = page.earlier_href.clone();
    render(cx, frame, move || {
        let forms: Vec<_> = views
            .into_iter()
            .map(|question| {
                view! { <QuestionForm words=words language=language action=action.clone() question=question /> }
            })
            .collect();
        let result_href = with_query(&action, &[("lang", language)]);
        let earlier = earlier_href
            .map(|href| view! { <AttemptNote text=words.retake_under_way label=words.earlier_result href=href /> });
        view! {
            {earlier}
            <QuizStepper>
                <div
                    class="questions"
                    data-stepper=""
                    data-answers-url=api.answers_url
                    data-submit-url=api.submit_url
                    data-user-field=api.user_field
                    data-user=api.user
                    data-language=language
                    data-action=action
                    data-result=result_href
                    data-site=name
                    data-error-prefix=words.error_prefix
                >
                    <SaveNote words=words />
                    {forms}
                </div>
            </QuizStepper>
        }
    })
}

fn view_of(cx: &PageContext, page: &QuestionPage, index: usize, question: &Question) -> QuestionView {
    let words: &Texts = texts(cx.language);
    let (language, default) = (cx.language, page.definition.language);
    let text = question.text(language, default).to_owned();
    let progress = Progress { number: index + 1, total: page.definition.questions.len() };
    let is_current = question.id == page.current;
    let back_href = page
        .definition
        .before(&question.id)
        .map(|before| with_query(&page.action, &[("q", before.id.as_str()), ("lang", language.as_str())]));
    QuestionView {
        id: question.id.as_str().to_owned(),
        title: format!("{}: {text}", (words.progress)(progress.number, progress.total)),
        text,
        help: question.help(language, default).map(str::to_owned),
        options: question.options(language, default),
        is_required: question.required,
        chosen: page.answers.get(&question.id).map(|option| option.as_str().to_owned()),
        progress,
        back_href,
        is_current,
        has_error: page.error && is_current,
    }
}

/// Loads the island's program, both parts at once, and starts it; where that fails, the forms stay as they are. No
/// `<link rel="preload">`: that would load it where scripts are off, too.
fn boot(script: &str, wasm: &str) -> String {
    format!(
        r#"const wasm=fetch("{wasm}"),app=await import("{script}");await app.default({{module_or_path:wasm}});app.hydrate();for(const island of document.querySelectorAll("leptos-island"))app[island.dataset.component](island)"#
    )
}
