//! A bar that is filled from 0 to 100 per cent; the words beside it say the same.

use leptos::prelude::*;

#[component]
pub(crate) fn Meter(percent: usize) -> impl IntoView {
    let width = [percent.to_string().as_str(), "%"].concat();
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true" focusable="false">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            <rect class="meter-value" width=width height="10" rx="5" />
        </svg>
    }
}
