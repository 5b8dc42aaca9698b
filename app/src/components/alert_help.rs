//! The owner's help to respondents whose answers or scores have raised alerts.

use domain::Rendition;
use leptos::prelude::*;

use super::Prose;
use crate::words::Texts;

/// Nothing where no alert has help.
#[component]
pub(crate) fn AlertHelp(words: &'static Texts, helps: Vec<Rendition>) -> impl IntoView {
    (!helps.is_empty()).then(|| {
        let helps: Vec<_> = helps.into_iter().map(|text| view! { <p><Prose text=text /></p> }).collect();
        view! {
            <section class="card alert-help" aria-labelledby="alert-help">
                <p id="alert-help"><strong>{words.help_title}</strong></p>
                {helps}
            </section>
        }
    })
}
