//! The page of a one-time link, where a member chooses a password or the first administrator is created.

use leptos::prelude::*;

use crate::admin::{AdminContext, Field, FormErrors, OwnZone, PasswordField, Problem, Section, frame, render};

#[derive(Clone, Debug)]
pub struct LinkPage {
    pub href: String,
    /// The email address. `None` for the first administrator, who types it.
    pub known: Option<String>,
    pub email: String,
    pub problems: Vec<Problem>,
}

pub fn link(cx: AdminContext, page: LinkPage) -> String {
    let LinkPage { href, known, email, problems } = page;
    let title = if known.is_some() { "Choose a password" } else { "Create the first administrator" };
    let frame = frame(title, Section::General).narrow();
    render(cx, frame, move || {
        let address = match known {
            Some(known) => view! {
                <p class="lead">"For " <strong>{known.clone()}</strong></p>
                <input type="hidden" name="email" value=known autocomplete="username" />
            }
            .into_any(),
            None => view! {
                <Field
                    name="email"
                    label="E-mail address"
                    kind="email"
                    value=email
                    autocomplete="username"
                    required=true
                    hint="You sign in with it. Nothing is sent to it."
                    problems=problems.clone()
                />
            }
            .into_any(),
        };
        view! {
            <h1>{title}</h1>
            <FormErrors problems=problems.clone() />
            <form method="post" action=href class="card form">
                {address}
                <OwnZone />
                <PasswordField
                    name="password"
                    label="New password"
                    is_new=true
                    hint="Ten characters or more. A few words in a row are easy to remember and hard to guess."
                    problems=problems
                />
                <button type="submit" class="button">"Save and sign in"</button>
            </form>
        }
    })
}
