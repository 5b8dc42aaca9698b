//! The services that the owner of a quiz names, and what to do where none is named.

use domain::HelpLinkText;
use leptos::prelude::*;

use crate::i18n::Texts;

/// Stands before the cards when one of them suggests outside help. `is_lowest` is true for the lowest band.
#[component]
pub(crate) fn HelpBox(words: &'static Texts, help: Vec<HelpLinkText>, is_lowest: bool) -> impl IntoView {
    let is_named = !help.is_empty();
    let distress = if is_named { words.distress } else { words.distress_unnamed };
    let distress = is_lowest.then(|| view! { <p>{distress}</p> });
    let unnamed = (!is_named).then(|| view! { <p>{words.help_unnamed}</p> });
    view! {
        <section class="card help-box" aria-labelledby="help">
            <h2 id="help">{words.help_title}</h2>
            {distress}
            {unnamed}
            <HelpLinks help=help />
        </section>
    }
}

/// Draws nothing where there are none. A paragraph, since it may stand inside a list of steps.
#[component]
pub(crate) fn HelpLinks(help: Vec<HelpLinkText>) -> impl IntoView {
    let links: Vec<_> =
        help.into_iter().map(|HelpLinkText { label, url }| view! { <OwnersLink url=url label=label /> }).collect();
    (!links.is_empty()).then(|| view! { <p class="help-links">{links}</p> })
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
