//! Links to the same page in other languages.

use domain::Language;
use leptos::prelude::*;

use crate::{i18n::texts, pages::with_query};

/// `href` is the page in whatever language; it gets `lang` added. Draws nothing where there is no choice.
#[component]
pub(crate) fn LanguageSwitch(current: Language, languages: Vec<Language>, href: String) -> impl IntoView {
    let others: Vec<_> = languages
        .into_iter()
        .filter(|language| *language != current)
        .map(|language| {
            let href = with_query(&href, &[("lang", language.as_str())]);
            view! { <a href=href lang=language.as_str() hreflang=language.as_str()>{language.endonym()}</a> }
        })
        .collect();
    (!others.is_empty())
        .then(|| view! { <nav class="languages" aria-label=texts(current).language_label>{others}</nav> })
}
