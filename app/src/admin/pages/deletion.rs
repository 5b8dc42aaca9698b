//! Deletes a quiz or a namespace after its name or id is typed as confirmation.

use leptos::prelude::*;

use crate::admin::{AdminContext, Field, FormErrors, Problem, Section, frame, render};

#[derive(Clone, Debug)]
pub struct DeletionPage {
    pub section: Section,
    /// `quiz` or `namespace`.
    pub what: &'static str,
    /// `name` or `id`, and what it is.
    pub typed_as: (&'static str, String),
    /// What goes with it.
    pub text: String,
    pub action: String,
    pub back: String,
    pub typed: String,
    pub problems: Vec<Problem>,
}

pub fn deletion(cx: AdminContext, page: DeletionPage) -> String {
    let DeletionPage { section, what, typed_as: (named, value), text, action, back, typed, problems } = page;
    let title = format!("Delete this {what}?");
    let heading = match section {
        Section::Quiz(..) => view! { <h2 class="title">{title}</h2> }.into_any(),
        _ => view! { <h1>{title}</h1> }.into_any(),
    };
    let frame = frame("Delete", section);
    render(cx, frame, move || {
        view! {
            {heading}
            <p class="lead">{text} " This can’t be undone."</p>
            <FormErrors problems=problems.clone() />
            <form method="post" action=action class="card form">
                <p>{format!("Its {named} is ")} <strong>{value}</strong></p>
                <Field
                    name="name"
                    label=format!("Type the {named} to delete it")
                    value=typed
                    autocomplete="off"
                    required=true
                    problems=problems
                />
                <div class="buttons">
                    <button type="submit" class="button button-danger">{format!("Delete {what}")}</button>
                    <a href=back>"Keep it"</a>
                </div>
            </form>
        }
    })
}
