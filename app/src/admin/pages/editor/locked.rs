//! A definition that the editor's form cannot hold: to be read, not changed.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct LockedEditorPage {
    pub quiz: QuizNav,
    /// As Create Quiz takes it.
    pub definition: String,
}

pub fn locked_editor(cx: AdminContext, page: LockedEditorPage) -> String {
    let section = Section::Quiz(page.quiz.clone(), QuizTab::Edit);
    let here = page.quiz.href(QuizTab::Overview);
    render(cx, frame("Edit", section), move || {
        view! {
            <h2 class="visually-hidden">"Edit"</h2>
            <p class="lead">
                "This quiz has kinds of question or a scoring that this form can’t show yet, so nothing can be changed here. "
                "Change it with the API or the command line, which take the definition below."
            </p>
            <p class="buttons">
                <a class="button-plain" href=format!("{here}/definition") download="">"Export the definition"</a>
            </p>
            <pre class="code" tabindex="0" aria-label="Definition"><code>{page.definition.clone()}</code></pre>
        }
    })
}
