//! The line that says whether answers are saved; empty until the island has something to say.

use leptos::prelude::*;

use crate::i18n::Texts;

/// Carries the words for each state in `data-` attributes.
#[component]
pub(crate) fn SaveNote(words: &'static Texts) -> impl IntoView {
    view! {
        <div
            class="save-note"
            data-tone=""
            data-saving=words.saving
            data-saved=words.saved
            data-waiting=words.not_saved
            data-refused=words.refused
            data-finishing=words.finishing
            data-retry=words.retry
            data-reload=words.reload
        >
            <p role="status"></p>
            <button type="button" class="button-plain" hidden=true></button>
        </div>
    }
}
