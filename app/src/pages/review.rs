//! The review page: all answers before they are submitted, each with a link to change it.

use std::sync::Arc;

use domain::{Answers, Definition};
use leptos::prelude::*;

use super::{
    PageContext, QuizView,
    question::{erase_href, finish},
    render::document,
};
use crate::components::{AlertHelp, Frame, Languages, Leave, Leaving, ReviewList};

#[derive(Clone, Debug)]
pub struct ReviewPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: Answers,
    /// The URL that the form posts to.
    pub action: String,
    pub page_href: String,
    /// The URLs of the shown questions with items. They lead back here.
    pub hrefs: Vec<String>,
    /// The absolute URL to return to, if the respondent has not been given it before.
    pub own_link: Option<String>,
    pub may_erase: bool,
}

pub(super) fn review(cx: &PageContext, page: &ReviewPage) -> AnyView {
    let words = cx.sheet_words();
    let journey = page.definition.journey(&page.answers, cx.language.as_str());
    let has_dropped = page.answers.keys().any(|given| !journey.answers.contains_key(given));
    let frame = Frame {
        title: words.review_title.to_owned(),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.page_href.clone()),
        layout: "review",
        extra_css: Some(cx.assets.fields_css.clone()),
        is_personal: true,
        has_no_foot: true,
        is_sheet: true,
        ..Frame::default()
    };
    let finish = finish(cx, &page.definition);
    let told = journey.readable(cx.language);
    let nonce = cx.nonce.clone();
    let raised = page.definition.raised_by_answers(&page.answers, cx.language.as_str());
    let helps = raised.into_iter().filter_map(|alert| alert.help.as_ref());
    let helps: Vec<_> = helps.map(|help| help.rendition(cx.language, page.definition.language)).collect();
    let language = cx.language.to_string();
    let leave = Leave {
        kind: page.quiz.kind,
        own_link: page.own_link.clone(),
        place: None,
        erase_href: page.may_erase.then(|| erase_href(&page.action, cx)),
        about: page.quiz.about.clone(),
    };
    let ReviewPage { action, hrefs, .. } = page.clone();
    let before = hrefs.last().cloned();
    document(cx, frame, move || {
        view! {
            {before.map(|href| view! { <a class="back-link" href=href>{words.back}</a> })}
            <h1 tabindex="-1">{words.review_title}</h1>
            <p class="lead">{words.review_text}</p>
            <AlertHelp words=words helps=helps nonce=nonce />
            {has_dropped.then(|| view! { <p class="note">{words.review_dropped}</p> })}
            <ReviewList words=words answers=told hrefs=hrefs />
            <form method="post" action=action>
                <input type="hidden" name="lang" value=language />
                <input type="hidden" name="go" value="send" />
                <div class="buttons">
                    <button type="submit" class="button">
                        {finish}
                    </button>
                </div>
            </form>
            <Leaving words=words leave=leave />
        }
    })
}
