//! Links between the pages of a list.

use leptos::prelude::*;

/// `first` is `None` on the first page.
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
