//! A bar that is filled by its width in per cent; the words beside it say the same.

use leptos::prelude::*;

use super::asking::Live;

#[component]
pub(crate) fn Bar(width: Live<String>) -> impl IntoView {
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true" focusable="false">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            <rect class="meter-value" width=width height="10" rx="5" />
        </svg>
    }
}
