//! Keyboard shortcuts, and links to documentation.

use leptos::prelude::*;

use crate::admin::{AdminContext, Section, frame, render};

#[derive(Clone, Copy, Debug)]
pub struct HelpPage;

const KEYS: [(&str, &str); 5] = [
    ("/", "Search for a quiz"),
    ("?", "Open this page"),
    ("j, k", "Go to the next or the previous row of answers"),
    ("Enter", "Open the row"),
    ("Esc", "Close a menu"),
];

pub fn help(cx: AdminContext, _: HelpPage) -> String {
    let keys: Vec<_> =
        KEYS.into_iter().map(|(key, what)| view! { <dt><kbd>{key}</kbd></dt> <dd>{what}</dd> }).collect();
    render(cx, frame("Help", Section::General).narrow(), move || {
        view! {
            <h1>"Help"</h1>
            <section aria-labelledby="keys-title">
                <h2 id="keys-title">"Keyboard shortcuts"</h2>
                <dl class="card keys">{keys}</dl>
                <p class="hint">"They work where scripts run, while no field is being typed in."</p>
            </section>
            <section aria-labelledby="more-title">
                <h2 id="more-title">"Read more"</h2>
                <ul>
                    <li><a href="/docs">"API reference"</a></li>
                    <li><a href="/admin/account">"Your account: password, two-factor authentication, sessions"</a></li>
                </ul>
            </section>
        }
    })
}
