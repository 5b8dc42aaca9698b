//! The services that the owner of a quiz names, and what to do where none is named.

use domain::HelpLinkText;
use leptos::prelude::*;

use crate::i18n::Texts;

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
pub(crate) fn OwnersLink(#[prop(into)] url: String, #[prop(into)] label: String) -> impl IntoView {
    let is_site = url.starts_with("https:");
    view! {
        <a href=url target=is_site.then_some("_blank") rel=is_site.then_some("noopener noreferrer")>{label}</a>
    }
}
