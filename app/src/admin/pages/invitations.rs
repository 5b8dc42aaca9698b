//! The form that invites respondents, and the list of invitations.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

use leptos::prelude::*;

use crate::admin::{Column, DataTable, Empty, Field, Pager, Pill, area_text};

#[derive(Clone, Debug)]
pub struct InvitationsPart {
    /// The visitor may invite and remove.
    pub can_edit: bool,
    /// The visitor may download the links.
    pub can_export: bool,
    pub people: Vec<InvitationLine>,
    pub search: String,
    /// Addresses of the first and the next page.
    pub first: Option<String>,
    pub next: Option<String>,
    /// The rejected list.
    pub typed: String,
    pub problems: Vec<LineProblem>,
}

#[derive(Clone, Debug)]
pub struct InvitationLine {
    pub id: String,
    pub name: String,
    pub email: String,
    pub custom_data: String,
    /// `invited`, `begun`, `submitted`.
    pub state: &'static str,
    pub invited: String,
    /// For those who may invite: with it anyone can answer as this person.
    pub link: Option<String>,
}

/// A problem with one line of a list, counted from 1, or with the whole list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LineProblem {
    pub line: Option<u64>,
    pub message: String,
}

/// The number of problems listed one by one.
const SHOWN: usize = 30;

#[component]
pub(super) fn Invitations(at: String, part: InvitationsPart) -> impl IntoView {
    let InvitationsPart { can_edit, can_export, people, search, first, next, typed, problems } = part;
    let is_all = search.is_empty() && first.is_none();
    let has_some = !people.is_empty() || !is_all;
    let invite = can_edit.then(|| {
        let is_first = people.is_empty() && is_all;
        view! { <Invite at=at.clone() is_open=is_first || !problems.is_empty() typed=typed problems=problems /> }
    });
    let list = match (people.is_empty(), is_all) {
        (true, true) => view! {
            <Empty
                title="Nobody is invited yet"
                text="Each person gets a link of their own. The service sends no mail: take the links from here and send them your way."
            />
        }
        .into_any(),
        (true, false) => {
            view! { <Empty title="Nobody matches" text="Search for another part of a name or an address." /> }.into_any()
        }
        (false, _) => view! { <People at=at.clone() can_edit=can_edit people=people /> }.into_any(),
    };
    let csv = (can_export && has_some)
        .then(|| view! { <a class="button-plain" href=format!("{at}/links.csv")>"All links as CSV"</a> });
    view! {
        <p class="lead">"Only people with an invitation can answer, each by a link of their own."</p>
        {invite}
        <section>
            <div class="page-head">
                <h2>"Invited people"</h2>
                {csv}
            </div>
            <form method="get" action=at class="filter" role="search">
                <Field name="search" label="Name, address or custom data" kind="search" value=search />
                <button type="submit" class="button-plain">"Search"</button>
            </form>
            {list}
            <Pager first=first next=next />
        </section>
    }
}

#[component]
fn Invite(at: String, is_open: bool, typed: String, problems: Vec<LineProblem>) -> impl IntoView {
    let is_wrong = !problems.is_empty();
    view! {
        <details class="card invite" open=is_open>
            <summary>"Invite people"</summary>
            <Problems problems=problems />
            <form method="post" action=format!("{at}/invite") enctype="multipart/form-data" class="form">
                <div class=if is_wrong { "field field-wrong" } else { "field" }>
                    <label for="people">"One person a line"</label>
                    <p class="hint" id="people-hint">
                        "Name, e-mail address, custom data; separated by commas, semicolons or tabs, as a spreadsheet \
                         copies them. All but one may be empty. A first line with the names of the columns is \
                         recognised. At most 1,000 at once."
                    </p>
                    <textarea
                        id="people"
                        name="people"
                        rows="8"
                        spellcheck="false"
                        aria-describedby="people-hint"
                        aria-invalid=is_wrong.then_some("true")
                        placeholder="Ana López, ana@example.com, branch 12"
                    >
                        {area_text(typed)}
                    </textarea>
                </div>
                <div class="field">
                    <label for="file">"Or a CSV file of the same form"</label>
                    <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
                </div>
                <button type="submit" class="button">"Invite"</button>
            </form>
        </details>
    }
}

#[component]
fn Problems(problems: Vec<LineProblem>) -> impl IntoView {
    let more = problems.len().saturating_sub(SHOWN);
    let items: Vec<_> = problems
        .into_iter()
        .take(SHOWN)
        .map(|LineProblem { line, message }| {
            let text = line.map_or_else(|| message.clone(), |line| format!("Line {line}: {message}"));
            view! { <li><a href="#people">{text}</a></li> }
        })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <div class="error-summary" role="alert" tabindex="-1" autofocus=true>
                <h2>"Nobody was invited"</h2>
                <ul>{items}</ul>
                {(more > 0).then(|| format!("And {more} more."))}
            </div>
        }
    })
}

#[component]
fn People(at: String, can_edit: bool, people: Vec<InvitationLine>) -> impl IntoView {
    let rows: Vec<_> = people
        .into_iter()
        .map(|person| {
            let name = [&person.name, &person.email, &person.custom_data].into_iter().find(|text| !text.is_empty());
            let name = name.cloned().unwrap_or_else(|| "Unnamed".to_owned());
            let remove = {
                let (href, label) = (format!("{at}/invited/{}/remove", person.id), format!("Remove {name}"));
                view! { <a href=href aria-label=label>"Remove"</a> }
            };
            let label = format!("Link of {name}");
            let id = format!("link-{}", person.id);
            let link = person.link.map(|link| {
                view! {
                    <td>
                        <div class="in-row">
                            <a id=id.clone() href=link.clone() aria-label=label.clone()>"Link"</a>
                            <button
                                type="button"
                                class="button-quiet"
                                data-copy=format!("#{id}-text")
                                aria-label=format!("Copy: {label}")
                                hidden=true
                            >
                                "Copy"
                            </button>
                            <span id=format!("{id}-text") hidden=true>{link}</span>
                        </div>
                    </td>
                    <td>{remove}</td>
                }
            });
            view! {
                <tr>
                    <th scope="row">{name.clone()}</th>
                    <td class="prose">{person.email}</td>
                    <td class="prose">{person.custom_data}</td>
                    <td><Pill status=person.state /></td>
                    <td>{person.invited}</td>
                    {link}
                </tr>
            }
        })
        .collect();
    let mut columns = ["Name", "E-mail address", "Custom data", "State", "Invited"].map(Column::text).to_vec();
    if can_edit {
        columns.extend([Column::text("Link"), Column::Actions("Removing")]);
    }
    view! {
        <DataTable label="Invited people" columns=columns>{rows}</DataTable>
    }
}
