//! The preference for moving on after a tap. A script shows it once the program runs; until then it only reserves its
//! space.

use leptos::prelude::*;

use crate::words::Texts;

#[component]
pub(crate) fn Tapping(
    words: &'static Texts,
    /// True if a tap on the question that the page opens with does not lead on.
    stays: bool,
) -> impl IntoView {
    view! {
        // Screen readers read a group's description even if it is hidden, so it is empty while it does not apply.
        <p class="visually-hidden" id="tapping"></p>
        <label class="tapping" hidden=true data-stays=stays>
            <input type="checkbox" autocomplete="off" />
            <span>{words.tapping}</span>
        </label>
    }
}
