//! Text to copy, with a copy button where scripts run.

use leptos::prelude::*;

/// A single line, such as a link. `id` is unique on the page.
#[component]
pub(in crate::admin) fn CopyLine(id: &'static str, label: &'static str, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <div class="field copy">
            <label for=id>{label}</label>
            <div class="copy-line">
                <input id=id type="text" readonly=true value=text spellcheck="false" autocomplete="off" />
                <CopyButton of=id />
            </div>
        </div>
    }
}

/// Several lines, such as a piece of HTML.
#[component]
pub(in crate::admin) fn CopyBlock(id: &'static str, label: &'static str, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <div class="copy">
            <pre class="code" tabindex="0" role="region" aria-label=label><code id=id>{text}</code></pre>
            <CopyButton of=id />
        </div>
    }
}

/// A script shows the button if the browser supports copying.
#[component]
fn CopyButton(of: &'static str) -> impl IntoView {
    view! {
        <button type="button" class="button-plain" data-copy=format!("#{of}") hidden=true>"Copy"</button>
    }
}
