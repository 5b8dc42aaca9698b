//! The link to come back to; two buttons that appear where scripts run.

use leptos::prelude::*;

use crate::i18n::Texts;

/// Shows the buttons, copies, prints. A few lines, so that the result needs no other script.
pub(crate) const SCRIPT: &str = r#"const box=document.querySelector("[data-keep]");
const copy=box.querySelector("[data-copy]"),said=box.querySelector("[role=status]");
for(const button of box.querySelectorAll("button"))button.hidden=false;
copy.hidden=!navigator.clipboard;
copy.addEventListener("click",()=>navigator.clipboard.writeText(box.querySelector("a").href)
.then(()=>said.textContent=copy.dataset.copy,()=>said.textContent=copy.dataset.failed));
box.querySelector("[data-print]").addEventListener("click",()=>print());"#;

#[component]
pub(crate) fn KeepLink(words: &'static Texts, link: String) -> impl IntoView {
    view! {
        <section class="keep" data-keep="" aria-labelledby="keep-title">
            <h2 id="keep-title">{words.link_title}</h2>
            <p>{words.link_text}</p>
            <p class="keep-link">
                <a href=link>{link.clone()}</a>
            </p>
            <div class="buttons">
                <button type="button" class="button-plain" data-copy=words.copied data-failed=words.copy_failed hidden=true>{words.copy}</button>
                <button type="button" class="button-plain" data-print="" hidden=true>{words.print}</button>
                <span role="status"></span>
            </div>
        </section>
    }
}
