//! The page that asks for confirmation before everything is erased. It is a page of its own, so it needs no script.

use leptos::prelude::*;

use super::{PageContext, QuizView, render::document};
use crate::components::{Frame, Languages};

#[derive(Clone, Debug)]
pub struct ErasurePage {
    pub quiz: QuizView,
    /// The URL that the form posts to, which also shows the result.
    pub action: String,
    pub page_href: String,
}

pub(super) fn erasure(cx: &PageContext, page: &ErasurePage) -> AnyView {
    let words = cx.words();
    let frame = Frame {
        title: words.erase_title.to_owned(),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.page_href.clone()),
        layout: "notice",
        is_personal: true,
        ..Frame::default()
    };
    let language = cx.language.to_string();
    let action = page.action.clone();
    document(cx, frame, move || {
        view! {
            <h1>{words.erase_title}</h1>
            <p class="lead">{words.erase_text}</p>
            <form method="post" action=action.clone()>
                <input type="hidden" name="lang" value=language />
                <div class="buttons">
                    <button type="submit" class="button" name="go" value="erase">{words.erase}</button>
                    <a class="button-quiet" href=action.clone()>{words.erase_not}</a>
                </div>
            </form>
        }
    })
}
