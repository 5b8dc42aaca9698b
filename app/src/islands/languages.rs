//! Links to the same page in other languages.

use domain::Language;
use leptos::prelude::*;

use super::{Asking, asking::Live};

/// On a question page the links follow the question.
#[island]
pub fn QuizLanguages() -> impl IntoView {
    let asking = Asking::of_page();
    let link = |language: &Language| {
        let language = *language;
        (language, asking.live(move |sheet, stepper| sheet.address(stepper.current(), language)))
    };
    let links = asking.sheet.other_languages.iter().map(link).collect();
    view! { <LanguageLinks label=asking.sheet.words.language_label.clone() links=links /> }
}

/// Each language has the address of the page in it.
#[component]
pub(crate) fn LanguageLinks(label: String, links: Vec<(Language, Live<String>)>) -> impl IntoView {
    let links: Vec<_> = links
        .into_iter()
        .map(|(language, href)| {
            let tag = language.to_string();
            view! { <a href=href lang=tag.clone() hreflang=tag>{language.endonym().to_owned()}</a> }
        })
        .collect();
    view! { <nav class="languages" aria-label=label>{links}</nav> }
}
