//! The trust line: the quiz's owner, the readers of answers, and the time they are kept.

use domain::AboutText;
use leptos::prelude::*;

use super::OwnersLink;
use crate::i18n::Texts;

/// Says whom to ask where the owner of the quiz has set nothing.
#[component]
pub(crate) fn TrustLine(words: &'static Texts, about: AboutText) -> impl IntoView {
    let AboutText { run_by, seen_by, kept, contact, privacy, .. } = about;
    let facts = [(words.run_by, run_by), (words.seen_by, seen_by), (words.kept, kept)];
    let facts =
        facts.into_iter().filter_map(|(say, fact)| Some(say(&fact?)).map(|text| view! { <li>{text}</li> }.into_any()));
    let links = [(words.privacy, privacy), (words.contact, contact)];
    let links = links
        .into_iter()
        .filter_map(|(label, url)| Some(view! { <li><OwnersLink url=url? label=label /></li> }.into_any()));
    let items: Vec<AnyView> = facts.chain(links).collect();
    if items.is_empty() {
        view! { <p class="trust">{words.trust_unnamed}</p> }.into_any()
    } else {
        view! { <ul class="trust">{items}</ul> }.into_any()
    }
}
