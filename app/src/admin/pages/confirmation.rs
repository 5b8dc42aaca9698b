//! A confirmation page.

use crate::admin::{AdminContext, Section, frame, render};
use leptos::prelude::*;

#[derive(Clone, Debug)]
pub struct Confirmation {
    pub section: Section,
    pub title: String,
    pub text: String,
    pub action: String,
    pub fields: Vec<(&'static str, String)>,
    pub button: &'static str,
    pub back: String,
}

pub fn confirmation(cx: AdminContext, page: Confirmation) -> String {
    let Confirmation { section, title, text, action, fields, button, back } = page;
    // On a quiz's pages, the `h1` is the quiz's name.
    let heading = match section {
        Section::Quiz(..) => view! { <h2 class="title">{title.clone()}</h2> }.into_any(),
        _ => view! { <h1 class="title">{title.clone()}</h1> }.into_any(),
    };
    let frame = frame(title, section).narrow();
    let fields: Vec<_> =
        fields.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
    render(cx, frame, move || {
        view! {
            {heading}
            <p class="lead">{text}</p>
            <form method="post" action=action class="confirm">
                {fields}
                <button type="submit" class="button button-danger">{button}</button>
                <a class="button-plain" href=back>"No, go back"</a>
            </form>
        }
    })
}
