//! A page that says why there is nothing else to see, and what to do now.

use leptos::prelude::*;

use super::{PageContext, render::document};
use crate::{
    components::Frame,
    i18n::{NoticeText, Texts, texts},
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Notice {
    NotFound,
    QuizNotFound,
    /// `opens` is the day, written for the reader, if one is set.
    NotOpenYet {
        name: String,
        opens: Option<String>,
    },
    Closed {
        name: String,
    },
    /// It is answered in an application of its owner's: these pages do not know all that it asks.
    OnlyByApi {
        name: String,
    },
    /// `start_href` is the quiz's start page, where anyone may begin.
    LinkNotValid {
        start_href: Option<String>,
    },
    SessionMissing,
    /// The application that embeds the quiz named the person by a session id that is not valid.
    SessionRefused {
        reason: String,
    },
    Busy,
    TooManyRequests,
    Forbidden,
    BadRequest,
    Error,
}

pub(super) fn notice(cx: &PageContext, notice: &Notice) -> AnyView {
    let words = texts(cx.language);
    let text = text_of(words, notice);
    let frame = Frame { title: text.title.to_owned(), layout: "notice", ..Frame::default() };
    let quiz = match notice {
        Notice::NotOpenYet { name, .. } | Notice::Closed { name } | Notice::OnlyByApi { name } => Some(name.clone()),
        _ => None,
    };
    let more = more_of(words, notice);
    document(cx, frame, move || {
        view! {
            {quiz.map(|name| view! { <p class="greeting">{name}</p> })}
            <h1>{text.title}</h1>
            <p class="lead">{text.text}</p>
            {more}
            <p class="notice-home">
                <a href="/">{words.notice_home}</a>
            </p>
        }
    })
}

/// Beside the fixed words: a day, a way on, or a reason.
fn more_of(words: &'static Texts, notice: &Notice) -> Option<AnyView> {
    Some(match notice {
        Notice::NotOpenYet { opens: Some(day), .. } => view! { <p>{(words.opens_on)(day)}</p> }.into_any(),
        Notice::LinkNotValid { start_href: Some(href) } => {
            let href = href.clone();
            view! { <p><a class="button" href=href>{words.start_again}</a></p> }.into_any()
        }
        // For the developers of the other application, in the language of the API.
        Notice::SessionRefused { reason } => {
            let reason = reason.clone();
            view! { <p lang="en"><code>{reason}</code></p> }.into_any()
        }
        _ => return None,
    })
}

fn text_of(words: &'static Texts, notice: &Notice) -> &'static NoticeText {
    match notice {
        Notice::NotFound => &words.not_found,
        Notice::QuizNotFound => &words.quiz_not_found,
        Notice::NotOpenYet { .. } => &words.not_open_yet,
        Notice::Closed { .. } => &words.closed,
        Notice::OnlyByApi { .. } => &words.only_by_api,
        Notice::LinkNotValid { .. } => &words.link_not_valid,
        Notice::SessionMissing => &words.session_missing,
        Notice::SessionRefused { .. } => &words.session_refused,
        Notice::Busy => &words.busy,
        Notice::TooManyRequests => &words.too_many_requests,
        Notice::Forbidden => &words.forbidden,
        Notice::BadRequest => &words.bad_request,
        Notice::Error => &words.error,
    }
}
