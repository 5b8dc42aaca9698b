//! Everything around a page of the dashboard: the document, the bar at the top, where one is, what the last form did.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

use leptos::prelude::*;

use super::{
    components::{FlashMessage, Pill},
    context::{AdminContext, Area, NamespaceNav, QuizNav, QuizTab, Visitor},
};
use crate::components::Logo;

/// What differs from page to page outside its content.
#[derive(Default)]
pub(super) struct AdminFrame {
    /// Of the window; pages of a quiz are told apart by it, so it names the page first.
    pub(super) title: String,
    pub(super) namespace: Option<(NamespaceNav, Option<Area>)>,
    pub(super) quiz: Option<(QuizNav, QuizTab)>,
    /// Extra name of the body, for the layout.
    pub(super) layout: &'static str,
    /// Paths of module scripts beside the one that every page has.
    pub(super) scripts: Vec<String>,
}

#[component]
pub(super) fn AdminShell(cx: AdminContext, frame: AdminFrame, children: Children) -> impl IntoView {
    let title = match (&frame.quiz, &frame.namespace) {
        (Some((quiz, _)), _) => format!("{} – {} – Quiz Answers", frame.title, quiz.name),
        (None, Some((namespace, _))) => format!("{} – {} – Quiz Answers", frame.title, namespace.name),
        (None, None) => format!("{} – Quiz Answers", frame.title),
    };
    let scripts: Vec<_> = cx
        .assets
        .script
        .into_iter()
        .chain(frame.scripts)
        .map(|src| view! { <script type="module" nonce=cx.nonce.clone() src=src></script> })
        .collect();
    let quiz = frame.quiz.clone().zip(frame.namespace.as_ref().map(|(namespace, _)| namespace.clone()));
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <title>{title}</title>
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="theme-color" content="#fbf7f1" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#1b1714" media="(prefers-color-scheme: dark)" />
                <meta name="robots" content="noindex" />
                <link rel="icon" href=cx.assets.favicon type="image/svg+xml" />
                <link rel="stylesheet" href=cx.assets.css />
                {scripts}
            </head>
            <body class=format!("admin {}", frame.layout)>
                <a class="skip-link" href="#main">"Skip to the content"</a>
                <header class="site-head">
                    <div class="wrap">
                        <a class="brand" href="/admin">
                            <Logo />
                            <span>"Quiz Answers"</span>
                        </a>
                        {cx.visitor.map(|visitor| view! { <Account visitor=visitor /> })}
                    </div>
                </header>
                {frame.namespace.map(|(namespace, area)| view! { <Areas namespace=namespace current=area /> })}
                <main id="main" class="wrap" tabindex="-1">
                    {quiz.map(|((quiz, tab), namespace)| view! { <QuizHead namespace=namespace quiz=quiz current=tab /> })}
                    {cx.flash.map(|flash| view! { <FlashMessage flash=flash /> })}
                    {children()}
                </main>
            </body>
        </html>
    }
}

#[component]
fn Account(visitor: Visitor) -> impl IntoView {
    view! {
        <div class="account">
            <a href="/admin/account" title=visitor.email>{visitor.name}</a>
            <form method="post" action="/admin/sign-out">
                <button type="submit" class="button-quiet">"Sign out"</button>
            </form>
        </div>
    }
}

/// The parts of a namespace that the visitor may see.
#[component]
fn Areas(namespace: NamespaceNav, current: Option<Area>) -> impl IntoView {
    let links: Vec<_> = Area::ALL
        .into_iter()
        .filter(|area| namespace.role.allows(area.permission()))
        .map(|area| {
            let href = area.href(&namespace.id);
            let is_current = (current == Some(area)).then_some("page");
            view! { <li><a href=href aria-current=is_current>{area.label()}</a></li> }
        })
        .collect();
    let label = format!("Namespace {}", namespace.name);
    view! {
        <nav class="areas" aria-label=label>
            <div class="wrap">
                <a class="areas-name" href="/admin" title="All namespaces">{namespace.name}</a>
                <ul>{links}</ul>
            </div>
        </nav>
    }
}

/// The quiz's name and state, and the pages about it.
#[component]
fn QuizHead(namespace: NamespaceNav, quiz: QuizNav, current: QuizTab) -> impl IntoView {
    let links: Vec<_> = QuizTab::ALL
        .into_iter()
        .filter(|tab| namespace.role.allows(tab.permission()))
        .map(|tab| {
            let href = namespace.quiz_href(&quiz.id, tab);
            view! { <li><a href=href aria-current=(tab == current).then_some("page")>{tab.label()}</a></li> }
        })
        .collect();
    view! {
        <div class="quiz-head">
            <p class="quiz-name">
                <span>{quiz.name}</span>
                <Pill status=quiz.status />
            </p>
            <nav class="tabs" aria-label="This quiz">
                <ul>{links}</ul>
            </nav>
        </div>
    }
}
