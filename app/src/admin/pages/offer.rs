//! The page of an offer's link, which accepts or declines a role in a namespace.

use domain::Role;
use leptos::prelude::*;

use super::members::{label, may};
use crate::admin::{AdminContext, Field, FormErrors, OwnZone, PasswordField, Problem, Section, frame, render};

#[derive(Clone, Debug)]
pub struct OfferPage {
    pub href: String,
    /// The administrator who offers the role.
    pub by: String,
    pub namespace: String,
    pub role: Role,
    /// The email address that the role is offered to.
    pub email: String,
    pub reader: OfferReader,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OfferReader {
    /// Signed in with the account of the offer's address.
    SignedIn,
    /// Signed in with that account, which owns every namespace.
    OwnerOfAll,
    /// Not signed in: has an account for the address, or creates one.
    SignedOut { sign_in: String },
    /// Not signed in, but gave the right password. The account has a second factor.
    CodeNext { proof: String },
}

pub fn offer(cx: AdminContext, page: OfferPage) -> String {
    let OfferPage { href, by, namespace, role, email, reader, problems } = page;
    let frame = frame("Offer of a role", Section::General).narrow();
    render(cx, frame, move || {
        let decline = format!("{href}/decline");
        let answer = match reader {
            OfferReader::SignedIn => view! {
                <form method="post" action=href class="confirm">
                    <button type="submit" class="button">"Accept"</button>
                    <a class="button-plain" href=decline>"Decline…"</a>
                </form>
            }
            .into_any(),
            OfferReader::OwnerOfAll => view! {
                <p>"You own every namespace already, so there is nothing to accept."</p>
                <p><a class="button-plain" href=decline>"Decline…"</a></p>
            }
            .into_any(),
            OfferReader::SignedOut { sign_in } => view! {
                <FormErrors problems=problems.clone() />
                <form method="post" action=href class="card form">
                    <p>
                        "To accept, give the password of " <strong>{email.clone()}</strong>
                        ". If the address has no account here yet, choose one: that makes the account."
                    </p>
                    <input type="hidden" name="email" value=email autocomplete="username" />
                    <OwnZone />
                    <PasswordField
                        name="password"
                        label="Password"
                        hint="A new one has ten characters or more. A few words in a row are easy to remember and hard to guess."
                        problems=problems
                    />
                    <button type="submit" class="button">"Accept and sign in"</button>
                </form>
                <p>"With an account you can also " <a href=sign_in>"sign in"</a> " first, and accept or decline then."</p>
            }
            .into_any(),
            OfferReader::CodeNext { proof } => view! {
                <FormErrors problems=problems.clone() />
                <form method="post" action=href class="card form">
                    <input type="hidden" name="proof" value=proof />
                    <OwnZone />
                    <Field
                        name="code"
                        label="Code"
                        hint="Of your authenticator app, or a recovery code."
                        autocomplete="one-time-code"
                        required=true
                        problems=problems
                    />
                    <button type="submit" class="button">"Accept and sign in"</button>
                </form>
            }
            .into_any(),
        };
        view! {
            <h1>"Offer of a role"</h1>
            <p class="lead">
                {by} " offers you the role " <strong>{label(role)}</strong> " in the namespace "
                <strong>{namespace}</strong> ". " {may(role)}
            </p>
            {answer}
        }
    })
}
