//! The share page: the link, embedding and invitations.

use domain::{Permission, QuizStatus};
use leptos::prelude::*;

use super::invitations::{Invitations, InvitationsPart};
use crate::admin::{AdminContext, CopyBlock, CopyLine, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct SharePage {
    pub quiz: QuizNav,
    pub way: ShareWay,
}

#[derive(Clone, Debug)]
pub enum ShareWay {
    /// The link, and its QR code as SVG.
    Open {
        link: String,
        qr: Option<String>,
    },
    InApp(InAppPart),
    Invited(Box<InvitationsPart>),
}

#[derive(Clone, Debug)]
pub struct InAppPart {
    pub server: String,
    pub origins: Vec<String>,
    pub is_own_allowed: bool,
    pub is_signed: bool,
    pub can_manage: bool,
    pub snippet: String,
    /// A command that reads a result.
    pub reading: String,
}

pub fn share(cx: AdminContext, page: SharePage) -> String {
    let SharePage { quiz, way } = page;
    let frame = frame("Share", Section::Quiz(quiz.clone(), QuizTab::Share));
    render(cx, frame, move || {
        let at = quiz.href(QuizTab::Share);
        let edit = quiz.allows(Permission::Edit).then(|| quiz.href(QuizTab::Edit));
        let is_open = quiz.status == QuizStatus::Open;
        let overview = quiz.href(QuizTab::Overview);
        let fields = quiz.allows(Permission::Edit).then(|| {
            view! { <p class="aside"><a href=format!("{at}/fields")>"Fields of people"</a></p> }
        });
        let heading = if matches!(way, ShareWay::Invited(_)) { "visually-hidden" } else { "title" };
        let content = match way {
            ShareWay::Open { link, qr } if is_open => view! { <OpenLink at=at link=link qr=qr /> }.into_any(),
            ShareWay::Open { .. } => ().into_any(),
            ShareWay::InApp(part) => view! { <InApp at=at edit=edit part=part is_open=is_open /> }.into_any(),
            ShareWay::Invited(part) => view! { <Invitations at=at part=*part /> }.into_any(),
        };
        view! {
            <h2 class=heading>"Share"</h2>
            {(!is_open)
                .then(|| {
                    view! {
                        <p class="said">
                            "Respondents can’t answer while the quiz isn’t open. " <a href=overview>"Open it on the overview"</a> "."
                        </p>
                    }
                })}
            {content}
            {fields}
        }
    })
}

#[component]
fn OpenLink(at: String, link: String, qr: Option<String>) -> impl IntoView {
    let picture = qr.map(|svg| {
        view! {
            <section aria-labelledby="qr-title">
                <h2 id="qr-title">"QR code"</h2>
                <div class="card qr-card">
                    <div class="qr" role="img" aria-label="QR code of the link" inner_html=svg></div>
                    <div>
                        <p>"A phone’s camera reads it and opens the quiz. The file stays sharp at any size."</p>
                        <a class="button-plain" href=format!("{at}/qr.svg") download="">"Download as SVG"</a>
                    </div>
                </div>
            </section>
        }
    });
    view! {
        <p class="lead">"Anyone who has the link can respond. Each respondent gets a personal link to come back to."</p>
        <div class="card measure-wide">
            <CopyLine id="link" label="Link" text=link.clone() />
            <p class="aside"><a href=link>"Open as a respondent"</a></p>
        </div>
        {picture}
    }
}

#[component]
fn Signing(at: String, is_signed: bool, can_manage: bool) -> impl IntoView {
    let state = if is_signed {
        "On: the quiz accepts only sessions signed by your server."
    } else {
        "Off. Signed sessions keep others from starting the quiz or reading a result under a session id that your server didn’t sign."
    };
    let buttons = can_manage.then(|| {
        if is_signed {
            view! {
                <p class="in-row">
                    <a class="button-plain" href=format!("{at}/secret")>"Replace secret…"</a>
                    <a href=format!("{at}/secret/end")>"Turn off…"</a>
                </p>
            }
            .into_any()
        } else {
            view! {
                <form method="post" action=format!("{at}/secret")>
                    <button type="submit" class="button-plain">"Create secret"</button>
                </form>
            }
            .into_any()
        }
    });
    view! {
        <section aria-labelledby="signing-title">
            <h2 id="signing-title">"Signed sessions"</h2>
            <div class="card form measure-wide"><p>{state}</p> {buttons}</div>
        </section>
    }
}

#[component]
fn InApp(at: String, edit: Option<String>, part: InAppPart, is_open: bool) -> impl IntoView {
    let InAppPart { server, origins, is_own_allowed, is_signed, can_manage, snippet, reading } = part;
    let list = if origins.is_empty() {
        view! {
            <p>
                <strong>"No origin is allowed yet."</strong>
                " Until one is, none of your pages can show this quiz in a frame."
            </p>
        }
        .into_any()
    } else {
        let items: Vec<_> = origins.into_iter().map(|origin| view! { <li><code>{origin}</code></li> }).collect();
        view! {
            <p>"Pages of these origins can show the quiz and learn of its progress:"</p>
            <ul>{items}</ul>
        }
        .into_any()
    };
    let example = format!("{at}/example");
    let edit_link = edit.map(|href| view! { <p class="aside"><a href=href>"Change the allowed origins"</a></p> });
    let own = (!is_own_allowed)
        .then(|| format!(" It needs {server} among the allowed origins, since it is a page of this server."));
    let snippet = is_open.then(|| view! { <Snippet snippet=snippet example=example own=own /> });
    view! {
        <p class="lead">"Embed the quiz in your site, which names each person by a session id."</p>
        <section aria-labelledby="origins-title">
            <h2 id="origins-title">"Allowed origins"</h2>
            <div class="card measure-wide">{list} {edit_link}</div>
        </section>
        {snippet}
        <Signing at=at is_signed=is_signed can_manage=can_manage />
        <Reading reading=reading />
    }
    .into_any()
}

#[component]
fn Snippet(snippet: String, example: String, own: Option<String>) -> impl IntoView {
    view! {
        <section aria-labelledby="snippet-title">
            <h2 id="snippet-title">"In your page"</h2>
            <p>
                "Put this where the quiz should appear. " <code>"data-session-id"</code>
                " is a random id that your application keeps for the respondent, such as a UUID: anyone who knows it can read \
                 the result. Where sessions are signed, it is the signed session."
            </p>
            <CopyBlock id="snippet" label="HTML to embed the quiz" text=snippet />
            <p class="aside">
                <a href=example>"See it work on an example page"</a> {own}
            </p>
        </section>
    }
}

#[component]
fn Reading(reading: String) -> impl IntoView {
    view! {
        <section aria-labelledby="reading-title">
            <h2 id="reading-title">"In your server"</h2>
            <p>"Read a person’s result with an API key of the scope " <code>"read"</code> "."</p>
            <CopyBlock id="reading" label="Commands to read a result" text=reading />
        </section>
    }
}
