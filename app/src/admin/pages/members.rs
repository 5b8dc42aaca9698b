//! The members of a namespace.

use domain::Role;
use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Column, CopyLine, DataTable, Field, FormErrors, NamespaceNav, Pager, Problem, Section,
    frame, render,
};

/// What was typed into the form of an offer.
#[derive(Clone, Debug, Default)]
pub struct TypedOffer {
    pub email: String,
    pub role: Option<Role>,
    pub message: String,
}

#[derive(Clone, Debug)]
pub struct MembersPage {
    pub namespace: NamespaceNav,
    /// Marks members without a second factor.
    pub requires_second_factor: bool,
    pub members: Vec<MemberLine>,
    pub first: Option<String>,
    pub next: Option<String>,
    pub offers: Vec<OfferLine>,
    /// A newly created link, shown only once.
    pub new_link: Option<NewLink>,
    pub sends_mail: bool,
    pub typed: TypedOffer,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct MemberLine {
    pub id: String,
    pub email: String,
    pub role: Role,
    pub signs_in: SignsIn,
    pub is_visitor: bool,
    /// True if the visitor may create a password link for this member.
    pub may_have_link: bool,
}

#[derive(Clone, Debug)]
pub struct OfferLine {
    pub id: String,
    pub email: String,
    pub role: Role,
    pub expires: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SignsIn {
    NotYet,
    Password,
    PasswordAndCode,
}

#[derive(Clone, Debug)]
pub struct NewLink {
    pub email: String,
    pub url: String,
    /// True for a link that accepts a role, false for one that chooses a password.
    pub is_offer: bool,
}

pub fn members(cx: AdminContext, page: MembersPage) -> String {
    let frame = frame("Members", Section::Namespace(page.namespace.clone(), Area::Members));
    let MembersPage {
        namespace,
        requires_second_factor,
        members,
        first,
        next,
        offers,
        new_link,
        sends_mail,
        typed,
        problems,
    } = page;
    render(cx, frame, move || {
        let path = format!("{}/members", namespace.href());
        let list = if members.is_empty() && first.is_none() {
            view! { <p class="lead">"Only the administrators of all namespaces."</p> }.into_any()
        } else {
            view! { <MemberTable path=path.clone() members=members requires_second_factor=requires_second_factor /> }
                .into_any()
        };
        let hint = if sends_mail {
            "It gets the link by mail, and you see the link, too. The person becomes a member by accepting."
        } else {
            "Nothing is sent to it. You get a link to hand on, and the person becomes a member by accepting."
        };
        let open = (!offers.is_empty()).then(|| view! { <OfferTable namespace=namespace.href() offers=offers /> });
        view! {
            <h1>"Members"</h1>
            {new_link.map(|link| view! { <LinkMade link=link sends_mail=sends_mail page=path.clone() /> })}
            {list}
            <Pager first=first next=next />
            {open}
            <section aria-labelledby="offer-title">
                <h2 id="offer-title">"Offer a role"</h2>
                <FormErrors problems=problems.clone() />
                <form method="post" action=path class="card form measure">
                    <Field
                        name="email"
                        label="E-mail address"
                        kind="email"
                        value=typed.email
                        autocomplete="off"
                        required=true
                        hint=hint
                        problems=problems.clone()
                    />
                    <Choices
                        name="role"
                        legend="Role"
                        options=Role::ALL.map(|role| (role.as_str(), label(role), may(role))).to_vec()
                        chosen=typed.role.unwrap_or(Role::Editor).as_str()
                    />
                    {sends_mail.then(|| view! {
                        <Field
                            name="message"
                            label="Your words to the person (optional)"
                            value=typed.message
                            hint="At most 500 characters. They stand in the mail, under your name."
                            autocomplete="off"
                            problems=problems
                        />
                    })}
                    <button type="submit" class="button">"Offer the role"</button>
                </form>
            </section>
        }
    })
}

#[component]
fn LinkMade(link: NewLink, sends_mail: bool, page: String) -> impl IntoView {
    let (title, text) = if link.is_offer {
        (
            format!("An offer for {}", link.email),
            "Give the link to this person only: where the address has no account, its holder makes it. It works once, for \
             seven days, and is not shown again. An earlier link for this offer no longer works.",
        )
    } else {
        (
            format!("A link for {}", link.email),
            "Give it to this person only: the one who opens it chooses the password. It works once, for three days, and is \
             not shown again. Earlier links of this person no longer work.",
        )
    };
    let mailed = if sends_mail {
        "The same link goes to this address by mail."
    } else {
        "This server sends no mail. Once its operator sets mail up, links go to their addresses, too."
    };
    view! {
        <div class="card shown-once" role="status" data-page=page>
            <h2>{title}</h2>
            <p>{text}</p>
            <p>{mailed}</p>
            <CopyLine id="new-link" label="One-time link" text=link.url />
        </div>
    }
}

#[component]
fn MemberTable(path: String, members: Vec<MemberLine>, requires_second_factor: bool) -> impl IntoView {
    let rows: Vec<_> = members
        .into_iter()
        .map(|member| {
            let state = match member.signs_in {
                SignsIn::NotYet => "has not signed in yet",
                SignsIn::Password => "password",
                SignsIn::PasswordAndCode => "password and code",
            };
            let lacks_factor = (requires_second_factor && member.signs_in != SignsIn::PasswordAndCode)
                .then(|| view! { <span class="pill pill-failed">"no two-factor authentication"</span> });
            let options: Vec<_> = Role::ALL
                .into_iter()
                .map(|role| {
                    view! { <option value=role.as_str() selected=role == member.role>{label(role)}</option> }
                })
                .collect();
            let at = format!("{path}/{}", member.id);
            let new_link = member.may_have_link.then(|| {
                let name = format!("Reset password link for {}", member.email);
                view! { <a href=format!("{at}/link") aria-label=name>"Reset password link"</a> }
            });
            let end_sessions = (!member.is_visitor).then(|| {
                let name = format!("End sessions of {}", member.email);
                view! { <a href=format!("{at}/sessions/end") aria-label=name>"End sessions"</a> }
            });
            view! {
                <tr>
                    <th scope="row">
                        {member.email.clone()} {member.is_visitor.then_some(" (you)")}
                    </th>
                    <td>
                        <form method="post" action=format!("{at}/role") class="in-row">
                            <select name="role" aria-label=format!("Role of {}", member.email)>{options}</select>
                            <button type="submit" class="button-plain">"Change"</button>
                        </form>
                    </td>
                    <td data-label="Signs in with">{state} {lacks_factor}</td>
                    <td>
                        <div class="in-row">
                            {new_link}
                            {end_sessions}
                            <a href=format!("{at}/remove") aria-label=format!("Remove {}", member.email)>"Remove"</a>
                        </div>
                    </td>
                </tr>
            }
        })
        .collect();
    let columns = ["E-mail address", "Role", "Signs in with", "Actions"].map(Column::text).to_vec();
    view! {
        <DataTable label="Members" columns=columns>{rows}</DataTable>
    }
}

#[component]
fn OfferTable(namespace: String, offers: Vec<OfferLine>) -> impl IntoView {
    let rows: Vec<_> = offers
        .into_iter()
        .map(|offer| {
            let name = format!("Withdraw the offer to {}", offer.email);
            view! {
                <tr>
                    <th scope="row">{offer.email}</th>
                    <td>{label(offer.role)}</td>
                    <td data-label="Until">{offer.expires}</td>
                    <td>
                        <a href=format!("{namespace}/offers/{}/withdraw", offer.id) aria-label=name>"Withdraw"</a>
                    </td>
                </tr>
            }
        })
        .collect();
    let mut columns = ["E-mail address", "Role", "Until"].map(Column::text).to_vec();
    columns.push(Column::Actions("Actions"));
    view! {
        <section>
            <h2>"Open offers"</h2>
            <DataTable label="Open offers" columns=columns>{rows}</DataTable>
        </section>
    }
}

pub(super) fn label(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer",
        Role::Editor => "Editor",
        Role::Owner => "Owner",
    }
}

pub(super) fn may(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Sees quizzes and answers, changes nothing.",
        Role::Editor => "Creates and changes quizzes, invites, erases and exports.",
        Role::Owner => "Also manages members and API keys, and reads the audit log.",
    }
}
