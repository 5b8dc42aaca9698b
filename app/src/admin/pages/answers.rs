//! The answers of a quiz as a table that can be narrowed and put in order; every view is an address.

use domain::{Band, Category, Points};
use leptos::prelude::*;

use crate::{
    admin::{
        AdminContext, NamespaceNav, Problem, QuizNav, QuizTab,
        charts::{band_name, thousands},
        components::{Empty, Field, FormErrors, Pager},
        render::render,
        shell::AdminFrame,
    },
    i18n::texts,
};

/// Values of a select and what they say.
type Choices = &'static [(&'static str, &'static str)];

const STATES: Choices = &[("", "Everybody"), ("completed", "Completed"), ("started", "Not finished")];
const BANDS: Choices =
    &[("", "Any"), ("vulnerable", "Vulnerable, 0–39"), ("coping", "Coping, 40–79"), ("healthy", "Healthy, 80–100")];
const ORDERS: Choices = &[
    ("", "Newest first"),
    ("oldest", "Oldest first"),
    ("highest", "Highest score first"),
    ("lowest", "Lowest score first"),
];

#[derive(Clone, Debug)]
pub struct AnswersPage {
    pub namespace: NamespaceNav,
    pub quiz: QuizNav,
    pub filter: AnswersFilter,
    pub problems: Vec<Problem>,
    pub rows: Vec<AnswerLine>,
    /// Whether the quiz gives scores, so that there is something to filter and to show.
    pub is_scored: bool,
    /// How many began in all, whatever the filter.
    pub started: u64,
    /// Links to the first and the next page.
    pub first: Option<String>,
    pub next: Option<String>,
}

/// The filter as it was typed; empty for what is not asked.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct AnswersFilter {
    pub state: String,
    pub from: String,
    pub to: String,
    pub score_min: String,
    pub score_max: String,
    pub band: String,
    pub sort: String,
}

#[derive(Clone, Debug)]
pub struct AnswerLine {
    pub user: String,
    pub custom_data: Option<String>,
    pub href: String,
    pub started: String,
    /// `None` as long as it is not submitted.
    pub submitted: Option<String>,
    pub score: Option<Points>,
    /// In the order of [`Category::ALL`].
    pub categories: [Option<Points>; 4],
}

impl AnswersFilter {
    /// Whether it leaves anything out.
    fn narrows(&self) -> bool {
        let parts = [&self.from, &self.to, &self.score_min, &self.score_max, &self.band];
        !matches!(self.state.as_str(), "" | "all") || parts.iter().any(|part| !part.is_empty())
    }
}

#[must_use]
pub fn answers(cx: &AdminContext, page: &AnswersPage) -> String {
    let frame = AdminFrame {
        title: "Answers".to_owned(),
        namespace: Some((page.namespace.clone(), None)),
        quiz: Some((page.quiz.clone(), QuizTab::Answers)),
        ..AdminFrame::default()
    };
    let AnswersPage { namespace, quiz, filter, problems, rows, is_scored, started, first, next } = page.clone();
    render(cx, frame, move || {
        let here = namespace.quiz_href(&quiz.id, QuizTab::Answers);
        let action = here.clone();
        let list = match (rows.is_empty(), started) {
            (true, 0) => {
                let share = namespace.quiz_href(&quiz.id, QuizTab::Share);
                view! {
                    <Empty title="No answers yet" text="They stand here from the moment somebody begins the quiz.">
                        <a class="button" href=share>"Share the quiz"</a>
                    </Empty>
                }
                .into_any()
            }
            (true, _) if !problems.is_empty() => ().into_any(),
            (true, _) => view! {
                <Empty
                    title="Nobody fits this filter"
                    text="Ask for fewer things at once, or for a wider range of days or scores."
                >
                    <a class="button-plain" href=here>"Show all answers"</a>
                </Empty>
            }
            .into_any(),
            (false, _) => view! { <Table rows=rows is_scored=is_scored /> }.into_any(),
        };
        let form = (started > 0).then(|| {
            view! { <FilterForm action=action filter=filter problems=problems is_scored=is_scored /> }
        });
        view! {
            <div class="page-head">
                <h1>"Answers"</h1>
                {(started > 0).then(|| view! { <p class="hint">{format!("{} people began", thousands(started))}</p> })}
            </div>
            {form}
            {list}
            <Pager first=first next=next />
        }
    })
}

#[component]
fn FilterForm(action: String, filter: AnswersFilter, problems: Vec<Problem>, is_scored: bool) -> impl IntoView {
    let narrows = filter.narrows();
    let orders = if is_scored { ORDERS } else { &ORDERS[..2] };
    let scores = is_scored.then(|| {
        view! {
            <Choice name="band" label="Band" choices=BANDS chosen=filter.band />
            <Field name="scoreMin" label="Score from" kind="number" value=filter.score_min problems=problems.clone() />
            <Field name="scoreMax" label="Score to" kind="number" value=filter.score_max problems=problems.clone() />
        }
    });
    let reset = action.clone();
    view! {
        <FormErrors problems=problems.clone() />
        <form method="get" action=action class="filter answers-filter" role="search" aria-label="Filter">
            <Choice name="state" label="State" choices=STATES chosen=filter.state />
            <Field name="from" label="Begun from" kind="date" value=filter.from problems=problems.clone() />
            <Field name="to" label="Begun to" kind="date" value=filter.to problems=problems />
            {scores}
            <Choice name="sort" label="Order" choices=orders chosen=filter.sort />
            <button type="submit" class="button-plain">"Show"</button>
            {narrows.then(|| view! { <a class="filter-reset" href=reset>"Show all"</a> })}
        </form>
    }
}

#[component]
fn Choice(name: &'static str, label: &'static str, choices: Choices, chosen: String) -> impl IntoView {
    let options: Vec<_> = choices
        .iter()
        .map(|(value, label)| view! { <option value=*value selected=*value == chosen>{*label}</option> })
        .collect();
    view! {
        <div class="field">
            <label for=name>{label}</label>
            <select id=name name=name>{options}</select>
        </div>
    }
}

/// On a phone its rows are cards; what a cell is about then stands before it.
#[component]
fn Table(rows: Vec<AnswerLine>, is_scored: bool) -> impl IntoView {
    let words = texts(domain::Language::En);
    let heads: Vec<_> = Category::ALL
        .into_iter()
        .filter(|_| is_scored)
        .map(|category| view! { <th scope="col" class="number">{words.category_name(category)}</th> })
        .collect();
    let rows: Vec<_> = rows.into_iter().map(|row| line(row, is_scored)).collect();
    view! {
        <div class="table" role="region" aria-label="Answers" tabindex="0">
            <table class="rows-as-cards answers-table">
                <thead>
                    <tr>
                        <th scope="col">"Person"</th>
                        <th scope="col">"State"</th>
                        <th scope="col">"Begun (UTC)"</th>
                        <th scope="col">"Submitted (UTC)"</th>
                        {is_scored.then(|| view! { <th scope="col" class="number">"Score"</th> })}
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn line(row: AnswerLine, is_scored: bool) -> impl IntoView {
    let words = texts(domain::Language::En);
    let (state, label) = if row.submitted.is_some() { ("completed", "completed") } else { ("started", "not finished") };
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
