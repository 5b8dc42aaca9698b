//! What went wrong, at the top of a form, with a link to where it can be put right.

use leptos::prelude::*;

use crate::i18n::Texts;

/// Hidden ones are there for the island to show.
#[component]
pub(crate) fn ErrorSummary(words: &'static Texts, id: String, target: String, is_shown: bool) -> impl IntoView {
    view! {
        <div class="error-summary" id=id role="alert" tabindex="-1" autofocus=is_shown hidden=!is_shown>
            <h2>{words.error_title}</h2>
            <p>
                <a href=format!("#{target}")>{words.error_choose}</a>
            </p>
        </div>
    }
}
