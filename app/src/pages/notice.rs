//! A page that says why there is nothing else to see, and what to do now.

use leptos::prelude::*;

use super::{PageContext, render::render};
use crate::{
    components::Frame,
    i18n::{NoticeText, Texts, texts},
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Notice {
    NotFound,
    QuizNotFound,
    NotOpenYet { name: String },
    Closed { name: String },
    LinkNotValid,
    SessionMissing,
    Busy,
    TooManyRequests,
    Forbidden,
    BadRequest,
    Error,
}

#[must_use]
pub fn notice(cx: &PageContext, notice: &Notice) -> String {
    let words = texts(cx.language);
    let text = text_of(words, notice);
    let frame = Frame { title: text.title.to_owned(), layout: "notice", ..Frame::default() };
    let quiz = match notice {
        Notice::NotOpenYet { name } | Notice::Closed { name } => Some(name.clone()),
        _ => None,
    };
    render(cx, frame, move || {
        view! {
            {quiz.map(|name| view! { <p class="greeting">{name}</p> })}
            <h1>{text.title}</h1>
            <p class="lead">{text.text}</p>
            <p>
                <a href="/">{words.notice_home}</a>
            </p>
        }
    })
}

fn text_of(words: &'static Texts, notice: &Notice) -> &'static NoticeText {
    match notice {
        Notice::NotFound => &words.not_found,
        Notice::QuizNotFound => &words.quiz_not_found,
        Notice::NotOpenYet { .. } => &words.not_open_yet,
        Notice::Closed { .. } => &words.closed,
        Notice::LinkNotValid => &words.link_not_valid,
        Notice::SessionMissing => &words.session_missing,
        Notice::Busy => &words.busy,
        Notice::TooManyRequests => &words.too_many_requests,
        Notice::Forbidden => &words.forbidden,
        Notice::BadRequest => &words.bad_request,
        Notice::Error => &words.error,
    }
}
