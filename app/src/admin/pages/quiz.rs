//! One quiz at a glance: its state, how many answered, and what can be done with it.

use domain::Permission;
use leptos::prelude::*;

use crate::admin::{
    AdminContext, NamespaceNav, Problem, QuizNav, QuizTab,
    components::{FormErrors, Moment},
    render::render,
    shell::AdminFrame,
};

#[derive(Clone, Debug)]
pub struct QuizPage {
    pub namespace: NamespaceNav,
    pub quiz: QuizNav,
    /// `open`, `inapp`, `invited`.
    pub kind: &'static str,
    /// What its state means now, in words.
    pub state: String,
    pub open: Option<Opening>,
    pub can_close: bool,
    pub started: u64,
    pub completed: u64,
    pub questions: usize,
    pub version: u32,
    pub languages: String,
    pub created: String,
    pub changed: String,
    /// Where respondents go, if one address serves all of them.
    pub link: Option<String>,
    pub has_draft: bool,
    /// `2026-11-21T14:03`, in UTC; empty for none.
    pub opens_at: String,
    pub closes_at: String,
    pub problems: Vec<Problem>,
}

/// What the button that opens a quiz says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opening {
    pub label: String,
}

#[must_use]
pub fn quiz(cx: &AdminContext, page: &QuizPage) -> String {
    let frame = AdminFrame {
        title: "Overview".to_owned(),
        namespace: Some((page.namespace.clone(), None)),
        quiz: Some((page.quiz.clone(), QuizTab::Overview)),
        ..AdminFrame::default()
    };
    let page = page.clone();
    let here = page.namespace.quiz_href(&page.quiz.id, QuizTab::Overview);
    render(cx, frame, move || {
        let may_edit = page.namespace.role.allows(Permission::Edit);
        let sections = vec![
            view! { <State page=page.clone() here=here.clone() may_edit=may_edit /> }.into_any(),
            view! { <Figures page=page.clone() /> }.into_any(),
            view! { <Facts page=page.clone() here=here.clone() may_edit=may_edit /> }.into_any(),
            may_edit.then(|| view! { <Dates page=page.clone() here=here.clone() /> }).into_any(),
            view! { <More here=here.clone() may_edit=may_edit /> }.into_any(),
        ];
        view! {
            <h1 class="visually-hidden">"Overview"</h1>
            <FormErrors problems=page.problems.clone() />
            <div class="overview">
                {sections}
            </div>
        }
    })
}

#[component]
fn State(page: QuizPage, here: String, may_edit: bool) -> impl IntoView {
    let open = page.open.filter(|_| may_edit).map(|Opening { label }| {
        view! {
            <form method="post" action=format!("{here}/open")>
                <button type="submit" class="button">{label}</button>
            </form>
        }
    });
    let close = (page.can_close && may_edit).then(|| {
        view! {
            <form method="post" action=format!("{here}/close")>
                <button type="submit" class="button-plain">"Close the quiz"</button>
            </form>
        }
    });
    view! {
        <section class="card" aria-labelledby="state-title">
            <h2 id="state-title">{capital(page.quiz.status)}</h2>
            <p>{page.state}</p>
            {page.has_draft
                .then(|| {
                    view! {
                        <p>
                            "There are changes that are not saved. "
                            <a href=format!("{here}/edit")>"Go on editing"</a>
                        </p>
                    }
                })}
            <div class="buttons">{open} {close}</div>
        </section>
    }
}

#[component]
fn Figures(page: QuizPage) -> impl IntoView {
    let share = (page.completed * 100).checked_div(page.started).map(|share| format!("{share} %"));
    view! {
        <section class="card figures" id="counts" data-live="10" aria-labelledby="counts-title">
            <h2 id="counts-title">"Answers"</h2>
            <dl>
                <div>
                    <dt>"Started"</dt>
                    <dd>{page.started}</dd>
                </div>
                <div>
                    <dt>"Completed"</dt>
                    <dd>{page.completed}</dd>
                </div>
                {share
                    .map(|share| {
                        view! {
                            <div>
                                <dt>"Of those who started"</dt>
                                <dd>{share}</dd>
                            </div>
                        }
                    })}
            </dl>
        </section>
    }
}

#[component]
fn Facts(page: QuizPage, here: String, may_edit: bool) -> impl IntoView {
    let kind = match page.kind {
        "inapp" => "In-app: the users of your application answer inside it",
        "invited" => "Invited: each person has a link of their own",
        _ => "Open: anyone who has the link answers",
    };
    let link = match page.link {
        Some(link) => view! { <a href=link.clone()>{link.clone()}</a> }.into_any(),
        None => view! { <a href=format!("{here}/share")>"Share tells how people get to it"</a> }.into_any(),
    };
    let preview = may_edit.then(|| view! { <a href=format!("{here}/preview")>"Preview"</a> });
    view! {
        <section class="card" aria-labelledby="facts-title">
            <h2 id="facts-title">"The quiz"</h2>
            <dl class="facts">
                <dt>"Kind"</dt>
                <dd>{kind}</dd>
                <dt>"Its page"</dt>
                <dd>{link}</dd>
                <dt>"Questions"</dt>
                <dd>{page.questions}</dd>
                <dt>"Languages"</dt>
                <dd>{page.languages}</dd>
                <dt>"Version"</dt>
                <dd>{page.version}</dd>
                <dt>"Made"</dt>
                <dd>{page.created}</dd>
                <dt>"Changed"</dt>
                <dd>{page.changed}</dd>
            </dl>
            {preview.map(|preview| view! { <p class="aside">{preview}</p> })}
        </section>
    }
}

#[component]
fn Dates(page: QuizPage, here: String) -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="dates-title">
            <h2 id="dates-title">"Open and close by date"</h2>
            <form method="post" action=format!("{here}/dates") class="form">
                <p class="hint">
                    "Dates are in UTC. A draft has to be opened as well: it then waits for its date. Leave a field empty for no date."
                </p>
                <div class="pair">
                    <Moment name="opensAt" label="Opens, UTC" value=page.opens_at problems=page.problems.clone() />
                    <Moment name="closesAt" label="Closes, UTC" value=page.closes_at problems=page.problems />
                </div>
                <button type="submit" class="button-plain">"Save the dates"</button>
            </form>
        </section>
    }
}

#[component]
fn More(here: String, may_edit: bool) -> impl IntoView {
    let changes = may_edit.then(|| {
        view! {
            <form method="post" action=format!("{here}/duplicate")>
                <button type="submit" class="button-plain">"Duplicate"</button>
            </form>
            <a class="button-plain button-danger" href=format!("{here}/delete")>"Delete…"</a>
        }
    });
    view! {
        <section class="card" aria-labelledby="more-title">
            <h2 id="more-title">"More"</h2>
            <p class="hint">
                "The definition holds the questions and settings, no answers. It can be imported again, here or elsewhere."
            </p>
            <div class="buttons">
                <a class="button-plain" href=format!("{here}/definition") download="">"Export the definition"</a>
                {changes}
            </div>
        </section>
    }
}

fn capital(status: &'static str) -> &'static str {
    match status {
        "draft" => "Draft",
        "closed" => "Closed",
        _ => "Open",
    }
}
