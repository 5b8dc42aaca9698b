//! The end of a quiz in the owner's words, and the link onward.

use domain::{HelpLinkText, Rendition};
use leptos::prelude::*;

use super::{HelpLinks, Prose, Said};
use crate::{pages::NextStep, words::Texts};

/// Renders nothing if the owner has set nothing.
#[component]
pub(crate) fn Ending(
    text: Option<Rendition>,
    next: Option<NextStep>,
    /// True if the link onward is the primary action of the page.
    is_main: bool,
) -> impl IntoView {
    let is_there = text.is_some() || next.is_some();
    is_there.then(|| {
        view! {
            <div class="ending">
                {text.map(|text| view! { <p><Prose text=text /></p> })}
                {next.map(|next| view! { <NextButton next=next is_main=is_main /> })}
            </div>
        }
    })
}

/// Navigates the whole window, even from a frame; without a URL a script notifies the embedding page.
#[component]
fn NextButton(next: NextStep, is_main: bool) -> impl IntoView {
    let class = if is_main { "button" } else { "button-plain" };
    let NextStep { label, url } = next;
    match url {
        Some(url) => {
            view! { <a class=class href=url target="_top" rel="noreferrer"><Said text=label /></a> }.into_any()
        }
        None => {
            view! { <button type="button" class=class data-next="" hidden=true><Said text=label /></button> }.into_any()
        }
    }
}

/// The owner's help links in a section of their own; nothing if there are none.
#[component]
pub(crate) fn HelpSection(words: &'static Texts, help: Vec<HelpLinkText>) -> impl IntoView {
    (!help.is_empty()).then(|| {
        view! {
            <section class="help" aria-labelledby="help">
                <h2 id="help">{words.help_title}</h2>
                <HelpLinks help=help />
            </section>
        }
    })
}
