//! The form that invites respondents, and the list of invitations.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

use leptos::prelude::*;

use crate::admin::{Column, DataTable, Empty, Pager, Pill, area_text, thousands};

#[derive(Clone, Debug)]
pub struct InvitationsPart {
    pub can_edit: bool,
    pub can_export: bool,
    /// True if links can be sent by mail.
    pub has_mail: bool,
    pub all: InvitationTotal,
    /// Not started, started, submitted, and those with a revoked link.
    pub totals: Vec<InvitationTotal>,
    /// The URL of the listed respondents' links as CSV.
    pub links: String,
    pub people: Vec<InvitationLine>,
    pub search: String,
    /// The listed group, as the URLs of totals name it.
    pub group: Option<&'static str>,
    /// URLs of the first and next page.
    pub first: Option<String>,
    pub next: Option<String>,
    pub typed: String,
    pub problems: Vec<LineProblem>,
}

/// A number of invited respondents, and a link to their list.
#[derive(Clone, Debug)]
pub struct InvitationTotal {
    pub number: u64,
    pub label: &'static str,
    pub href: String,
    pub is_shown: bool,
}

#[derive(Clone, Debug)]
pub struct InvitationLine {
    pub id: String,
    pub name: String,
    pub email: String,
    pub custom_data: String,
    /// True before the respondent starts, while the link can be replaced.
    pub can_renew: bool,
    /// `invited`, `begun`, `submitted`, `revoked`.
    pub state: &'static str,
    pub invited: String,
    /// The outcome of messages to this respondent.
    pub mail: String,
    /// Only for visitors who may invite, while the quiz is open: anyone with the link can answer as this respondent.
    pub link: Option<String>,
}

/// A problem with a line of the list, counted from 1, or with the whole list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LineProblem {
    pub line: Option<u64>,
    pub message: String,
}

const SHOWN: usize = 30;

#[component]
pub(super) fn Invitations(at: String, part: InvitationsPart) -> impl IntoView {
    let InvitationsPart {
        can_edit,
        can_export,
        has_mail,
        all,
        totals,
        links,
        people,
        search,
        group,
        first,
        next,
        typed,
        problems,
    } = part;
    let is_all = search.is_empty() && group.is_none() && first.is_none();
    let has_some = all.number > 0;
    let totals = has_some.then(|| {
        let links: Vec<_> = std::iter::once(all).chain(totals).map(total_link).collect();
        view! { <nav class="totals" aria-label="Invited people by state">{links}</nav> }
    });
    let invite = can_edit.then(|| {
        let is_first = people.is_empty() && is_all;
        view! { <Invite at=at.clone() is_open=is_first || !problems.is_empty() typed=typed problems=problems /> }
    });
    let list = match (people.is_empty(), is_all) {
        (true, true) => view! {
            <Empty
                title="No one is invited yet"
                text=if has_mail {
                    "Each person gets a personal link. Invite people, then send them their links by mail or yourself."
                } else {
                    "Each person gets a personal link. This server sends no mail: download the links and send them yourself."
                }
            />
        }
        .into_any(),
        (true, false) => {
            let text = "Search for another part of a name or an address, or look at all who are invited.";
            view! { <Empty title="No matching people" text=text /> }.into_any()
        }
        (false, _) => view! { <People at=at.clone() can_edit=can_edit people=people /> }.into_any(),
    };
    let write = (can_edit && has_mail && has_some).then(|| {
        view! {
            <a href=format!("{at}/write?kind=invitation")>"Send invitations…"</a>
            <a href=format!("{at}/write?kind=reminder")>"Send reminders…"</a>
            <a href=format!("{at}/messages")>"Messages"</a>
        }
    });
    let csv = (can_export && has_some).then(|| view! { <a href=links>"Download links (CSV)"</a> });
    let search = has_some.then(|| {
        view! {
            <form method="get" action=at role="search" class="answers-search">
                <input
                    type="search"
                    name="search"
                    value=search
                    aria-label="Name, address or custom data"
                    placeholder="Name, address, custom data"
                />
                {group.map(|group| view! { <input type="hidden" name="state" value=group /> })}
                <button type="submit" class="button-quiet">"Search"</button>
            </form>
        }
    });
    view! {
        <h2 class="visually-hidden">"Invited people"</h2>
        <div class="answers-line">
            {search}
            {invite}
            {totals}
            {write}
            {csv}
        </div>
        {list}
        <Pager first=first next=next />
        <p class="hint aside">"Only invited people can respond, each with a personal link."</p>
    }
}

fn total_link(InvitationTotal { number, label, href, is_shown }: InvitationTotal) -> impl IntoView {
    let text = format!("{} {label}", thousands(number));
    if number == 0 && !is_shown {
        return view! { <span class="hint">{text}</span> }.into_any();
    }
    view! { <a href=href aria-current=is_shown.then_some("true")>{text}</a> }.into_any()
}

#[component]
fn Invite(at: String, is_open: bool, typed: String, problems: Vec<LineProblem>) -> impl IntoView {
    let is_wrong = !problems.is_empty();
    view! {
        <details class="answers-sheet invite" open=is_open>
            <summary>"Invite people"</summary>
            <Problems problems=problems at="#people" />
            <form method="post" action=format!("{at}/invite") enctype="multipart/form-data" class="card form">
                <div class=if is_wrong { "field field-wrong" } else { "field" }>
                    <label for="people">"One person a line"</label>
                    <p class="hint" id="people-hint">
                        "Paste from a spreadsheet, or separate columns by commas, semicolons or tabs. The next page asks \
                         what each column is. Up to 1,000 people."
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
                    <label for="file">"Or a CSV file"</label>
                    <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
                </div>
                <button type="submit" class="button">"Continue"</button>
            </form>
        </details>
    }
}

/// `at` is the target of the problems' links.
#[component]
pub(super) fn Problems(problems: Vec<LineProblem>, at: &'static str) -> impl IntoView {
    let more = problems.len().saturating_sub(SHOWN);
    let items: Vec<_> = problems
        .into_iter()
        .take(SHOWN)
        .map(|LineProblem { line, message }| {
            let text = line.map_or_else(|| message.clone(), |line| format!("Line {line}: {message}"));
            view! { <li><a href=at>{text}</a></li> }
        })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <div class="error-summary" role="alert" tabindex="-1" autofocus=true>
                <h2>"No one was invited"</h2>
                <ul>{items}</ul>
                {(more > 0).then(|| view! { <p>{format!("And {} more.", thousands(more as u64))}</p> })}
            </div>
        }
    })
}

#[component]
fn People(at: String, can_edit: bool, people: Vec<InvitationLine>) -> impl IntoView {
    let has_mail = people.iter().any(|person| !person.mail.is_empty());
    let has_links = people.iter().any(|person| person.link.is_some());
    let answers = format!("{}/answers", at.trim_end_matches("/share"));
    let rows: Vec<_> = people
        .into_iter()
        .map(|person| {
            let name = [&person.name, &person.email, &person.custom_data].into_iter().find(|text| !text.is_empty());
            let name = name.cloned().unwrap_or_else(|| "Unnamed".to_owned());
            let is_revoked = person.state == "revoked";
            // A viewer who sees the id in a URL could answer as this respondent.
            let named = if can_edit && ["begun", "submitted"].contains(&person.state) {
                view! { <a href=format!("{answers}/{}", person.id)>{name.clone()}</a> }.into_any()
            } else {
                name.clone().into_any()
            };
            let action = |way: &str, label: &'static str, full: String| {
                let href = format!("{at}/invited/{}/{way}", person.id);
                view! { <a href=href aria-label=full>{label}</a> }
            };
            let remove = action("remove", "Remove", format!("Remove {name}"));
            let renew = person.can_renew.then(|| action("renew", "New link", format!("New link for {name}")));
            let revoke = (!is_revoked).then(|| action("revoke", "Revoke", format!("Revoke the link of {name}")));
            let restore = is_revoked.then(|| {
                let label = format!("Restore the link of {name}");
                view! {
                    <form method="post" action=format!("{at}/invited/{}/restore", person.id)>
                        <button type="submit" class="button-quiet" aria-label=label>
                            "Restore"
                        </button>
                    </form>
                }
            });
            let label = format!("Link of {name}");
            let id = format!("link-{}", person.id);
            let link = person.link.map(|link| {
                view! {
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
                }
            });
            let remove =
                can_edit.then(|| view! { <td><div class="in-row">{renew} {revoke} {restore} {remove}</div></td> });
            view! {
                <tr>
                    <th scope="row">{named}</th>
                    <td class="prose">{person.email}</td>
                    <td class="prose">{person.custom_data}</td>
                    <td><Pill status=person.state /></td>
                    <td data-label="Invited">{person.invited}</td>
                    {has_mail.then(|| view! { <td class="prose" data-label="Mail">{person.mail}</td> })}
                    {has_links.then(|| view! { <td>{link}</td> })}
                    {remove}
                </tr>
            }
        })
        .collect();
    let mut columns = ["Name", "E-mail address", "Custom data", "State", "Invited"].map(Column::text).to_vec();
    if has_mail {
        columns.push(Column::text("Mail"));
    }
    if has_links {
        columns.push(Column::text("Link"));
    }
    if can_edit {
        columns.push(Column::Actions("Actions"));
    }
    view! {
        <DataTable label="Invited people" columns=columns>{rows}</DataTable>
    }
}
