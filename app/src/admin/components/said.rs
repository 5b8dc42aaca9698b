//! What the last form did.

use leptos::prelude::*;

use crate::admin::Message;

#[component]
pub(in crate::admin) fn Said(message: Message) -> impl IntoView {
    let (class, role) = if message.is_error { ("said said-error", "alert") } else { ("said", "status") };
    view! { <p class=class role=role>{message.text}</p> }
}
