//! The overview of a quiz.

use domain::{Permission, QuizKind, QuizStatus};
use leptos::prelude::*;

use super::{
    figures::{Figures, FiguresPart},
    glance::Glance,
};
use crate::admin::{AdminContext, CopyLine, Field, FormErrors, Problem, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct DraftNote {
    /// `you`, or the name of the last editor.
    pub by: String,
    pub at: String,
    pub stamp: String,
}

#[derive(Clone, Debug)]
pub struct QuizPage {
    pub quiz: QuizNav,
    pub kind: QuizKind,
    /// The explanation of the quiz's state.
    pub state: String,
    /// The label of the button that opens the quiz.
    pub open: Option<String>,
    pub can_close: bool,
    pub figures: FiguresPart,
    pub glance: Glance,
    pub questions: usize,
    pub version: u32,
    pub languages: String,
    pub created: String,
    pub changed: String,
    /// The URL for respondents, once anyone with the link can answer.
    pub link: Option<String>,
    pub qr: Option<String>,
    pub draft: Option<DraftNote>,
    pub zone: String,
    /// `2026-11-21T14:03` in the time zone; empty for none.
    pub opens_at: String,
    pub closes_at: String,
    pub problems: Vec<Problem>,
}

pub fn quiz(cx: AdminContext, page: QuizPage) -> String {
    let frame = frame("Overview", Section::Quiz(page.quiz.clone(), QuizTab::Overview));
    let frame = frame.scripts(cx.assets.live.clone().into_iter().collect());
    let here = page.quiz.href(QuizTab::Overview);
    render(cx, frame, move || {
        let may_edit = page.quiz.allows(Permission::Edit);
        let about = vec![
            state(&page, &here, may_edit),
            facts(&page, &here, may_edit),
            may_edit.then(|| dates(&page, &here)).into_any(),
            view! { <More here=here may_edit=may_edit /> }.into_any(),
        ];
        let has_answers = page.figures.started > 0;
        let [insights, answers] = [QuizTab::Insights, QuizTab::Answers].map(|tab| page.quiz.href(tab));
        let QuizPage { figures, glance, problems, .. } = page;
        let answered = glance.sections(view! { <Figures part=figures /> }.into_any(), &insights, answers);
        let columns = [("overview-answers", answered), ("overview-about", about)];
        let mut columns: Vec<_> =
            columns.map(|(class, sections)| view! { <div class=class>{sections}</div> }).into_iter().collect();
        // Before the first answer, what there is to do with the quiz comes first.
        if !has_answers {
            columns.reverse();
        }
        view! {
            <h2 class="visually-hidden">"Overview"</h2>
            <FormErrors problems=problems />
            <div class="overview">{columns}</div>
        }
    })
}

fn state(page: &QuizPage, here: &str, may_edit: bool) -> AnyView {
    let status = match page.quiz.status {
        QuizStatus::Draft => "Draft",
        QuizStatus::Open => "Open",
        QuizStatus::Closed => "Closed",
    };
    let open = page.open.as_deref().filter(|_| may_edit).map(|label| opening(page, here, label));
    let close = (page.can_close && may_edit).then(|| {
        view! {
            <a class="button-plain" href=format!("{here}/close")>"Close quiz…"</a>
        }
    });
    view! {
        <section class="card" id="state" aria-labelledby="state-title">
            <h2 id="state-title">{status}</h2>
            <p>{page.state.clone()}</p>
            {page.draft.as_ref().map(|draft| unsaved(draft, here))}
            {(page.questions == 0 && page.draft.is_none()).then(|| view! { <Unwritten here=here.to_owned() may_edit=may_edit /> })}
            {page.link.clone().map(|link| view! { <Sharing link=link qr=page.qr.clone() at=page.quiz.href(QuizTab::Share) /> })}
            <div class="buttons">{open} {close}</div>
        </section>
    }
    .into_any()
}

fn unsaved(draft: &DraftNote, here: &str) -> AnyView {
    view! {
        <p>
            {format!("Unpublished changes by {}, draft saved {}. ", draft.by, draft.at)}
            "Respondents get them once they are published. "
            <a href=format!("{here}/edit")>"Go on editing"</a>
        </p>
    }
    .into_any()
}

#[component]
fn Unwritten(here: String, may_edit: bool) -> impl IntoView {
    let write = may_edit.then(|| view! { <a href=format!("{here}/edit")>"Write the questions"</a> });
    view! { <p>"It has no questions yet, so it can’t be opened. " {write}</p> }
}

/// Buttons that open the quiz. If there are unpublished changes, the buttons say whether these are published.
fn opening(page: &QuizPage, here: &str, label: &str) -> AnyView {
    let action = format!("{here}/open");
    let button = |changes: Option<(&'static str, String)>, class: &'static str, label: String| {
        let fields = changes.map(|(changes, draft)| {
            view! {
                <input type="hidden" name="changes" value=changes />
                <input type="hidden" name="draft" value=draft />
            }
        });
        view! {
            <form method="post" action=action.clone()>
                {fields}
                <button type="submit" class=class>
                    {label}
                </button>
            </form>
        }
        .into_any()
    };
    let Some(draft) = &page.draft else {
        return (page.questions > 0).then(|| button(None, "button", label.to_owned())).into_any();
    };
    let publish = format!("Publish changes and {}{}", label[..1].to_lowercase(), &label[1..]);
    let publish = button(Some(("publish", draft.stamp.clone())), "button", publish);
    let leave = (page.questions > 0)
        .then(|| button(Some(("leave", draft.stamp.clone())), "button-plain", format!("{label} without the changes")));
    vec![publish, leave.into_any()].into_any()
}

#[component]
fn Sharing(link: String, qr: Option<String>, at: String) -> impl IntoView {
    let picture = qr.map(|svg| {
        view! {
            <details id="qr">
                <summary>"QR code"</summary>
                <div class="qr" role="img" aria-label="QR code of the link" inner_html=svg></div>
                <a href=format!("{at}/qr.svg") download="">"Download as SVG"</a>
            </details>
        }
    });
    view! {
        <div class="sharing">
            <CopyLine id="link" label="Link" text=link.clone() />
            <p><a href=link>"Open as a respondent"</a></p>
            {picture}
        </div>
    }
}

fn facts(page: &QuizPage, here: &str, may_edit: bool) -> AnyView {
    let kind = match page.kind {
        QuizKind::InApp => "In-app: users of your application respond inside it",
        QuizKind::Invited => "Invited: each person has a link of their own",
        QuizKind::Open => "Open: anyone who has the link can respond",
    };
    let sharing = match page.kind {
        QuizKind::InApp => "Embed it in your site",
        QuizKind::Invited => "Invite people",
        QuizKind::Open => "Link and QR code",
    };
    let preview = may_edit.then(|| view! { <a href=format!("{here}/preview")>"Preview"</a> });
    view! {
        <section class="card overview-facts" id="facts" aria-labelledby="facts-title">
            <h2 id="facts-title">"Details"</h2>
            <dl class="facts">
                <dt>"Kind"</dt>
                <dd>{kind}</dd>
                <dt>"Share"</dt>
                <dd><a href=format!("{here}/share")>{sharing}</a></dd>
                <dt>"Questions"</dt>
                <dd>{page.questions}</dd>
                <dt>"Languages"</dt>
                <dd>{page.languages.clone()}</dd>
                <dt>"Version"</dt>
                <dd>{page.version}</dd>
                <dt>"Created"</dt>
                <dd>{page.created.clone()}</dd>
                <dt>"Last updated"</dt>
                <dd>{page.changed.clone()}</dd>
            </dl>
            {preview.map(|preview| view! { <p class="aside">{preview}</p> })}
        </section>
    }
    .into_any()
}

fn dates(page: &QuizPage, here: &str) -> AnyView {
    let moment = |name, label: String, value: &str| {
        let problems = page.problems.clone();
        view! { <Field name=name label=label kind="datetime-local" value=value problems=problems /> }
    };
    view! {
        <section class="card" aria-labelledby="dates-title">
            <h2 id="dates-title">"Open and close by date"</h2>
            <form method="post" action=format!("{here}/dates") class="form">
                <p class="hint">
                    "A draft has to be opened as well: it then waits for its date. Leave a field empty for no date."
                </p>
                <div class="pair">
                    {moment("opensAt", format!("Opens ({})", page.zone), &page.opens_at)}
                    {moment("closesAt", format!("Closes ({})", page.zone), &page.closes_at)}
                </div>
                <button type="submit" class="button-plain">"Save dates"</button>
            </form>
        </section>
    }
    .into_any()
}

#[component]
fn More(here: String, may_edit: bool) -> impl IntoView {
    let changes = may_edit.then(|| {
        view! {
            <form method="post" action=format!("{here}/duplicate")>
                <button type="submit" class="button-plain">"Duplicate"</button>
            </form>
            <a class="button-plain" href=format!("{here}/rescore")>"Rescore…"</a>
            <a class="button-plain button-danger" href=format!("{here}/delete")>"Delete…"</a>
        }
    });
    view! {
        <section class="card" aria-labelledby="more-title">
            <h2 id="more-title">"More"</h2>
            <p class="hint">
                "The definition has the questions and settings, without answers. It can be imported here or elsewhere."
            </p>
            <div class="buttons">
                <a class="button-plain" href=format!("{here}/definition") download="">"Export definition"</a>
                {changes}
            </div>
        </section>
    }
}
