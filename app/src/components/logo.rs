//! The mark in the page's head: the gauge of the result, small.

use leptos::prelude::*;

#[component]
pub(crate) fn Logo() -> impl IntoView {
    view! {
        <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
            <path class="logo-track" d="M5 22a11 11 0 0 1 22 0" />
            <path class="logo-value" d="M5 22a11 11 0 0 1 17.5-8.9" />
            <circle class="logo-dot" cx="16" cy="22" r="2.6" />
        </svg>
    }
}
