//! A table of answers with filters and sorting. Every view has its own address.

use domain::{Band, Category, Points};
use leptos::prelude::*;

use crate::{
    admin::{
        AdminContext, Column, DataTable, Empty, Field, FormErrors, Pager, Problem, QuizNav, QuizTab, Section, Select,
        Typed, band_name, frame, render, thousands,
    },
    words::texts,
};

const STATES: [(&str, &str); 3] = [("", "All"), ("completed", "Completed"), ("started", "In progress")];
const BANDS: [(&str, &str); 4] =
    [("", "Any"), ("vulnerable", "Vulnerable, 0–39"), ("coping", "Coping, 40–79"), ("healthy", "Healthy, 80–100")];
const ORDERS: [(&str, &str); 4] = [
    ("", "Newest first"),
    ("oldest", "Oldest first"),
    ("highest", "Highest score first"),
    ("lowest", "Lowest score first"),
];

#[derive(Clone, Debug)]
pub struct AnswersPage {
    pub quiz: QuizNav,
    pub typed: Typed,
    pub problems: Vec<Problem>,
    pub rows: Vec<AnswerLine>,
    /// Without scores, score columns and filters are hidden.
    pub is_scored: bool,
    /// All respondents, regardless of the filter.
    pub started: u64,
    /// Addresses of the first and the next page.
    pub first: Option<String>,
    pub next: Option<String>,
}

#[derive(Clone, Debug)]
pub struct AnswerLine {
    pub user: String,
    pub custom_data: Option<String>,
    pub href: String,
    pub started: String,
    /// `None` until submitted.
    pub submitted: Option<String>,
    pub score: Option<Points>,
    /// In the order of [`Category::ALL`].
    pub categories: [Option<Points>; 4],
}

pub fn answers(cx: AdminContext, page: AnswersPage) -> String {
    let frame = frame("Answers", Section::Quiz(page.quiz.clone(), QuizTab::Answers));
    let AnswersPage { quiz, typed, problems, rows, is_scored, started, first, next } = page;
    render(cx, frame, move || {
        let here = quiz.href(QuizTab::Answers);
        let action = here.clone();
        let list = match (rows.is_empty(), started) {
            (true, 0) => {
                let share = quiz.href(QuizTab::Share);
                view! {
                    <Empty title="No answers yet" text="Responses appear here as soon as someone starts the quiz.">
                        <a class="button" href=share>"Share the quiz"</a>
                    </Empty>
                }
                .into_any()
            }
            (true, _) if !problems.is_empty() => ().into_any(),
            (true, _) => view! {
                <Empty
                    title="No matching responses"
                    text="Ask for fewer things at once, or for a wider range of days or scores."
                >
                    <a class="button-plain" href=here>"Show all answers"</a>
                </Empty>
            }
            .into_any(),
            (false, _) => view! { <Table rows=rows is_scored=is_scored /> }.into_any(),
        };
        let form = (started > 0).then(|| {
            view! { <FilterForm action=action typed=typed problems=problems is_scored=is_scored /> }.into_any()
        });
        view! {
            <h2 class="visually-hidden">"Answers"</h2>
            <div class="page-head">
                {form}
                {(started > 0).then(|| view! { <p class="hint">{format!("{} responses", thousands(started))}</p> })}
            </div>
            {list}
            <Pager first=first next=next />
        }
    })
}

#[component]
fn FilterForm(action: String, typed: Typed, problems: Vec<Problem>, is_scored: bool) -> impl IntoView {
    let narrows = !matches!(typed.get("state"), "" | "all")
        || ["from", "to", "scoreMin", "scoreMax", "band"].iter().any(|name| !typed.get(name).is_empty());
    let is_open = narrows || !problems.is_empty();
    let orders = if is_scored { ORDERS.to_vec() } else { ORDERS[..2].to_vec() };
    let score = |name, label| {
        let (value, problems) = (typed.get(name), problems.clone());
        view! { <Field name=name label=label kind="number" value=value problems=problems /> }
    };
    let scores = is_scored.then(|| {
        view! {
            <Select name="band" label="Band" options=BANDS.to_vec() chosen=typed.get("band") />
            {score("scoreMin", "Score from")}
            {score("scoreMax", "Score to")}
        }
    });
    let reset = action.clone();
    view! {
        <FormErrors problems=problems.clone() />
        <details id="filter" class="sheet" open=is_open>
            <summary>"Filter"</summary>
        <form method="get" action=action class="filter answers-filter" role="search" aria-label="Filter">
            <Select name="state" label="State" options=STATES.to_vec() chosen=typed.get("state") />
            <Field name="from" label="Started after" kind="date" value=typed.get("from") problems=problems.clone() />
            <Field name="to" label="Started before" kind="date" value=typed.get("to") problems=problems />
            {scores}
            <Select name="sort" label="Sort by" options=orders chosen=typed.get("sort") />
            <button type="submit" class="button-plain">"Apply"</button>
            {narrows.then(|| view! { <a class="filter-reset" href=reset>"Show all"</a> })}
        </form>
        </details>
    }
}

/// On a phone each row becomes a card, with labels before its cells.
#[component]
fn Table(rows: Vec<AnswerLine>, is_scored: bool) -> impl IntoView {
    let words = texts(domain::Language::EN);
    let rows: Vec<_> = rows.into_iter().map(|row| line(row, is_scored)).collect();
    let mut columns = ["Person", "State", "Begun (UTC)", "Submitted (UTC)"].map(Column::text).to_vec();
    if is_scored {
        columns.push(Column::number("Score"));
        columns.extend(Category::ALL.map(|category| Column::number(words.category_name(category))));
    }
    view! {
        <DataTable label="Answers" columns=columns class="rows-as-cards answers-table">{rows}</DataTable>
    }
}

fn line(row: AnswerLine, is_scored: bool) -> impl IntoView {
    let words = texts(domain::Language::EN);
    let (state, label) = if row.submitted.is_some() { ("completed", "completed") } else { ("started", "in progress") };
    let score = row.score.map(|score| {
        let band: Band = score.band();
        view! { <strong>{score.get()}</strong> <span class="hint">{format!(" {}", band_name(band))}</span> }
    });
    let categories: Vec<_> = Category::ALL
        .into_iter()
        .zip(row.categories)
        .filter(|_| is_scored)
        .map(|(category, score)| {
            view! {
                <td class="number" data-label=words.category_name(category)>
                    {score.map(Points::get)}
                </td>
            }
        })
        .collect();
    view! {
        <tr>
            <th scope="row">
                <a class="person" href=row.href>{row.user}</a>
                {row.custom_data.map(|text| view! { <span class="hint person">{text}</span> })}
            </th>
            <td data-label="State"><span class=format!("pill pill-{state}")>{label}</span></td>
            <td data-label="Begun">{row.started}</td>
            <td data-label="Submitted">{row.submitted}</td>
            {is_scored.then(|| view! { <td class="number" data-label="Score">{score}</td> })}
            {categories}
        </tr>
    }
}
