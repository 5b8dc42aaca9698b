//! The field that filters a long list of options. A script inserts it above each list; without it all options are
//! shown.

use leptos::prelude::*;

use crate::words::Texts;

/// The maximum number of options without the field.
pub(crate) const SHORT: usize = 15;

/// Inlined: few pages need it, so it is not part of the common style sheet.
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
