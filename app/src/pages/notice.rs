//! A page that explains why there is nothing to show, and names the next step.

use domain::{ReadableQuestion, Rendition};
use leptos::prelude::*;

use super::{Moment, PageContext, render::document};
use crate::{
    components::{AnswerList, Frame, OWN_CLOCK, Prose, lang_of, told},
    words::Texts,
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Notice {
    NotFound,
    QuizNotFound,
    NotOpenYet {
        name: Rendition,
        opens: Option<Moment>,
    },
    Closed {
        name: Rendition,
        is_inapp: bool,
        /// The respondent had begun and not finished.
        is_midway: bool,
        /// The respondent's texts, to be copied.
        answers: Vec<ReadableQuestion>,
    },
    /// All places are taken. The owner's words stand in place of the page's.
    NoPlaces {
        name: Rendition,
        words: Option<Rendition>,
        /// As in `Closed`.
        answers: Vec<ReadableQuestion>,
    },
    /// The quiz's namespace has no room for another respondent.
    Full,
    /// `start_href` is the quiz's start page, if anyone may begin there.
    LinkNotValid {
        start_href: Option<String>,
    },
    Erased {
        start_href: Option<String>,
    },
    SessionMissing,
    /// The embedding application passed an invalid session id.
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
    let words = cx.words();
    let (title, text) = text_of(words, notice);
    let script = match notice {
        Notice::Erased { .. } => cx.assets.kept_script.as_ref().map(|script| format!("import \"{script}\";")),
        Notice::NotOpenYet { opens: Some(_), .. } => Some(OWN_CLOCK.to_owned()),
        _ => None,
    };
    let has_answers =
        matches!(notice, Notice::Closed { answers, .. } | Notice::NoPlaces { answers, .. } if !answers.is_empty());
    let extra_css = has_answers.then(|| cx.assets.result_css.clone());
    let frame = Frame { title: title.to_owned(), layout: "notice", script, extra_css, ..Frame::default() };
    let quiz = match notice {
        Notice::NotOpenYet { name, .. } | Notice::Closed { name, .. } | Notice::NoPlaces { name, .. } => {
            Some(name.clone())
        }
        _ => None,
    };
    let lead = match notice {
        Notice::NoPlaces { words: Some(own), .. } => {
            view! { <p class="lead"><Prose text=own.clone() /></p> }.into_any()
        }
        _ => view! { <p class="lead">{text}</p> }.into_any(),
    };
    let more = more_of(words, notice);
    document(cx, frame, move || {
        view! {
            {quiz.map(|name| view! { <p class="greeting" {..lang_of(&name)}>{name.text.clone()}</p> })}
            <h1>{title}</h1>
            {lead}
            {more}
            <p class="notice-home">
                <a href="/">{words.notice_home}</a>
            </p>
        }
    })
}

/// Content after the fixed text: a day, a link, or a reason.
fn more_of(words: &'static Texts, notice: &Notice) -> Option<AnyView> {
    Some(match notice {
        Notice::Closed { answers, .. } | Notice::NoPlaces { answers, .. } if !answers.is_empty() => {
            let answers = answers.clone();
            view! {
                <section class="card answers-box" aria-labelledby="answers">
                    <h2 id="answers">{words.answers_title}</h2>
                    <AnswerList words=words answers=answers />
                </section>
            }
            .into_any()
        }
        Notice::NotOpenYet { opens: Some(moment), .. } => view! { <p>{told(moment, words.opens_on)}</p> }.into_any(),
        Notice::LinkNotValid { start_href: Some(href) } | Notice::Erased { start_href: Some(href) } => {
            let href = href.clone();
            view! { <p><a class="button" href=href>{words.start_again}</a></p> }.into_any()
        }
        // For the developers of the other application, in the API's language.
        Notice::SessionRefused { reason } => {
            let reason = reason.clone();
            view! { <p lang="en" dir="ltr"><code>{reason}</code></p> }.into_any()
        }
        _ => return None,
    })
}

fn text_of(words: &'static Texts, notice: &Notice) -> (&'static str, &'static str) {
    match notice {
        Notice::NotFound => (words.not_found_title, words.not_found_text),
        Notice::QuizNotFound => (words.quiz_not_found_title, words.quiz_not_found_text),
        Notice::NotOpenYet { .. } => (words.not_open_yet_title, words.not_open_yet_text),
        Notice::Closed { is_midway: true, .. } => (words.closed_title, words.closed_midway),
        Notice::Closed { is_inapp: true, .. } => (words.closed_title, words.closed_text_inapp),
        Notice::Closed { .. } => (words.closed_title, words.closed_text),
        Notice::NoPlaces { .. } => (words.no_places_title, words.no_places_text),
        Notice::Full => (words.full_title, words.full_text),
        Notice::LinkNotValid { .. } => (words.link_not_valid_title, words.link_not_valid_text),
        Notice::Erased { .. } => (words.erased_title, words.erased_text),
        Notice::SessionMissing => (words.session_missing_title, words.session_missing_text),
        Notice::SessionRefused { .. } => (words.session_refused_title, words.session_refused_text),
        Notice::Busy => (words.busy_title, words.busy_text),
        Notice::TooManyRequests => (words.too_many_requests_title, words.too_many_requests_text),
        Notice::Forbidden => (words.forbidden_title, words.forbidden_text),
        Notice::BadRequest => (words.bad_request_title, words.bad_request_text),
        Notice::Error => (words.broken_title, words.broken_text),
    }
}
