//! On through a list that comes in pages.

use leptos::prelude::*;

/// `first` is set on every page but the first.
#[component]
pub(in crate::admin) fn Pager(first: Option<String>, next: Option<String>) -> impl IntoView {
    (first.is_some() || next.is_some()).then(|| {
        view! {
            <nav class="pager" aria-label="Pages">
                {first.map(|href| view! { <a href=href>"Back to the first page"</a> })}
                {next.map(|href| view! { <a href=href rel="next">"Next page"</a> })}
            </nav>
        }
    })
}
