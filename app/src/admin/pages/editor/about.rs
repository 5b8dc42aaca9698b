//! Facts shown to respondents: the operator, the readers of answers and help links.

use leptos::prelude::*;

use super::pair::Pair;
use crate::admin::{Problem, editor::AboutFields};

#[component]
pub(super) fn About(fields: AboutFields, problems: Vec<Problem>) -> impl IntoView {
    let AboutFields { run_by, seen_by, kept, contact, privacy, help } = fields;
    let pair = move |base: &'static str, label: &'static str, wording, rows| {
        view! { <Pair base=base label=label wording=wording rows=rows problems=problems.clone() /> }.into_any()
    };
    view! {
        <section class="card form" aria-labelledby="about-title">
            <h2 id="about-title">"Trust and help"</h2>
            <p class="hint">
                "Respondents read this on the start page and with their result. Leave out what doesn’t apply."
            </p>
            {pair("about-runby", "Run by", run_by, 1)}
            {pair("about-seenby", "Answers are seen by", seen_by, 1)}
            {pair("about-kept", "Answers are kept, such as “two years”", kept, 1)}
            <p class="hint">"Links begin with https://, tel: or mailto:, such as mailto:ana@example.org."</p>
            {pair("about-contact", "Contact link", contact, 1)}
            {pair("about-privacy", "Privacy notice, https://", privacy, 1)}
            <p class="hint">
                "Up to five help links, one a line: the label, a bar and the link, such as "
                <code>"Free debt advice | tel:+15550100"</code>
                ". They stand next to every step that suggests free advice."
            </p>
            {pair("about-help", "Help links", help, 4)}
        </section>
    }
}
