//! The quizzes of a namespace.

use domain::{Permission, QuizId};
use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, NamespaceNav, QuizTab,
    components::{Empty, Pager, Pill},
    render::render,
    shell::AdminFrame,
};

#[derive(Clone, Debug)]
pub struct QuizzesPage {
    pub namespace: NamespaceNav,
    pub quizzes: Vec<QuizLine>,
    /// What the list was searched for, and the status it was narrowed to; empty for everything.
    pub search: String,
    pub status: String,
    /// Links to the first and the next page.
    pub first: Option<String>,
    pub next: Option<String>,
}

#[derive(Clone, Debug)]
pub struct QuizLine {
    pub id: QuizId,
    pub name: String,
    /// `open`, `inapp`, `invited`.
    pub kind: &'static str,
    pub status: &'static str,
    pub started: u64,
    pub completed: u64,
    /// As a day.
    pub created: String,
}

#[must_use]
pub fn quizzes(cx: &AdminContext, page: &QuizzesPage) -> String {
    let frame = AdminFrame {
        title: "Quizzes".to_owned(),
        namespace: Some((page.namespace.clone(), Some(Area::Quizzes))),
        ..AdminFrame::default()
    };
    let page = page.clone();
    render(cx, frame, move || {
        let QuizzesPage { namespace, quizzes, search, status, first, next } = page;
        let is_narrowed = !search.is_empty() || !status.is_empty();
        let new = namespace.role.allows(Permission::Edit).then(|| format!("{}/quizzes/new", namespace.href()));
        let new_button = new.clone().map(|href| view! { <a class="button" href=href>"New quiz"</a> });
        let list = match (quizzes.is_empty(), is_narrowed) {
            (true, true) => view! {
                <Empty title="No quiz matches" text="Search for another part of the name, or look at all states." />
            }
            .into_any(),
            (true, false) => view! {
                <Empty
                    title="No quiz yet"
                    text="Begin with the money check-up of eight questions, or with questions of your own."
                >
                    {new.clone().map(|href| view! { <a class="button" href=href>"New quiz"</a> })}
                </Empty>
            }
            .into_any(),
            (false, _) => view! { <QuizTable namespace=namespace.clone() quizzes=quizzes /> }.into_any(),
        };
        view! {
            <div class="page-head">
                <h1>"Quizzes"</h1>
                {new_button}
            </div>
            <Search action=namespace.href() search=search status=status />
            {list}
            <Pager first=first next=next />
        }
    })
}

#[component]
fn Search(action: String, search: String, status: String) -> impl IntoView {
    let options: Vec<_> = [("", "All states"), ("draft", "Draft"), ("open", "Open"), ("closed", "Closed")]
        .into_iter()
        .map(|(value, label)| view! { <option value=value selected=value == status>{label}</option> })
        .collect();
    view! {
        <form method="get" action=action class="filter" role="search">
            <div class="field">
                <label for="search">"Name"</label>
                <input id="search" name="search" type="search" value=search />
            </div>
            <div class="field">
                <label for="status">"State"</label>
                <select id="status" name="status">{options}</select>
            </div>
            <button type="submit" class="button-plain">"Search"</button>
        </form>
    }
}

#[component]
fn QuizTable(namespace: NamespaceNav, quizzes: Vec<QuizLine>) -> impl IntoView {
    let rows: Vec<_> = quizzes
        .into_iter()
        .map(|quiz| {
            let href = namespace.quiz_href(&quiz.id, QuizTab::Overview);
            view! {
                <tr>
                    <th scope="row"><a href=href>{quiz.name}</a></th>
                    <td><Pill status=quiz.status /></td>
                    <td>{quiz.kind}</td>
                    <td class="number">{quiz.started}</td>
                    <td class="number">{quiz.completed}</td>
                    <td>{quiz.created}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table" role="region" aria-label="Quizzes" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Name"</th>
                        <th scope="col">"State"</th>
                        <th scope="col">"Kind"</th>
                        <th scope="col" class="number">"Started"</th>
                        <th scope="col" class="number">"Completed"</th>
                        <th scope="col">"Made"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
