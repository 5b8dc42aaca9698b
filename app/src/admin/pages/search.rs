//! Search for people, quizzes and pages in all namespaces of the visitor.

use domain::QuizStatus;
use leptos::prelude::*;

use crate::admin::{AdminContext, Column, DataTable, Empty, Field, Pill, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct SearchPage {
    pub search: String,
    pub people: Vec<FoundPersonLine>,
    /// True if there may be more people.
    pub has_more_people: bool,
    pub found: Vec<FoundQuiz>,
    /// True if there may be more quizzes.
    pub is_partial: bool,
    pub pages: Vec<FoundPage>,
}

/// A person in one quiz.
#[derive(Clone, Debug)]
pub struct FoundPersonLine {
    pub href: String,
    pub name: String,
    /// The address, or else the custom data.
    pub about: Option<String>,
    pub quiz: String,
    pub namespace: String,
    /// `None` if the person has not begun.
    pub is_submitted: Option<bool>,
    /// The page that asks before the person is erased from all quizzes of the namespace.
    pub erase: Option<String>,
}

#[derive(Clone, Debug)]
pub struct FoundPage {
    pub href: String,
    pub name: String,
    /// `None` for a page outside namespaces.
    pub namespace: Option<String>,
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
    let SearchPage { search, people, has_more_people, found, is_partial, pages } = page;
    render(cx, frame("Search", Section::General), move || {
        let more = is_partial.then(|| {
            view! {
                <p class="hint" role="status">
                    "There are more quizzes than one search looks at. Search for a longer part of the name, or in the \
                     namespace of the quiz."
                </p>
            }
        });
        let is_empty = found.is_empty() && people.is_empty() && pages.is_empty();
        let list = if is_empty && !search.is_empty() {
            view! {
                <Empty
                    title="No matching quizzes, people or pages"
                    text="Search for another part of the name of a quiz, or for the beginning of a person’s id, name, address or custom data."
                />
            }
            .into_any()
        } else {
            view! {
                {(!people.is_empty()).then(|| view! { <People people=people has_more=has_more_people /> })}
                {(!found.is_empty()).then(|| view! { <h2>"Quizzes"</h2> <Found found=found /> })}
                {(!pages.is_empty()).then(|| view! { <Pages pages=pages /> })}
            }
            .into_any()
        };
        view! {
            <h1>"Search"</h1>
            <form method="get" action="/admin/search" class="filter" role="search">
                <Field name="q" label="A person, a quiz or a page" kind="search" value=search />
                <button type="submit" class="button-plain">"Search"</button>
            </form>
            {list}
            {more}
        }
    })
}

#[component]
fn People(people: Vec<FoundPersonLine>, has_more: bool) -> impl IntoView {
    let rows: Vec<_> = people
        .into_iter()
        .map(|person| {
            let (state, text) = match person.is_submitted {
                None => ("scheduled", "not started"),
                Some(false) => ("started", "in progress"),
                Some(true) => ("completed", "completed"),
            };
            let label = format!("Erase {} from all quizzes", person.name);
            let erase = person.erase.map(|href| view! { <a href=href aria-label=label>"Erase everywhere…"</a> });
            view! {
                <tr>
                    <th scope="row">
                        <a class="person" href=person.href>{person.name}</a>
                        {person.about.map(|text| view! { <span class="hint person">{text}</span> })}
                    </th>
                    <td><span class=format!("pill pill-{state}")>{text}</span></td>
                    <td class="prose">{person.quiz}</td>
                    <td class="prose">{person.namespace}</td>
                    <td>{erase}</td>
                </tr>
            }
        })
        .collect();
    let columns = ["Person", "State", "Quiz", "Namespace", "Erase"].map(Column::text).to_vec();
    let more = has_more.then(|| {
        view! { <p class="hint" role="status">"There are more. Type more of the name, or a further word of it."</p> }
    });
    view! {
        <h2>"People"</h2>
        <DataTable label="People" columns=columns>{rows}</DataTable>
        {more}
    }
}

#[component]
fn Pages(pages: Vec<FoundPage>) -> impl IntoView {
    let lines: Vec<_> = pages
        .into_iter()
        .map(|page| {
            let of = page.namespace.map(|namespace| view! { <span class="hint">{format!(" {namespace}")}</span> });
            view! { <li><a href=page.href>{page.name}</a>{of}</li> }
        })
        .collect();
    view! {
        <h2>"Pages"</h2>
        <ul>{lines}</ul>
    }
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
