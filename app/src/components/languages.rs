//! Links to the same page in other languages.

use domain::Language;
use leptos::prelude::*;

/// The number of links shown beside the quiz's name; more are folded.
const BESIDE: usize = 2;

/// Each language links to the page in it. On a question page, the browser program updates the links.
#[component]
pub(crate) fn LanguageLinks(label: String, links: Vec<(Language, String)>) -> impl IntoView {
    let links: Vec<_> = links
        .into_iter()
        .map(|(language, href)| {
            let tag = language.to_string();
            view! {
                <a href=href lang=tag.clone() hreflang=tag>
                    {language.endonym()}
                </a>
            }
        })
        .collect();
    if links.len() <= BESIDE {
        return view! { <nav class="languages" aria-label=label>{links}</nav> }.into_any();
    }
    view! {
        <details class="languages">
            <summary>{label.clone()}</summary>
            <nav aria-label=label>{links}</nav>
        </details>
    }
    .into_any()
}
