//! A status label.

use leptos::prelude::*;

#[component]
pub(in crate::admin) fn Pill(status: &'static str) -> impl IntoView {
    view! { <span class=format!("pill pill-{status}")>{status}</span> }
}
