//! The respondent's place on this device: the box that keeps it, the link to begin as another respondent, and the
//! confirmation before showing answers that this browser did not begin. A script shows each where it applies.

use leptos::prelude::*;

use crate::words::Texts;

#[component]
pub(crate) fn KeepingBox(words: &'static Texts, start_href: Option<String>) -> impl IntoView {
    view! {
        <div class="keeping" hidden=true>
            <label>
                <input type="checkbox" autocomplete="off" />
                <span>{words.keep_place}</span>
            </label>
            {start_href.map(|href| view! { <NotYou words=words href=href /> })}
        </div>
    }
}

#[component]
pub(crate) fn AskingFirst(words: &'static Texts, start_href: Option<String>) -> impl IntoView {
    let start = start_href.map(|href| view! { <a class="button-plain" href=href>{words.start_new}</a> });
    view! {
        <dialog class="asking-first" aria-labelledby="continue-title">
            <h2 id="continue-title">{words.continue_title}</h2>
            <p>{words.continue_text}</p>
            <form method="dialog" class="buttons">
                <button class="button">{words.continue_yes}</button>
                {start}
            </form>
        </dialog>
    }
}

/// Leads to the start page; a script makes the device forget its place.
#[component]
pub(crate) fn NotYou(words: &'static Texts, href: String) -> impl IntoView {
    view! {
        <a class="not-you" href=href hidden=true>
            {words.not_you}
        </a>
    }
}
