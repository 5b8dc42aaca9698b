//! An example page that embeds an in-app quiz.

use leptos::prelude::*;

use crate::admin::{AdminContext, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct ExamplePage {
    pub quiz: QuizNav,
    /// Random for each visit.
    pub session_id: String,
    pub origin: String,
    pub is_allowed: bool,
}

pub fn example(cx: AdminContext, page: ExamplePage) -> String {
    let ExamplePage { quiz, session_id, origin, is_allowed } = page;
    let frame = frame("Example", Section::Quiz(quiz.clone(), QuizTab::Share));
    let nonce = cx.nonce.clone();
    render(cx, frame, move || {
        let at = quiz.href(QuizTab::Share);
        let content = if is_allowed {
            let name = format!("{}/{}", quiz.namespace.id, quiz.id);
            view! {
                <p>
                    "The quiz below looks as it will in your page, under the made-up session id "
                    <code>{session_id.clone()}</code> ". What you answer is stored like any other answer."
                </p>
                <div class="card example">
                    <noscript>
                        <p>"The script that embeds a quiz needs JavaScript. Without it, an iframe does the same at a fixed height."</p>
                    </noscript>
                    <script
                        src="/embed.js"
                        nonce=nonce
                        data-quiz=name
                        data-session-id=session_id
                    ></script>
                </div>
            }
            .into_any()
        } else {
            let allow = quiz.allows(domain::Permission::Edit).then(|| {
                view! {
                    <form method="post" action=format!("{at}/example/allow")>
                        <button type="submit" class="button">"Allow this server’s origin"</button>
                    </form>
                }
            });
            view! {
                <div class="card measure-wide">
                    <p>
                        "This page is one of " <code>{origin}</code>
                        ", which is not among the origins that the quiz allows, so a browser would refuse to show the \
                         quiz here. Allowing it lets pages of this server show the quiz, and no others."
                    </p>
                    {allow}
                </div>
            }
            .into_any()
        };
        view! {
            <h2 class="title">"Example"</h2>
            {content}
            <p class="aside"><a href=at>"Back to sharing"</a></p>
        }
    })
}
