//! The page that stops messages to an invited respondent's address.

use leptos::prelude::*;

use super::{PageContext, render::document};
use crate::components::{Frame, Languages};

/// Its texts are shared with messages.
#[derive(Clone, Debug)]
pub struct OptOutPage {
    pub title: String,
    pub text: String,
    /// The URL of this page, which its form posts to.
    pub href: String,
    /// The messages that can be stopped: values of the field `of` and labels; empty once done.
    pub choices: Vec<(&'static str, String)>,
}

pub(super) fn opt_out(cx: &PageContext, page: &OptOutPage) -> AnyView {
    let OptOutPage { title, text, href, choices } = page.clone();
    let frame = Frame {
        title: title.clone(),
        languages: Languages::Of(href.clone()),
        layout: "notice",
        is_personal: true,
        ..Frame::default()
    };
    let language = cx.language.to_string();
    document(cx, frame, move || {
        let buttons: Vec<_> = choices
            .into_iter()
            .map(|(of, words)| {
                view! {
                    <button type="submit" class="button" name="of" value=of>{words}</button>
                }
            })
            .collect();
        let form = (!buttons.is_empty()).then(|| {
            view! {
                <form method="post" action=href>
                    <input type="hidden" name="lang" value=language />
                    <div class="buttons">{buttons}</div>
                </form>
            }
        });
        view! {
            <h1>{title}</h1>
            <p class="lead">{text}</p>
            {form}
        }
    })
}
