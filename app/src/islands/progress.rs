//! How far along a question is.

use leptos::prelude::*;

use super::Meter;

/// `percent` is what lies behind: 0 at the first question, and the last still leaves a step to the result.
#[component]
pub(super) fn ProgressLine(text: String, percent: usize) -> impl IntoView {
    view! {
        <div class="progress">
            <p>{text}</p>
            <Meter percent=percent />
        </div>
    }
}
