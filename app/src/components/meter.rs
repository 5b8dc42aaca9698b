//! A bar that is filled from 0 to 100 per cent; the words beside it say the same.

use leptos::prelude::*;

#[component]
pub(crate) fn Meter(percent: usize) -> impl IntoView {
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true" focusable="false">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            {(percent > 0)
                .then(|| view! { <rect class="meter-value" width=format!("{percent}%") height="10" rx="5" /> })}
        </svg>
    }
}
