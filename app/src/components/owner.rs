//! Information from the quiz's owner: who runs the quiz and sees the answers, and services that help.

use domain::{AboutText, HelpLinkText, QuizKind, Rendition};
use leptos::{
    attr::{self, Attribute},
    prelude::*,
};

use super::{Prose, linked};
use crate::words::Texts;

/// Says whom to ask if the owner has set nothing.
#[component]
pub(crate) fn TrustLine(words: &'static Texts, about: AboutText, kind: QuizKind) -> impl IntoView {
    let AboutText { run_by, seen_by, kept, contact, privacy, .. } = about;
    let facts = [(words.run_by, run_by), (words.seen_by, seen_by), (words.kept, kept)];
    let facts = facts.into_iter().filter_map(|(say, fact)| Some(view! { <li>{said(say, fact?)}</li> }.into_any()));
    let links = [(words.privacy, privacy), (words.contact, contact)];
    let links = links
        .into_iter()
        .filter_map(|(label, url)| Some(view! { <li><OwnersLink url=url? label=label.into() /></li> }.into_any()));
    let items: Vec<AnyView> = facts.chain(links).collect();
    if items.is_empty() {
        let ask = if kind == QuizKind::InApp { words.trust_unnamed_inapp } else { words.trust_unnamed };
        view! { <p class="trust">{ask}</p> }.into_any()
    } else {
        view! { <ul class="trust">{items}</ul> }.into_any()
    }
}

/// The sentence around a fact, with the fact's own language if it differs.
fn said(say: fn(&str) -> String, fact: Rendition) -> AnyView {
    if fact.foreign.is_none() {
        return linked(&say(&fact.text));
    }
    let sentence = say(PLACE);
    let (before, after) = sentence.split_once(PLACE).unwrap_or_default();
    let (before, after) = (before.to_owned(), after.to_owned());
    view! {
        {before}
        <Prose text=fact />
        {after}
    }
    .into_any()
}

/// Placeholder for the fact while its sentence is built; no text contains it.
const PLACE: &str = "\u{0}";

/// Renders nothing if empty. A paragraph, since it may be inside a list of steps.
#[component]
pub(crate) fn HelpLinks(help: Vec<HelpLinkText>) -> impl IntoView {
    let links: Vec<_> =
        help.into_iter().map(|HelpLinkText { label, url }| view! { <OwnersLink url=url label=label /> }).collect();
    (!links.is_empty()).then(|| view! { <p class="help-links">{links}</p> })
}

/// Directions to help if the owner has named none.
#[component]
pub(crate) fn FindHelp(words: &'static Texts, is_open: bool) -> impl IntoView {
    view! {
        <details class="find-help" open=is_open>
            <summary>{words.find_help}</summary>
            <p>{words.help_unnamed}</p>
        </details>
    }
}

/// A text, marked with its language if that is not the page's.
#[component]
pub(crate) fn Said(text: Rendition) -> impl IntoView {
    if text.foreign.is_none() {
        return text.text.into_any();
    }
    view! { <span {..lang_of(&text)}>{text.text.clone()}</span> }.into_any()
}

/// The attributes `lang` and `dir` of a text; empty if it is in the language of the page.
pub(crate) fn lang_of(text: &Rendition) -> impl Attribute + use<> {
    let language = text.foreign;
    (attr::lang(language.map(|language| language.to_string())), attr::dir(language.map(|l| l.dir())))
}

/// A link from the quiz's owner. Other sites open in a new tab, since most refuse to be framed.
#[component]
pub(crate) fn OwnersLink(#[prop(into)] url: String, label: Rendition) -> impl IntoView {
    let is_site = url.starts_with("https:");
    view! {
        <a
            href=url
            target=is_site.then_some("_blank")
            rel=is_site.then_some("noopener noreferrer")
            {..lang_of(&label)}
        >
            {label.text.clone()}
        </a>
    }
}
