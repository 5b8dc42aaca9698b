//! Asks for confirmation before an action.

use leptos::prelude::*;

/// A heading, a text, and the form that carries out the action; `back` leads away from it.
#[component]
pub(in crate::admin) fn Confirm(
    title: String,
    text: String,
    action: String,
    /// Hidden fields of the form.
    #[prop(default = Vec::new())]
    fields: Vec<(&'static str, String)>,
    button: &'static str,
    back: String,
) -> impl IntoView {
    let fields: Vec<_> =
        fields.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
    view! {
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <form method="post" action=action class="confirm">
            {fields}
            <button type="submit" class="button button-danger">{button}</button>
            <a class="button-plain" href=back>"No, go back"</a>
        </form>
    }
}
