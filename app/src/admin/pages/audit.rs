//! The audit log.

use leptos::prelude::*;

use super::audit_words::{name, words};
use crate::admin::{
    AdminContext, Area, Column, DataTable, Empty, Field, NamespaceNav, Pager, Section, Select, Typed, frame, render,
    thousands,
};

#[derive(Clone, Debug)]
pub struct AuditPage {
    /// `None` for all namespaces.
    pub namespace: Option<NamespaceNav>,
    pub href: String,
    pub typed: Typed,
    pub actions: Vec<&'static str>,
    pub lines: Vec<AuditLine>,
    /// URLs of the first and next page, and of the filtered log as CSV.
    pub first: Option<String>,
    pub next: Option<String>,
    pub csv: String,
    pub zone: String,
    pub problem: Option<String>,
    pub check: Option<AuditCheckShown>,
}

#[derive(Clone, Debug)]
pub struct AuditLine {
    pub number: u64,
    pub at: String,
    pub actor: String,
    pub action: String,
    pub namespace: Option<String>,
    /// The quiz's name and URL, or only the id of a deleted quiz.
    pub quiz: Option<(String, Option<String>)>,
    pub subject: Option<String>,
    pub details: Option<String>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AuditCheckShown {
    /// The number of lines.
    Whole(u64),
    /// The first line that is missing.
    Missing(u64),
    /// The first line whose link to the previous one is broken, in its namespace or among lines without a namespace.
    Unlinked { line: u64, namespace: Option<String> },
}

pub fn audit(cx: AdminContext, page: AuditPage) -> String {
    let section = match page.namespace.clone() {
        Some(namespace) => Section::Namespace(namespace, Area::AuditLog),
        None => Section::General,
    };
    let frame = frame("Audit log", section);
    let is_everywhere = cx.visitor.as_ref().is_some_and(|visitor| visitor.is_everywhere);
    let AuditPage { namespace, href, typed, actions, lines, first, next, csv, zone, problem, check } = page;
    render(cx, frame, move || {
        let of_all = namespace.is_none();
        let head = if of_all {
            view! {
                <h1>"Audit log"</h1>
                <Check check=check />
            }
            .into_any()
        } else {
            view! { <h1 class="visually-hidden">"Audit log"</h1> }.into_any()
        };
        let about = (!of_all).then(|| {
            let all = is_everywhere.then(|| {
                view! { " " <a href="/admin/audit">"All namespaces, sign-ins, and the check of the log"</a> }
            });
            view! {
                <p class="hint aside">
                    "What was done in this namespace. Nothing here can be changed or removed." {all}
                </p>
            }
        });
        let list = match (problem, lines.is_empty()) {
            (Some(problem), _) => view! { <p class="problem" role="alert">{problem}</p> }.into_any(),
            (None, true) => view! {
                <Empty title="Nothing matches" text="Look for another action, person or time." />
            }
            .into_any(),
            (None, false) => view! { <Lines of_all=of_all lines=lines /> }.into_any(),
        };
        view! {
            {head}
            <div class="page-head">
                <Filter path=href typed=typed actions=actions zone=zone />
                <a class="button-plain" href=csv>"Export CSV"</a>
            </div>
            {list}
            <Pager first=first next=next />
            {about}
        }
    })
}

#[component]
fn Check(check: Option<AuditCheckShown>) -> impl IntoView {
    let found = check.map(|check| {
        let text = match &check {
            AuditCheckShown::Whole(lines) => format!("Checked just now: {} lines, whole.", thousands(*lines)),
            AuditCheckShown::Missing(line) => format!("Checked just now: line {} is missing.", thousands(*line)),
            AuditCheckShown::Unlinked { line, namespace } => format!(
                "Checked just now: line {} does not follow from the one before it {}. It was changed, or a line before it \
                 was changed, taken out or put in.",
                thousands(*line),
                namespace.as_ref().map_or("of no namespace".to_owned(), |id| format!("in the namespace {id}"))
            ),
        };
        match check {
            AuditCheckShown::Whole(_) => view! { <p class="said" role="status">{text}</p> }.into_any(),
            _ => view! { <p class="said said-error" role="alert">{text}</p> }.into_any(),
        }
    });
    view! {
        <p class="lead">"What was done in all namespaces, and sign-ins. Each line carries a hash of the one before it in its namespace."</p>
        {found}
        <form method="post" action="/admin/audit/check" class="buttons">
            <button type="submit" class="button-plain">"Check the whole log"</button>
        </form>
    }
}

#[component]
fn Filter(path: String, typed: Typed, actions: Vec<&'static str>, zone: String) -> impl IntoView {
    let action = typed.get("action");
    let known: Vec<String> = actions.into_iter().map(str::to_owned).collect();
    // A URL may name an action of another release.
    let other = (!action.is_empty() && known.iter().all(|known| known != action)).then(|| action.to_owned());
    let all = (String::new(), "All actions".to_owned());
    let mut known: Vec<_> = known.into_iter().map(|action| (action.clone(), name(&action).to_owned())).collect();
    known.sort_by(|one, other| one.1.cmp(&other.1));
    let other = other.map(|action| (action.clone(), action));
    let options = [all].into_iter().chain(other).chain(known);
    view! {
        <form method="get" action=path class="filter" role="search">
            <Select name="action" label="Action" options=options.collect() chosen=action />
            <Field name="actor" label="By" kind="search" value=typed.get("actor") />
            <Field name="from" label=format!("From ({zone})") kind="date" value=typed.get("from") />
            <Field name="to" label=format!("To ({zone})") kind="date" value=typed.get("to") />
            <button type="submit" class="button-plain">"Apply"</button>
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
                    {of_all.then(|| view! { <td class="number">{line.number}</td> })}
                    <td>{line.at}</td>
                    <td>{line.actor}</td>
                    <td class="prose what">{sentence}</td>
                    {namespace}
                    <td class="prose">{quiz}</td>
                </tr>
            }
        })
        .collect();
    // Line numbers run across all namespaces, so those of a single namespace have gaps.
    let mut columns: Vec<_> = of_all.then(|| Column::number("Line")).into_iter().collect();
    columns.extend(["When", "Who", "What"].map(Column::text));
    columns.extend(of_all.then(|| Column::text("Namespace")));
    columns.push(Column::text("Quiz"));
    view! {
        <DataTable label="Audit log" columns=columns>{rows}</DataTable>
    }
}
