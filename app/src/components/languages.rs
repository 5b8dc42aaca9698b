//! Links to the same page in other languages.

use domain::Language;
use leptos::prelude::*;

/// Each language has the address of the page in it. On a question page the browser's program changes the addresses.
#[component]
pub(crate) fn LanguageLinks(label: String, links: Vec<(Language, String)>) -> impl IntoView {
    let links: Vec<_> = links
        .into_iter()
        .map(|(language, href)| {
            let tag = language.to_string();
            view! {
                <a href=href lang=tag.clone() hreflang=tag>
                    {language.endonym().to_owned()}
                </a>
            }
        })
        .collect();
    view! {
        <nav class="languages" aria-label=label>
            {links}
        </nav>
    }
}
