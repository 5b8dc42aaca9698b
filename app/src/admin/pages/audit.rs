//! Who did what when.

use leptos::prelude::*;

use super::{audit_words::words, exports::grouped};
use crate::admin::{
    AdminContext, Area, NamespaceNav,
    components::{Empty, Pager},
    render::render,
    shell::AdminFrame,
};

#[derive(Clone, Debug)]
pub struct AuditPage {
    /// `None`: of all namespaces.
    pub namespace: Option<NamespaceNav>,
    /// The address of the log.
    pub href: String,
    pub filter: AuditFilterShown,
    /// Actions to choose from.
    pub actions: Vec<&'static str>,
    pub lines: Vec<AuditLine>,
    /// Links to the first and the next page, and to all of what the filter shows as CSV.
    pub first: Option<String>,
    pub next: Option<String>,
    pub csv: String,
    /// Why the filter shows nothing.
    pub problem: Option<String>,
    /// How a check of the whole log ended, if it was asked for.
    pub check: Option<AuditCheckShown>,
}

/// As it was typed.
#[derive(Clone, Debug, Default)]
pub struct AuditFilterShown {
    pub action: String,
    pub actor: String,
    pub from: String,
    pub to: String,
}

#[derive(Clone, Debug)]
pub struct AuditLine {
    pub number: u64,
    pub at: String,
    pub actor: String,
    pub action: String,
    pub namespace: Option<String>,
    /// The quiz's name, or its id when it is gone; and its page.
    pub quiz: Option<(String, Option<String>)>,
    pub subject: Option<String>,
    pub details: Option<String>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AuditCheckShown {
    /// So many lines.
    Whole(u64),
    /// The first line that does not follow from the one before it.
    BrokenAt(u64),
}

#[must_use]
pub fn audit(cx: &AdminContext, page: &AuditPage) -> String {
    let frame = AdminFrame {
        title: "Audit log".to_owned(),
        namespace: page.namespace.clone().map(|namespace| (namespace, Some(Area::AuditLog))),
        ..AdminFrame::default()
    };
    let is_everywhere = cx.visitor.as_ref().is_some_and(|visitor| visitor.is_everywhere);
    let AuditPage { namespace, href, filter, actions, lines, first, next, csv, problem, check } = page.clone();
    render(cx, frame, move || {
        let of_all = namespace.is_none();
        let about = if of_all {
            view! { <Check check=check /> }.into_any()
        } else if is_everywhere {
            view! {
                <p class="lead">
                    "What was done in this namespace. "
                    <a href="/admin/audit">"All namespaces, sign-ins, and the check of the log"</a>
                </p>
            }
            .into_any()
        } else {
            view! { <p class="lead">"What was done in this namespace. Nothing here can be changed or removed."</p> }
                .into_any()
        };
        let list = match (problem, lines.is_empty()) {
            (Some(problem), _) => view! { <p class="problem" role="alert">{problem}</p> }.into_any(),
            (None, true) => view! {
                <Empty title="Nothing matches" text="Look for another action, person or time." />
            }
            .into_any(),
            (None, false) => view! { <Lines of_all=of_all lines=lines /> }.into_any(),
        };
        view! {
            <div class="page-head">
                <h1>"Audit log"</h1>
                <a class="button-plain" href=csv>"What is shown, as CSV"</a>
            </div>
            {about}
            <Filter path=href filter=filter actions=actions />
            {list}
            <Pager first=first next=next />
        }
    })
}

#[component]
fn Check(check: Option<AuditCheckShown>) -> impl IntoView {
    let found = check.map(|check| match check {
        AuditCheckShown::Whole(lines) => {
            let text = format!("Checked just now: {} lines, whole.", grouped(lines));
            view! { <p class="said" role="status">{text}</p> }.into_any()
        }
        AuditCheckShown::BrokenAt(line) => {
            let text = format!(
                "Checked just now: line {} does not follow from the one before it. It was changed, taken out or put in.",
                grouped(line)
            );
            view! { <p class="said said-error" role="alert">{text}</p> }.into_any()
        }
    });
    view! {
        <p class="lead">"What was done in all namespaces, and sign-ins. Each line carries a hash of the one before it."</p>
        {found}
        <form method="post" action="/admin/audit/check" class="buttons">
            <button type="submit" class="button-plain">"Check the whole log"</button>
        </form>
    }
}

#[component]
fn Filter(path: String, filter: AuditFilterShown, actions: Vec<&'static str>) -> impl IntoView {
    let AuditFilterShown { action, actor, from, to } = filter;
    let is_known = action.is_empty() || actions.contains(&action.as_str());
    let other = (!is_known).then(|| view! { <option value=action.clone() selected=true>{action.clone()}</option> });
    let options: Vec<_> = actions
        .into_iter()
        .map(|value| view! { <option value=value selected=value == action>{value}</option> })
        .collect();
    view! {
        <form method="get" action=path class="filter" role="search">
            <div class="field">
                <label for="action">"Action"</label>
                <select id="action" name="action">
                    <option value="">"All actions"</option>
                    {other}
                    {options}
                </select>
            </div>
            <div class="field">
                <label for="actor">"By"</label>
                <input id="actor" name="actor" type="search" value=actor />
            </div>
            <div class="field">
                <label for="from">"From"</label>
                <input id="from" name="from" type="date" value=from />
            </div>
            <div class="field">
                <label for="to">"To"</label>
                <input id="to" name="to" type="date" value=to />
            </div>
            <button type="submit" class="button-plain">"Show"</button>
        </form>
    }
}

#[component]
fn Lines(of_all: bool, lines: Vec<AuditLine>) -> impl IntoView {
    let rows: Vec<_> = lines
        .into_iter()
        .map(|line| {
            let sentence = words(&line.action, line.subject.as_deref(), line.details.as_deref());
            let quiz = line.quiz.map(|(name, href)| match href {
                Some(href) => view! { <a href=href>{name}</a> }.into_any(),
                None => view! { {name} }.into_any(),
            });
            let namespace = of_all.then(|| view! { <td>{line.namespace}</td> });
            view! {
                <tr>
                    <td class="number">{line.number}</td>
                    <td>{line.at}</td>
                    <td>{line.actor}</td>
                    <td class="prose what">{sentence}</td>
                    {namespace}
                    <td class="prose">{quiz}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table" role="region" aria-label="Audit log" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col" class="number">"Line"</th>
                        <th scope="col">"When"</th>
                        <th scope="col">"Who"</th>
                        <th scope="col">"What"</th>
                        {of_all.then(|| view! { <th scope="col">"Namespace"</th> })}
                        <th scope="col">"Quiz"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
