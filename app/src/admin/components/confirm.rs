//! Asking once more before something is done that cannot be undone.

use leptos::prelude::*;

/// A heading, what will happen, and the form that does it; `back` leads away from it.
#[component]
pub(in crate::admin) fn Confirm(
    title: String,
    text: String,
    action: String,
    button: &'static str,
    back: String,
) -> impl IntoView {
    view! {
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <form method="post" action=action class="confirm">
            <button type="submit" class="button button-danger">{button}</button>
            <a class="button-plain" href=back>"No, go back"</a>
        </form>
    }
}
