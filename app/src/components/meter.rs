//! A bar that is filled from 0 to 100 per cent and stays so.

use leptos::prelude::*;

use crate::islands::Bar;

#[component]
pub(crate) fn Meter(percent: usize) -> impl IntoView {
    view! { <Bar width=Box::new(move || format!("{percent}%")) /> }
}
