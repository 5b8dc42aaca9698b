//! Shared reports: the owner's list, and a report as its viewers see it.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Column, CopyLine, DataTable, Field, Figure, FormErrors, Problem, QuizNav, QuizTab, Section, Typed,
    charts::FigureView, frame, render,
};

#[derive(Clone, Debug)]
pub struct ReportsPage {
    pub quiz: QuizNav,
    pub reports: Vec<ReportLine>,
    /// Names and labels of the tables that can be shown.
    pub tables: Vec<(String, String)>,
    /// The threshold of all reports of the quiz, if there are any.
    pub threshold: Option<u64>,
    pub is_open: bool,
    pub link: Option<String>,
    pub typed: Typed,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct ReportLine {
    pub id: String,
    pub title: String,
    pub state: ReportState,
    pub created: String,
    pub expires: String,
}

#[derive(Clone, Debug)]
pub enum ReportState {
    Unpublished,
    Published {
        at: String,
        older: Vec<OlderFigure>,
    },
    /// Answers were erased after it was published.
    Withdrawn,
    Expired,
}

/// A figure that the last publication did not update.
#[derive(Clone, Debug)]
pub struct OlderFigure {
    pub label: String,
    pub reason: &'static str,
    /// The time of its older numbers; `None` if it shows none.
    pub until: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct ReportPage {
    pub title: String,
    pub hint: String,
    pub figures: Vec<Figure>,
    /// The base URL of their files.
    pub files: String,
    /// Notes on the figures, or the reason why there are none.
    pub note: Vec<String>,
}

pub fn reports(cx: AdminContext, page: ReportsPage) -> String {
    let frame = frame("Shared reports", Section::Quiz(page.quiz.clone(), QuizTab::Insights));
    render(cx, frame, move || {
        let ReportsPage { quiz, reports, tables, threshold, is_open, link, typed, problems } = page;
        let here = format!("{}/reports", quiz.href(QuizTab::Insights));
        let back = quiz.href(QuizTab::Insights);
        let link = link.map(|link| {
            view! {
                <div class="card shown-once" role="status">
                    <p>"Anyone with this link sees the report until it expires. The link is not shown again. The report shows nothing until you publish it."</p>
                    <CopyLine id="report-link" label="Link" text=link />
                </div>
            }
        });
        let list = (!reports.is_empty()).then(|| {
            let columns = vec![
                Column::text("Title"),
                Column::text("Figures"),
                Column::text("Created"),
                Column::text("Expires"),
                Column::Actions("Actions"),
            ];
            let rows: Vec<_> = reports.into_iter().map(|report| line(report, &here)).collect();
            view! { <DataTable label="Shared reports" columns=columns>{rows}</DataTable> }
        });
        let action = here.clone();
        view! {
            <h2 class="title">"Shared reports"</h2>
            {link}
            <p class="hint">
                "A report is a page for viewers without an account. It shows how many chose what, never texts, and its viewers cannot narrow it. Its figures are made when you publish or renew it, and stay as they are until you renew it. A table gets new numbers only where no group gained or lost just a few people. If a member, a key or a time limit erases submitted answers, reports show nothing until you renew them."
            </p>
            {is_open
                .then(|| {
                    view! {
                        <p class="hint">
                            "Anyone can answer this quiz, so someone could send answers to learn those of others. Renew its reports after closing it. Before that they take up whole days, of answers at least a day old: a reader who knows all other answers of a day can then learn the remaining ones, and no more."
                        </p>
                    }
                })}
            {list}
            <section aria-labelledby="new-report">
                <h3 id="new-report">"New report"</h3>
                <FormErrors problems=problems.clone() />
                <CreateForm action=action tables=tables threshold=threshold typed=typed problems=problems />
            </section>
            <p class="aside"><a href=back>"Back to insights"</a></p>
        }
    })
}

#[component]
fn CreateForm(
    action: String,
    tables: Vec<(String, String)>,
    threshold: Option<u64>,
    typed: Typed,
    problems: Vec<Problem>,
) -> impl IntoView {
    if tables.is_empty() {
        return view! {
            <p>"This quiz has nothing to show in a report: questions that are scored or that depend on others are left out."</p>
        }
        .into_any();
    }
    let boxes: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(index, (name, label))| {
            let id = format!("table-{index}");
            let named = id.clone();
            view! {
                <div class="choice">
                    <input type="checkbox" id=id name="table" value=name checked=true />
                    <label for=named dir="auto">{label}</label>
                </div>
            }
        })
        .collect();
    let days = if typed.get("days").is_empty() { "30" } else { typed.get("days") };
    let people = match threshold {
        Some(threshold) => {
            view! { <p class="hint">{format!("Groups of fewer than {threshold} people are hidden, as in the other reports of this quiz.")}</p> }
                .into_any()
        }
        None => view! {
            <Field
                name="threshold"
                label="Hide groups of fewer people than"
                kind="number"
                value="10".to_owned()
                hint="At least 5. It holds for all reports of this quiz and can\u{2019}t be changed later."
                problems=problems.clone()
            />
        }
        .into_any(),
    };
    view! {
        <form method="post" action=action class="card form measure">
            <Field name="title" label="Title" value=typed.get("title") required=true problems=problems.clone() />
            <fieldset class="choices">
                <legend>"Show"</legend>
                {boxes}
            </fieldset>
            {people}
            <Field name="days" label="Expires after days" kind="number" value=days problems=problems />
            <button type="submit" class="button">"Create report"</button>
        </form>
    }
    .into_any()
}

fn line(report: ReportLine, here: &str) -> impl IntoView + use<> {
    let ReportLine { id, title, state, created, expires } = report;
    let is_first = matches!(state, ReportState::Unpublished);
    let button = if is_first { "Publish the report" } else { "Renew" };
    let state = match state {
        ReportState::Unpublished => view! { "Not published yet" }.into_any(),
        ReportState::Withdrawn => view! { "Withdrawn: answers were erased" }.into_any(),
        ReportState::Expired => view! { "Expired. Renewing makes the link work for 30 days." }.into_any(),
        ReportState::Published { at, older } => view! {
            {format!("Published {at}")}
            {(!older.is_empty()).then(|| view! { <OlderFigures older=older /> })}
        }
        .into_any(),
    };
    let (action, label) = (format!("{here}/{id}/end"), format!("End the report {title}"));
    let (publish, named) = (format!("{here}/{id}/publish"), format!("{button}: {title}"));
    view! {
        <tr>
            <th scope="row" dir="auto">{title}</th>
            <td>{state}</td>
            <td>{created}</td>
            <td>{expires}</td>
            <td>
                <form method="post" action=publish>
                    <button type="submit" class="button-plain" aria-label=named>{button}</button>
                </form>
                <a href=action aria-label=label>"End"</a>
            </td>
        </tr>
    }
}

#[component]
fn OlderFigures(older: Vec<OlderFigure>) -> impl IntoView {
    let summary = match older.len() {
        1 => "1 figure has no new numbers".to_owned(),
        all => format!("{all} figures have no new numbers"),
    };
    let lines: Vec<_> = older
        .into_iter()
        .map(|OlderFigure { label, reason, until }| {
            let shows = until.map_or_else(|| "shows nothing".to_owned(), |until| format!("as of {until}"));
            view! { <li><bdi>{label}</bdi>{format!(": {shows}, because {reason}")}</li> }
        })
        .collect();
    view! {
        <details>
            <summary>{summary}</summary>
            <ul>{lines}</ul>
        </details>
    }
}

pub fn report(cx: AdminContext, page: ReportPage) -> String {
    let scripts = cx.assets.picture.iter().cloned().collect();
    let frame = frame("Report", Section::General).scripts(scripts);
    render(cx, frame, move || {
        let ReportPage { title, hint, figures, files, note } = page;
        let notes: Vec<_> = note.into_iter().map(|note| view! { <p>{note}</p> }).collect();
        let figures: Vec<_> = figures
            .into_iter()
            .map(|figure| view! { <FigureView figure=figure files=(files.clone(), String::new()) /> })
            .collect();
        view! {
            <h1 class="title" dir="auto">{title}</h1>
            <p class="hint">{hint}</p>
            <section aria-labelledby="figures-title">
                <h2 id="figures-title">"Figures"</h2>
                {notes}
                <div class="chart-pair">{figures}</div>
            </section>
        }
    })
}
