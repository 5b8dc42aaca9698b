//! The respondent's own link, small, on the way to the result. The button appears where a script can copy.

use leptos::prelude::*;

use crate::i18n::Texts;

#[component]
pub(crate) fn OwnLink(words: &'static Texts, link: String) -> impl IntoView {
    view! {
        <div class="own-link keep">
            <p>{words.own_link}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <button
                type="button"
                class="button-plain"
                data-copy=words.copied
                data-failed=words.copy_failed
                hidden=true
            >
                {words.copy}
            </button>
            <span role="status"></span>
        </div>
    }
}
