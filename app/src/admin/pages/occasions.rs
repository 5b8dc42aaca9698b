//! The occasions of a series by number and state, and the people behind each count.

use leptos::prelude::*;

use crate::admin::{AdminContext, Column, DataTable, Empty, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct OccasionsPage {
    pub quiz: QuizNav,
    /// The greatest number first.
    pub lines: Vec<OccasionLine>,
    /// The URL of lower numbers.
    pub earlier: Option<String>,
    /// Those of one count.
    pub listed: Option<ListedOccasions>,
}

#[derive(Clone, Debug)]
pub struct OccasionLine {
    pub number: u32,
    /// The day on which it was due, or the first and the last.
    pub days: String,
    /// By state, in the order of [`STATES`].
    pub counts: [u64; 4],
}

#[derive(Clone, Debug)]
pub struct ListedOccasions {
    pub number: u32,
    /// One of [`STATES`].
    pub state: &'static str,
    pub people: Vec<OccasionOf>,
    /// The URL of the next page.
    pub older: Option<String>,
}

#[derive(Clone, Debug)]
pub struct OccasionOf {
    pub person: String,
    /// The URL of the person's answers; `None` where the occasion brought none.
    pub href: Option<String>,
    pub due: String,
    /// Until when an attempt may begin, or might have.
    pub until: String,
}

/// The states in addresses, with the names of their columns.
pub const STATES: [(&str, &str); 4] =
    [("due", "Due"), ("answered", "Answered"), ("missed", "Missed"), ("stopped", "Stopped")];

pub fn occasions(cx: AdminContext, page: OccasionsPage) -> String {
    let frame = frame("Occasions", Section::Quiz(page.quiz.clone(), QuizTab::Insights));
    render(cx, frame, move || {
        let OccasionsPage { quiz, lines, earlier, listed } = page;
        let insights = quiz.href(QuizTab::Insights);
        let table = match lines.is_empty() {
            true => view! {
                <Empty title="No occasions yet" text="They appear here as they come, by the plan of the series.".to_owned() />
            }
            .into_any(),
            false => view! { <Lines lines=lines insights=insights.clone() /> }.into_any(),
        };
        view! {
            <h2 class="title">"Occasions"</h2>
            {table}
            {earlier.map(|href| view! { <p class="aside"><a href=href rel="next">"Earlier occasions"</a></p> })}
            {listed.map(|listed| view! { <Listed listed=listed /> })}
            <p class="aside"><a href=insights>"All insights"</a></p>
        }
    })
}

#[component]
fn Lines(lines: Vec<OccasionLine>, insights: String) -> impl IntoView {
    let columns = [Column::number("Occasion"), Column::text("Due on")].into_iter();
    let columns = columns.chain(STATES.map(|(_, name)| Column::number(name))).collect();
    let row = |line: OccasionLine| {
        let OccasionLine { number, days, counts } = line;
        let cell = |((state, name), count): ((&'static str, &'static str), u64)| {
            let count = match count {
                0 => "0".into_any(),
                count => {
                    let href = format!("?occasion={number}&state={state}#listed");
                    let label = format!("Occasion {number}, {}: {}", name.to_lowercase(), thousands(count));
                    view! { <a href=href aria-label=label>{thousands(count)}</a> }.into_any()
                }
            };
            view! { <td class="number" data-label=name>{count}</td> }
        };
        let cells: Vec<_> = STATES.into_iter().zip(counts).map(cell).collect();
        let figures = format!("{insights}?occasion={number}&attempts=each");
        let label = format!("{days}: insights of occasion {number}");
        view! {
            <tr>
                <th scope="row" class="number">{number}</th>
                <td data-label="Due on"><a href=figures aria-label=label>{days}</a></td>
                {cells}
            </tr>
        }
    };
    let rows: Vec<_> = lines.into_iter().map(row).collect();
    view! {
        <DataTable label="Occasions by number" columns=columns>{rows}</DataTable>
        <p class="hint">
            "Answered: an attempt began within the window and was submitted, even later. Missed: none was submitted, and \
             the window is over. Stopped: the link was revoked. The day leads to the insights of the occasion."
        </p>
    }
}

#[component]
fn Listed(listed: ListedOccasions) -> impl IntoView {
    let ListedOccasions { number, state, people, older } = listed;
    let title = format!("Occasion {number}, {state}");
    let row = |one: OccasionOf| {
        let OccasionOf { person, href, due, until } = one;
        let person = match href {
            Some(href) => view! { <a href=href>{person}</a> }.into_any(),
            None => person.into_any(),
        };
        view! {
            <tr>
                <th scope="row" class="prose">{person}</th>
                <td data-label="Due on">{due}</td>
                <td data-label="Open until">{until}</td>
            </tr>
        }
    };
    let rows: Vec<_> = people.into_iter().map(row).collect();
    let columns = vec![Column::text("Person"), Column::text("Due on"), Column::text("Open until")];
    view! {
        <section id="listed">
            <h3>{title.clone()}</h3>
            <DataTable label=title columns=columns>{rows}</DataTable>
            {older.map(|href| view! { <p class="aside"><a href=href rel="next">"Earlier"</a></p> })}
        </section>
    }
}
