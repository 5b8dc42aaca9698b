//! The owner's help to respondents whose answers or scores have raised alerts.

use domain::Rendition;
use leptos::prelude::*;

use super::Prose;
use crate::words::Texts;

/// Beside the page, since other pages need none of it.
const STYLE: &str = ".alert-help{margin-block:1.5rem .5rem}";

/// Nothing where no alert has help. With a nonce it keeps its distance from what is around it.
#[component]
pub(crate) fn AlertHelp(words: &'static Texts, helps: Vec<Rendition>, nonce: Option<String>) -> impl IntoView {
    (!helps.is_empty()).then(|| {
        let helps: Vec<_> = helps.into_iter().map(|text| view! { <p><Prose text=text /></p> }).collect();
        let style = nonce.map(|nonce| view! { <style nonce=nonce>{STYLE}</style> });
        view! {
            {style}
            <section class="card alert-help" aria-labelledby="alert-help">
                <p id="alert-help"><strong>{words.help_title}</strong></p>
                {helps}
            </section>
        }
    })
}
