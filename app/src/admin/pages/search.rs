//! Search for quizzes in all namespaces of the visitor.

use domain::QuizStatus;
use leptos::prelude::*;

use crate::admin::{AdminContext, Column, DataTable, Empty, Field, Pill, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct SearchPage {
    pub search: String,
    pub found: Vec<FoundQuiz>,
    /// True if there may be more.
    pub is_partial: bool,
}

#[derive(Clone, Debug)]
pub struct FoundQuiz {
    pub href: String,
    pub name: String,
    pub namespace: String,
    pub status: QuizStatus,
    pub completed: u64,
}

pub fn search(cx: AdminContext, page: SearchPage) -> String {
    let SearchPage { search, found, is_partial } = page;
    render(cx, frame("Search", Section::General), move || {
        let more = is_partial.then(|| {
            view! {
                <p class="hint" role="status">
                    "There are more quizzes than one search looks at. Search for a longer part of the name, or in the \
                     namespace of the quiz."
                </p>
            }
        });
        let list = match (search.is_empty(), found.is_empty()) {
            (true, _) => ().into_any(),
            (false, true) => {
                view! { <Empty title="No matching quizzes" text="Search for another part of the name." /> }.into_any()
            }
            (false, false) => view! { <Found found=found /> }.into_any(),
        };
        view! {
            <h1>"Search"</h1>
            <form method="get" action="/admin/search" class="filter" role="search">
                <Field name="q" label="Name of a quiz" kind="search" value=search />
                <button type="submit" class="button-plain">"Search"</button>
            </form>
            {list}
            {more}
        }
    })
}

#[component]
fn Found(found: Vec<FoundQuiz>) -> impl IntoView {
    let rows: Vec<_> = found
        .into_iter()
        .map(|quiz| {
            view! {
                <tr>
                    <th scope="row"><a href=quiz.href>{quiz.name}</a></th>
                    <td><Pill status=quiz.status.as_str() /></td>
                    <td class="prose">{quiz.namespace}</td>
                    <td class="number" data-label="Completed">{thousands(quiz.completed)}</td>
                </tr>
            }
        })
        .collect();
    let mut columns = ["Name", "State", "Namespace"].map(Column::text).to_vec();
    columns.push(Column::number("Completed"));
    view! {
        <DataTable label="Quizzes" columns=columns>{rows}</DataTable>
    }
}
