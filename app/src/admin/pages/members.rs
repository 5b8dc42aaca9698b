//! The members of a namespace.

use domain::Role;
use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Column, CopyLine, DataTable, Field, FormErrors, NamespaceNav, Problem, Section, frame,
    render,
};

#[derive(Clone, Debug)]
pub struct MembersPage {
    pub namespace: NamespaceNav,
    pub members: Vec<MemberLine>,
    /// A newly created link, shown only once.
    pub new_link: Option<NewLink>,
    /// The rejected input.
    pub typed: (String, Option<Role>),
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct MemberLine {
    pub id: String,
    pub email: String,
    pub role: Role,
    pub signs_in: SignsIn,
    pub is_visitor: bool,
    /// The visitor may create a password link for this member.
    pub may_have_link: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SignsIn {
    /// No password yet.
    NotYet,
    Password,
    PasswordAndCode,
}

#[derive(Clone, Debug)]
pub struct NewLink {
    pub email: String,
    pub url: String,
}

pub fn members(cx: AdminContext, page: MembersPage) -> String {
    let frame = frame("Members", Section::Namespace(page.namespace.clone(), Area::Members));
    let MembersPage { namespace, members, new_link, typed, problems } = page;
    render(cx, frame, move || {
        let path = format!("{}/members", namespace.href());
        let list = if members.is_empty() {
            view! { <p class="lead">"Nobody but the administrators of all namespaces."</p> }.into_any()
        } else {
            view! { <MemberTable path=path.clone() members=members /> }.into_any()
        };
        view! {
            <h1>"Members"</h1>
            {new_link.map(|link| view! { <LinkMade link=link /> })}
            {list}
            <section aria-labelledby="add-title">
                <h2 id="add-title">"Add somebody"</h2>
                <FormErrors problems=problems.clone() />
                <form method="post" action=path class="card form measure">
                    <Field
                        name="email"
                        label="E-mail address"
                        kind="email"
                        value=typed.0
                        autocomplete="off"
                        required=true
                        hint="Nothing is sent to it. A newcomer gets a link from you, which you see once."
                        problems=problems
                    />
                    <Choices
                        name="role"
                        legend="Role"
                        options=Role::ALL.map(|role| (role.as_str(), label(role), may(role))).to_vec()
                        chosen=typed.1.unwrap_or(Role::Editor).as_str()
                    />
                    <button type="submit" class="button">"Add"</button>
                </form>
            </section>
        }
    })
}

#[component]
fn LinkMade(link: NewLink) -> impl IntoView {
    view! {
        <div class="card shown-once" role="status">
            <h2>{format!("A link for {}", link.email)}</h2>
            <p>
                "Give it to this person, and nobody else: whoever opens it chooses the password. It works once, for three \
                 days, and is not shown again. Earlier links of this person no longer work."
            </p>
            <CopyLine id="new-link" label="One-time link" text=link.url />
        </div>
    }
}

#[component]
fn MemberTable(path: String, members: Vec<MemberLine>) -> impl IntoView {
    let rows: Vec<_> = members
        .into_iter()
        .map(|member| {
            let state = match member.signs_in {
                SignsIn::NotYet => "has not signed in yet",
                SignsIn::Password => "password",
                SignsIn::PasswordAndCode => "password and code",
            };
            let options: Vec<_> = Role::ALL
                .into_iter()
                .map(|role| {
                    view! { <option value=role.as_str() selected=role == member.role>{label(role)}</option> }
                })
                .collect();
            let at = format!("{path}/{}", member.id);
            let new_link = member.may_have_link.then(|| {
                let name = format!("New link for {}", member.email);
                view! {
                    <form method="post" action=format!("{at}/link")>
                        <button type="submit" class="button-quiet" aria-label=name>
                            "New link"
                        </button>
                    </form>
                }
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
                    <td>{state}</td>
                    <td>
                        <div class="in-row">
                            {new_link}
                            <a href=format!("{at}/remove") aria-label=format!("Remove {}", member.email)>"Remove"</a>
                        </div>
                    </td>
                </tr>
            }
        })
        .collect();
    let columns =
        ["E-mail address", "Role", "Signs in with", "Forgot the password, or leaves"].map(Column::text).to_vec();
    view! {
        <DataTable label="Members" columns=columns>{rows}</DataTable>
    }
}

fn label(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer",
        Role::Editor => "Editor",
        Role::Owner => "Owner",
    }
}

fn may(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Sees quizzes and answers, changes nothing.",
        Role::Editor => "Makes and changes quizzes, invites, erases and exports.",
        Role::Owner => "Also manages members and API keys, and reads the audit log.",
    }
}
