//! The field that narrows a long list of options. A script puts it above each; without it all options stand.

use leptos::prelude::*;

use crate::words::Texts;

/// Options that a question may have without the field.
pub(crate) const SHORT: usize = 15;

/// On few pages, so it is not a part of what all of them load.
const STYLE: &str = ".filter{display:grid;gap:var(--s1);padding-top:var(--s3);font-size:var(--text-small)}\
                     .filter input{min-height:2.75rem;padding:0 var(--s3);font:inherit;font-size:1rem;color:inherit;\
                     background:var(--card);border:1.5px solid var(--line-strong);border-radius:var(--radius)}\
                     .filter+:empty{padding:0}.filtered .option::after{content:none!important}";

#[component]
pub(crate) fn Filter(words: &'static Texts, nonce: Option<String>) -> impl IntoView {
    view! {
        <style nonce=nonce>{STYLE}</style>
        <template id="filter" data-from=SHORT>
            <label class="filter">
                {words.filter} <input type="search" autocomplete="off" enterkeyhint="search" />
            </label>
            <p class="hint" role="status" data-shown=words.filter_shown></p>
        </template>
    }
}
