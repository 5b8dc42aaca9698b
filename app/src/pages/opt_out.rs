//! The page that ends messages to an invited person's address.

use leptos::prelude::*;

use super::{PageContext, render::document};
use crate::components::{Frame, Languages};

/// Its words are those of messages.
#[derive(Clone, Debug)]
pub struct OptOutPage {
    pub title: String,
    pub text: String,
    /// The address of this page, which its form is posted to.
    pub href: String,
    /// What can be ended, as the field `of` and words; empty once it is done.
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
