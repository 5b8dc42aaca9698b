//! Signing in.

use leptos::prelude::*;

use crate::admin::{AdminContext, Field, FormErrors, OwnZone, PasswordField, Problem, Section, frame, render};

#[derive(Clone, Debug, Default)]
pub struct SignInPage {
    pub email: String,
    /// The path to open afterwards.
    pub next: String,
    pub problems: Vec<Problem>,
}

pub fn sign_in(cx: AdminContext, page: SignInPage) -> String {
    let frame = frame("Sign in", Section::General).narrow();
    let SignInPage { email, next, problems } = page;
    render(cx, frame, move || {
        view! {
            <h1>"Sign in"</h1>
            <FormErrors problems=problems />
            <form method="post" action="/admin/sign-in" class="card form">
                <input type="hidden" name="next" value=next />
                <OwnZone />
                <Field name="email" label="E-mail address" kind="email" value=email autocomplete="username" required=true />
                <PasswordField name="password" label="Password" />
                <Field
                    name="code"
                    label="Code"
                    hint="Only with two-factor authentication: the six digits your app shows."
                    autocomplete="one-time-code"
                />
                <button type="submit" class="button">"Sign in"</button>
            </form>
            <p class="aside">
                "No account? An owner of your namespace can send you a link. "
                "Forgotten the password? So can they: it sets a new one."
            </p>
        }
    })
}
