//! Requesting, following and downloading exports.

use leptos::prelude::*;

use super::{
    answers::Matching,
    answers_columns::{ColumnChoice, find_columns},
    answers_filter::{self, Chip},
};
use crate::admin::{
    AdminContext, Column, DataTable, Empty, Pill, QuizNav, QuizTab, Section, Select, Typed, brief, frame, render,
    thousands,
};

#[derive(Clone, Debug)]
pub struct ExportsPage {
    pub quiz: QuizNav,
    /// Formats, such as `csv`.
    pub formats: Vec<&'static str>,
    /// True if respondents have taken the quiz again.
    pub has_attempts: bool,
    /// Months in which respondents may have started: value and name.
    pub months: Vec<(String, String)>,
    pub columns: Vec<ColumnChoice>,
    /// The search term, if there are more columns than a page lists.
    pub find: Option<String>,
    /// True if the search found further columns.
    pub has_more: bool,
    /// The form as submitted, for the search among columns.
    pub typed: Typed,
    pub part: ExportPart,
    /// The page was opened by submitting the form: it downloads the newest file once it is ready.
    pub takes_newest: bool,
    pub exports: Vec<ExportLine>,
    pub deliveries: Vec<DeliveryPlan>,
}

/// Exports that the server makes and delivers by itself.
#[derive(Clone, Debug)]
pub struct DeliveryPlan {
    /// Such as `daily 06:00 Europe/Madrid`.
    pub timetable: String,
    /// Such as `csv for people`.
    pub style: String,
    /// Shown to administrators of all namespaces.
    pub destination: Option<String>,
    pub next: String,
    /// Newest first: when, the state, and what became of it.
    pub runs: Vec<(String, &'static str, String)>,
}

#[derive(Clone, Debug, Default)]
pub struct ExportPart {
    /// The query string of the view; empty for all answers.
    pub query: String,
    /// Its conditions in words, each with the URL of this page without it.
    pub chips: Vec<Chip>,
    pub matches: Option<Matching>,
}

#[derive(Clone, Debug)]
pub struct ExportLine {
    pub id: String,
    pub format: &'static str,
    pub is_for_people: bool,
    /// The exported answers in words; `None` for all.
    pub part: Option<String>,
    pub asked_by: String,
    pub asked: String,
    pub progress: ExportProgress,
}

#[derive(Clone, Debug)]
pub enum ExportProgress {
    /// Rows written and rows in total; the total is 0 until it is known.
    Running {
        done: u64,
        total: u64,
    },
    Done {
        rows: u64,
        bytes: u64,
        sha256: String,
        /// `None` if this server cannot access the file.
        link: Option<String>,
    },
    Failed(String),
    Cancelled,
    /// The file was removed because of its age, a newer export, or the erasure of answers in it.
    Removed {
        rows: u64,
        at: String,
    },
}

/// Seconds between updates while an export is running.
const LIVE: &str = "1";

pub fn exports(cx: AdminContext, page: ExportsPage) -> String {
    let ExportsPage {
        quiz,
        formats,
        has_attempts,
        months,
        columns,
        find,
        has_more,
        typed,
        part,
        takes_newest,
        exports,
        deliveries,
    } = page;
    let is_running = exports.iter().any(|export| matches!(export.progress, ExportProgress::Running { .. }));
    let newest = exports.first().filter(|_| takes_newest).and_then(|export| match &export.progress {
        ExportProgress::Done { link, .. } => link.clone(),
        _ => None,
    });
    let refresh = newest.as_ref().map(|link| format!("0; url={link}")).or(is_running.then(|| "5".to_owned()));
    let frame = frame("Exports", Section::Quiz(quiz.clone(), QuizTab::Exports)).refresh(refresh);
    render(cx, frame, move || {
        let at = quiz.href(QuizTab::Exports);
        let format = Some(typed.get("format")).filter(|format| !format.is_empty());
        let format = format.or_else(|| formats.first().copied()).unwrap_or_default().to_owned();
        let any = (String::new(), "Any month".to_owned());
        let months: Vec<_> = std::iter::once(any).chain(months).collect();
        let formats: Vec<_> = formats.into_iter().map(|format| (format, name(format))).collect();
        let list = if exports.is_empty() {
            view! {
                <Empty
                    title="No export yet"
                    text="A file holds all answers as they are at one moment: who has started, who has submitted, and every score."
                />
            }
            .into_any()
        } else {
            view! { <History at=at.clone() exports=exports newest=newest /> }.into_any()
        };
        let attempts = has_attempts.then(|| {
            let chosen = typed.get("attempts").to_owned();
            view! { <Select name="attempts" label="Attempts" options=ATTEMPTS.to_vec() chosen=chosen /> }
        });
        view! {
            <h2 class="visually-hidden">"Exports"</h2>
            <div class="exports">
                <div>
                    <Part part=part.clone() />
                    <form method="post" action=at class="card form">
                        <Select
                            name="form"
                            label="Form of the file"
                            hint="People get names, words and the quiz’s time zone; programs get ids and codes, which stay the same."
                            options=FORMS.to_vec()
                            chosen=typed.get("form")
                        />
                        <Select name="format" label="Format" options=formats chosen=format />
                        <Select
                            name="delimiter"
                            label="Separator in CSV for people"
                            options=DELIMITERS.to_vec()
                            chosen=typed.get("delimiter")
                        />
                        <Select name="month" label="Started in" options=months chosen=typed.get("month") />
                        {attempts}
                        <Select name="columns" label="Columns" options=COLUMNS.to_vec() chosen=typed.get("columns") />
                        {only(columns, find, has_more)}
                        <input type="hidden" name="query" value=part.query />
                        <button type="submit" class="button">"Export"</button>
                    </form>
                </div>
                <section>
                    <h2 class="visually-hidden">"History"</h2>
                    <div id="exports" data-live=is_running.then_some(LIVE)>
                        {list}
                    </div>
                    {(!deliveries.is_empty()).then(|| view! { <Deliveries plans=deliveries /> })}
                </section>
            </div>
        }
    })
}

#[component]
fn Deliveries(plans: Vec<DeliveryPlan>) -> impl IntoView {
    let rows: Vec<_> = plans
        .into_iter()
        .map(|plan| {
            let runs: Vec<_> = plan
                .runs
                .into_iter()
                .map(|(at, state, outcome)| view! { <li>{at} " " <Pill status=state /> " " <span class="prose">{outcome}</span></li> })
                .collect();
            let runs = if runs.is_empty() { "None yet".into_any() } else { view! { <ul>{runs}</ul> }.into_any() };
            view! {
                <tr>
                    <th scope="row">{plan.timetable} {plan.destination.map(|to| view! { <br /> <span class="prose">{to}</span> })}</th>
                    <td data-label="File">{plan.style}</td>
                    <td data-label="Next">{plan.next}</td>
                    <td data-label="Last runs">{runs}</td>
                </tr>
            }
        })
        .collect();
    let columns = ["When", "File", "Next", "Last runs"].map(Column::text).to_vec();
    view! {
        <section>
            <h2>"Deliveries"</h2>
            <p class="hint">"Set up by the operator of the server, who can repeat one that failed."</p>
            <DataTable label="Deliveries" columns=columns>{rows}</DataTable>
        </section>
    }
}

const COLUMNS: [(&str, &str); 2] = [("all", "All columns"), ("table", "Those of the table of answers")];
const ATTEMPTS: [(&str, &str); 2] = [("", "The latest of each person"), ("each", "Each on a line of its own")];
const FORMS: [(&str, &str); 2] = [("people", "For people"), ("programs", "For programs")];
const DELIMITERS: [(&str, &str); 2] = [("comma", "Comma"), ("semicolon", "Semicolon (decimal comma)")];

/// Checkboxes for the columns, in a scrolling box of limited height.
fn only(columns: Vec<ColumnChoice>, find: Option<String>, has_more: bool) -> impl IntoView {
    let boxes: Vec<_> = columns
        .into_iter()
        .map(|ColumnChoice { key, label, is_shown }| {
            view! {
                <li>
                    <label class="check">
                        <input type="checkbox" name="column" value=key checked=is_shown />
                        <span dir="auto">{brief(&label)}</span>
                    </label>
                </li>
            }
        })
        .collect();
    view! {
        <fieldset class="some-columns">
            <legend>"Or only these columns"</legend>
            {find.map(|find| find_columns(find, has_more))}
            <ul tabindex="0" aria-label="Columns to choose from">{boxes}</ul>
        </fieldset>
    }
}

#[component]
fn Part(part: ExportPart) -> impl IntoView {
    let ExportPart { chips, matches, .. } = part;
    (!chips.is_empty()).then(|| {
        let matches = matches.map(|Matching { number, is_exact }| {
            let plus = if is_exact { "" } else { "+" };
            format!("{}{plus} responses match:", thousands(number))
        });
        view! {
            <div class="answers-line">
                <p class="hint matches">{matches}</p>
                {answers_filter::chips(chips)}
            </div>
        }
    })
}

#[component]
fn History(at: String, exports: Vec<ExportLine>, newest: Option<String>) -> impl IntoView {
    let rows: Vec<_> = exports
        .into_iter()
        .map(|export| {
            let (status, rows, what) = match export.progress {
                ExportProgress::Running { done, total } => {
                    let cancel = view! {
                        <div class="in-row">
                            <progress
                                max=total.max(1)
                                value=done
                                aria-label=format!("Export of {}", export.asked)
                            ></progress>
                            <a href=format!("{at}/{}/cancel", export.id)>"Cancel…"</a>
                        </div>
                    };
                    let rows = match total {
                        0 => "waiting".to_owned(),
                        total => format!("{} of {}", thousands(done), thousands(total)),
                    };
                    ("running", rows, cancel.into_any())
                }
                ExportProgress::Done { rows, bytes, sha256, link } => {
                    let file = match link {
                        Some(link) => {
                            let takes = (newest.as_ref() == Some(&link)).then_some("1");
                            view! { <a href=link data-take=takes>{format!("Download ({})", size(bytes))}</a> }.into_any()
                        }
                        None => view! {
                            "This file is on another server. Try again later, or ask the operator to give all servers one "
                            <code>"--export-store"</code>
                            "."
                        }
                        .into_any(),
                    };
                    let file = view! {
                        {file}
                        <br />
                        <span class="hash">"SHA-256 " <code>{sha256}</code></span>
                    };
                    ("done", thousands(rows), file.into_any())
                }
                ExportProgress::Removed { rows, at } => {
                    ("removed", thousands(rows), view! { {format!("Removed on {at}")} }.into_any())
                }
                ExportProgress::Cancelled => ("cancelled", String::new(), ().into_any()),
                ExportProgress::Failed(reason) => ("failed", String::new(), view! { {reason} }.into_any()),
            };
            let format = format!("{}{}", export.format, if export.is_for_people { " for people" } else { "" });
            view! {
                <tr>
                    <th scope="row">{export.asked}</th>
                    <td>{export.asked_by}</td>
                    <td>{format}{export.part.map(|part| view! { <span class="hint">{format!(" {part}")}</span> })}</td>
                    <td><Pill status=status /></td>
                    <td class="number">{rows}</td>
                    <td class="prose">{what}</td>
                </tr>
            }
        })
        .collect();
    let columns = vec![
        Column::text("Started"),
        Column::text("By"),
        Column::text("Format"),
        Column::text("State"),
        Column::number("Rows"),
        Column::text("File"),
    ];
    view! {
        <DataTable label="History" columns=columns>{rows}</DataTable>
    }
}

fn name(format: &'static str) -> &'static str {
    match format {
        "csv" => "CSV",
        "jsonl" => "JSON lines",
        "xlsx" => "Spreadsheet (Excel, LibreOffice)",
        other => other,
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}
