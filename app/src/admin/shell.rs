//! The frame of every page: document, header, navigation and flash message.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

use leptos::prelude::*;

use crate::{
    admin::{AdminContext, Area, NamespaceNav, Pill, QuizNav, QuizTab, Visitor, thousands},
    components::Logo,
};

pub(super) struct AdminFrame {
    title: String,
    section: Section,
    layout: &'static str,
    /// Module scripts in addition to the common one.
    scripts: Vec<String>,
    /// Content of a `refresh` meta element inside `<noscript>`: seconds, optionally with another URL.
    refresh: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Section {
    /// Outside any namespace.
    General,
    Namespace(NamespaceNav, Area),
    Quiz(QuizNav, QuizTab),
}

pub(super) fn frame(title: impl Into<String>, section: Section) -> AdminFrame {
    AdminFrame { title: title.into(), section, layout: "", scripts: Vec::new(), refresh: None }
}

impl AdminFrame {
    pub(super) fn narrow(self) -> Self {
        self.layout("narrow")
    }

    pub(super) fn layout(self, layout: &'static str) -> Self {
        Self { layout, ..self }
    }

    pub(super) fn scripts(self, scripts: Vec<String>) -> Self {
        Self { scripts, ..self }
    }

    /// For a page with work in progress; not needed where the script runs.
    pub(super) fn refresh(self, seconds: Option<String>) -> Self {
        Self { refresh: seconds, ..self }
    }

    /// The page's name comes first, to distinguish windows of the same quiz.
    fn window_title(&self) -> String {
        let of = match &self.section {
            Section::General => String::new(),
            Section::Namespace(namespace, _) => format!("{} – ", namespace.name),
            Section::Quiz(quiz, _) => format!("{} – ", quiz.name),
        };
        format!("{} – {of}Quiz Answers", self.title)
    }
}

#[component]
pub(super) fn AdminShell(cx: AdminContext, frame: AdminFrame, children: Children) -> impl IntoView {
    let title = frame.window_title();
    let refresh =
        frame.refresh.map(|seconds| view! { <noscript><meta http-equiv="refresh" content=seconds /></noscript> });
    let place = match frame.section {
        Section::General => {
            cx.back.clone().map(|href| view! { <p class="place"><a href=href>"‹ Back"</a></p> }).into_any()
        }
        Section::Namespace(namespace, area) => {
            let label = format!("Namespace {}", namespace.name);
            view! {
                <p class="place">{namespace.name.clone()}</p>
                <nav class="tabs" aria-label=label>
                    <Areas namespace=namespace current=Some(area) />
                </nav>
            }
            .into_any()
        }
        Section::Quiz(quiz, tab) => {
            view! { <QuizPlace quiz=quiz current=tab is_signed_in=cx.visitor.is_some() /> }.into_any()
        }
    };
    let scripts: Vec<_> = cx
        .assets
        .script
        .into_iter()
        .chain(frame.scripts)
        .map(|src| view! { <script type="module" nonce=cx.nonce.clone() src=src></script> })
        .collect();
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
                {refresh}
                {scripts}
            </head>
            <body class=format!("admin {}", frame.layout)>
                <a class="skip-link" href="#main">"Skip to the content"</a>
                <header class="bar">
                    <a class="brand" href="/admin" title="All namespaces">
                        <Logo />
                        <span class="visually-hidden">"Quiz Answers"</span>
                    </a>
                    {place}
                    {cx.visitor.map(|visitor| view! { <Account visitor=visitor /> })}
                </header>
                <main id="main" class="wrap" tabindex="-1">
                    {cx.flash.map(|flash| view! { <p class="said" role="status">{flash.text()}</p> })}
                    {children()}
                </main>
            </body>
        </html>
    }
}

#[component]
fn Account(visitor: Visitor) -> impl IntoView {
    view! {
        <nav class="ways" aria-label="Search and help">
            <a href="/admin/search" id="search-link" aria-keyshortcuts="/">"Search"</a>
            <a href="/admin/help" id="help-link" aria-keyshortcuts="?">"Help"</a>
        </nav>
        <div class="account">
            <a href="/admin/account" title=visitor.email>{visitor.name}</a>
            <form method="post" action="/admin/sign-out">
                <button type="submit" class="button-quiet">"Sign out"</button>
            </form>
        </div>
    }
}

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
    view! { <ul>{links}</ul> }
}

/// The namespace with a menu of its areas, the quiz, and the quiz's tabs. On a phone, the namespace and the quiz are
/// links, and the menu holds everything that does not fit.
#[component]
fn QuizPlace(quiz: QuizNav, current: QuizTab, is_signed_in: bool) -> impl IntoView {
    let links: Vec<_> = QuizTab::ALL
        .into_iter()
        .filter(|tab| quiz.allows(tab.permission()) && (*tab != QuizTab::Alerts || quiz.alerts.is_some()))
        .map(|tab| {
            let href = quiz.href(tab);
            let open = quiz.alerts.filter(|open| tab == QuizTab::Alerts && *open > 0);
            let open = open.map(|open| format!(" ({})", thousands(open)));
            view! { <li><a href=href aria-current=(tab == current).then_some("page")>{tab.label()}{open}</a></li> }
        })
        .collect();
    let label = format!("Namespace {}", quiz.namespace.name);
    let ways = is_signed_in.then(|| {
        view! {
            <div class="menu-ways">
                <a href="/admin">"All namespaces"</a>
                <a href="/admin/search">"Search"</a>
                <a href="/admin/help">"Help"</a>
                <a href="/admin/account">"Account"</a>
                <form method="post" action="/admin/sign-out">
                    <button type="submit" class="button-quiet">"Sign out"</button>
                </form>
            </div>
        }
    });
    view! {
        <details id="menu" class="menu">
            <summary>
                <span>{quiz.namespace.name.clone()}</span>
            </summary>
            <nav aria-label=label>
                <Areas namespace=quiz.namespace.clone() current=None />
                {ways}
            </nav>
        </details>
        <nav class="crumbs" aria-label="Breadcrumbs">
            <a href=quiz.namespace.href()>"‹ "{quiz.namespace.name.clone()}</a>
            <span aria-hidden="true">"/"</span>
            <a href=quiz.href(QuizTab::Overview)>{quiz.name.clone()}</a>
        </nav>
        <h1 class="place">{quiz.name}</h1>
        <span id="status"><Pill status=quiz.status.as_str() /></span>
        <nav class="tabs" aria-label="This quiz">
            <ul>{links}</ul>
        </nav>
    }
}

pub(super) fn render<V: IntoView + 'static>(
    cx: AdminContext,
    frame: AdminFrame,
    content: impl FnOnce() -> V + Send + 'static,
) -> String {
    let owner = Owner::new();
    let html = owner.with(|| view! { <AdminShell cx=cx frame=frame>{content()}</AdminShell> }.to_html());
    // Removes hydration markers, which these pages do not need.
    html.replace("<!>", "")
}
