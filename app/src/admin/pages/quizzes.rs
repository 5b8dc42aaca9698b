//! The quizzes of a namespace.

use domain::{Permission, QuizId, QuizKind, QuizStatus};
use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Column, DataTable, Empty, Field, NamespaceNav, Pager, Pill, QuizTab, Section, Select, frame,
    render, thousands,
};

#[derive(Clone, Debug)]
pub struct QuizzesPage {
    pub namespace: NamespaceNav,
    pub quizzes: Vec<QuizLine>,
    /// The filter. Empty for all.
    pub search: String,
    pub status: String,
    pub first: Option<String>,
    pub next: Option<String>,
}

#[derive(Clone, Debug)]
pub struct QuizLine {
    pub id: QuizId,
    pub name: String,
    pub kind: QuizKind,
    pub status: QuizStatus,
    pub started: u64,
    pub completed: u64,
    pub created: String,
}

pub fn quizzes(cx: AdminContext, page: QuizzesPage) -> String {
    let frame = frame("Quizzes", Section::Namespace(page.namespace.clone(), Area::Quizzes));
    render(cx, frame, move || {
        let QuizzesPage { namespace, quizzes, search, status, first, next } = page;
        let is_narrowed = !search.is_empty() || !status.is_empty();
        let new = namespace.role.allows(Permission::Edit).then(|| format!("{}/quizzes/new", namespace.href()));
        let new_button = new.clone().map(|href| view! { <a class="button" href=href>"New quiz"</a> });
        let list = match (quizzes.is_empty(), is_narrowed) {
            (true, true) if next.is_some() => view! {
                <Empty title="Nothing found so far" text="The quizzes looked at so far don’t match. Go on to look at more." />
            }
            .into_any(),
            (true, true) => view! {
                <Empty title="No matching quizzes" text="Search for another part of the name, or look at all states." />
            }
            .into_any(),
            (true, false) => view! {
                <Empty
                    title="No quiz yet"
                    text="Start with the money check-up of eight questions, or with questions of your own."
                >
                    {new.clone().map(|href| view! { <a class="button" href=href>"New quiz"</a> })}
                </Empty>
            }
            .into_any(),
            (false, _) => view! { <QuizTable namespace=namespace.clone() quizzes=quizzes /> }.into_any(),
        };
        view! {
            <h1 class="visually-hidden">"Quizzes"</h1>
            <div class="page-head">
                <Search action=namespace.href() search=search status=status />
                {new_button}
            </div>
            {list}
            <Pager first=first next=next />
        }
    })
}

fn kind(kind: QuizKind) -> &'static str {
    match kind {
        QuizKind::Open => "Open",
        QuizKind::InApp => "In-app",
        QuizKind::Invited => "Invited",
    }
}

#[component]
fn Search(action: String, search: String, status: String) -> impl IntoView {
    let states = vec![("", "All states"), ("draft", "Draft"), ("open", "Open"), ("closed", "Closed")];
    view! {
        <form method="get" action=action class="filter" role="search">
            <Field name="search" label="Name" kind="search" value=search />
            <Select name="status" label="State" options=states chosen=status />
            <button type="submit" class="button-plain">"Search"</button>
        </form>
    }
}

#[component]
fn QuizTable(namespace: NamespaceNav, quizzes: Vec<QuizLine>) -> impl IntoView {
    let rows: Vec<_> = quizzes
        .into_iter()
        .map(|quiz| {
            let href = QuizTab::Overview.href(&namespace.id, &quiz.id);
            view! {
                <tr>
                    <th scope="row"><a href=href>{quiz.name}</a></th>
                    <td><Pill status=quiz.status.as_str() /></td>
                    <td>{kind(quiz.kind)}</td>
                    <td class="number" data-label="Started">{thousands(quiz.started)}</td>
                    <td class="number" data-label="Completed">{thousands(quiz.completed)}</td>
                    <td data-label="Created">{quiz.created}</td>
                </tr>
            }
        })
        .collect();
    let columns = vec![
        Column::text("Name"),
        Column::text("State"),
        Column::text("Kind"),
        Column::number("Started"),
        Column::number("Completed"),
        Column::text("Created"),
    ];
    view! {
        <DataTable label="Quizzes" columns=columns>{rows}</DataTable>
    }
}
