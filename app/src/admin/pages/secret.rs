//! A new secret for signed sessions.

use leptos::prelude::*;

use crate::admin::{AdminContext, CopyLine, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct SecretPage {
    pub quiz: QuizNav,
    pub secret: String,
}

pub fn secret(cx: AdminContext, page: SecretPage) -> String {
    let SecretPage { quiz, secret } = page;
    let frame = frame("Secret for signed sessions", Section::Quiz(quiz.clone(), QuizTab::Share));
    render(cx, frame, move || {
        let (back, page) = (quiz.href(QuizTab::Share), quiz.href(QuizTab::Share));
        view! {
            <h2 class="title">"Secret for signed sessions"</h2>
            <div class="card shown-once" role="status" data-page=page>
                <p>
                    "Keep it on your server, never in a page. It is not shown again. From now on the quiz takes sessions \
                     signed with it only; an earlier secret no longer works."
                </p>
                <CopyLine id="session-secret" label="Secret" text=secret />
            </div>
            <p class="aside"><a href=back>"Back to sharing"</a></p>
        }
    })
}
