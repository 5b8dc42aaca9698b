//! Links to the same page in other languages.

use domain::OtherLanguage;
use leptos::prelude::*;

use super::{Asking, asking::Live};

/// On a question page the links follow the question.
#[island]
pub fn QuizLanguages() -> impl IntoView {
    let asking = Asking::of_page();
    let link = |language: &OtherLanguage| {
        let tag = language.tag.clone();
        (language.clone(), asking.live(move |sheet, stepper| sheet.address(stepper.current(), &tag)))
    };
    let links = asking.sheet.other_languages.iter().map(link).collect();
    view! { <LanguageLinks label=asking.sheet.words.language_label.clone() links=links /> }
}

/// Links that stand beside the quiz's name; more are folded.
const BESIDE: usize = 2;

/// Each language has the address of the page in it.
#[component]
pub(crate) fn LanguageLinks(label: String, links: Vec<(OtherLanguage, Live<String>)>) -> impl IntoView {
    let links: Vec<_> = links
        .into_iter()
        .map(|(OtherLanguage { tag, name }, href)| {
            view! { <a href=href lang=tag.clone() hreflang=tag>{name}</a> }
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
