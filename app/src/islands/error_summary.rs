//! The error at the top of a form, with a link to where it can be put right. Its question hides it until there is one.

use domain::{SheetQuestion, Words};
use leptos::{ev::MouseEvent, prelude::*};

use crate::browser;

#[component]
pub(super) fn ErrorSummary<'q>(
    words: &'q Words,
    question: &'q SheetQuestion,
    /// The page opens with the error.
    is_shown: bool,
) -> impl IntoView + use<> {
    let first_option = question.option_element_id(0);
    let href = ["#", &first_option].concat();
    // Moves the focus without an entry in the history.
    let follow = move |event: MouseEvent| {
        event.prevent_default();
        browser::focus(&first_option);
    };
    view! {
        <div
            class="error-summary"
            id=[question.id.as_str(), "-summary"].concat()
            role="alert"
            tabindex="-1"
            autofocus=is_shown
        >
            <h2>{words.error_title.clone()}</h2>
            <p>
                <a href=href on:click=follow>{words.error_choose.clone()}</a>
            </p>
        </div>
    }
}
