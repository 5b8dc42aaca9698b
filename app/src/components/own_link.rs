//! The respondent's own link, small, on the way to the result.

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
            <CopyButton words=words />
            <span role="status"></span>
        </div>
    }
}

/// Copies the link that stands beside it; appears where a script can copy.
#[component]
pub(super) fn CopyButton(words: &'static Texts) -> impl IntoView {
    view! {
        <button type="button" class="button-plain" data-copy=words.copied data-failed=words.copy_failed hidden=true>
            {words.copy}
        </button>
    }
}
