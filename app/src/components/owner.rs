//! The words of the owner of the quiz: who runs it and sees the answers, and services that help.

use domain::{AboutText, HelpLinkText};
use leptos::prelude::*;

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

/// Draws nothing where there are none. A paragraph, since it may stand inside a list of steps.
#[component]
pub(crate) fn HelpLinks(help: Vec<HelpLinkText>) -> impl IntoView {
    let links: Vec<_> =
        help.into_iter().map(|HelpLinkText { label, url }| view! { <OwnersLink url=url label=label /> }).collect();
    (!links.is_empty()).then(|| view! { <p class="help-links">{links}</p> })
}

/// How to find help where the owner has named none.
#[component]
pub(crate) fn FindHelp(words: &'static Texts) -> impl IntoView {
    view! {
        <details class="find-help">
            <summary>{words.find_help}</summary>
            <p>{words.help_unnamed}</p>
        </details>
    }
}

/// A link that the owner of the quiz gave. Other sites open in a tab of their own, since most refuse to be shown in a
/// frame.
#[component]
fn OwnersLink(#[prop(into)] url: String, #[prop(into)] label: String) -> impl IntoView {
    let is_site = url.starts_with("https:");
    view! {
        <a href=url target=is_site.then_some("_blank") rel=is_site.then_some("noopener noreferrer")>{label}</a>
    }
}
