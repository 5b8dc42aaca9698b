//! The end of a quiz in the owner's words, and the way on from there.

use domain::{HelpLinkText, Rendition};
use leptos::prelude::*;

use super::{HelpLinks, Prose, Said};
use crate::{pages::NextStep, words::Texts};

/// Draws nothing where the owner has set nothing.
#[component]
pub(crate) fn Ending(
    text: Option<Rendition>,
    next: Option<NextStep>,
    /// The way on is the one thing to do on the page.
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

/// Leads on in the window, also from within a frame; without an address a script tells the page around the frame.
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

/// The help links of the owner in a section of their own; nothing where there are none.
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
