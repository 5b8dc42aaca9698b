//! Shared reports: their owner's page, and a report for anyone with its link.

use app::admin::{
    Bar, Bars, Cell, Confirmation, Drawing, Figure, FigureTable, Flash, Head, Part, Problem, QuizTab, ReportLine,
    ReportPage, ReportsPage, Row, Section, Side, Typed, band_name, thousands,
};
use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use domain::{Band, Published, PublishedTable, Threshold, Timestamp};
use serde::Deserialize;

use super::{Admin, AdminError, AdminResult, ById, Form, Http, Path, QuizHead, dates, problem, reply};
use crate::{
    http::figures,
    service::{Missing, NONE, OpenReport, QuizReports, ReportTable, ServiceError},
};

/// Days until a report expires.
const DAYS: std::ops::RangeInclusive<u16> = 1..=366;
/// Characters of a title.
const TITLE: usize = 200;

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    let page = page(&admin, head, None, Typed::default(), Vec::new()).await?;
    Ok(admin.page(app::admin::reports, page))
}

pub(super) async fn create(admin: Admin, head: QuizHead, Form(fields): Form<Vec<(String, String)>>) -> AdminResult {
    let one = |name: &str| fields.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value.trim());
    let offered = tables(&admin.service().reports(&admin.caller, &head.path).await?.tables);
    let wanted: Vec<String> = fields
        .iter()
        .filter(|(name, value)| name == "table" && offered.iter().any(|(known, _)| known == value))
        .map(|(_, value)| value.clone())
        .collect();
    let title = one("title");
    let days = one("days").parse::<u16>().ok().filter(|days| DAYS.contains(days));
    let threshold = match one("threshold") {
        "" => Some(Threshold::DEFAULT),
        text => text.parse().ok().and_then(Threshold::new),
    };
    let mut problems: Vec<Problem> = Vec::new();
    if title.is_empty() || title.chars().count() > TITLE {
        problems.push(problem("title", "Enter a title of at most 200 characters."));
    }
    if wanted.is_empty() {
        problems.push(problem("title", "Choose at least one thing to show."));
    }
    if days.is_none() {
        problems.push(problem("days", "Enter a number of days from 1 to 366."));
    }
    if threshold.is_none() {
        problems.push(problem("threshold", "Enter a number of people from 5 to 1000."));
    }
    let (Some(days), Some(threshold), true) = (days, threshold, problems.is_empty()) else {
        let typed = Typed(fields.iter().cloned().collect());
        let page = page(&admin, head, None, typed, problems).await?;
        return Ok(admin.form_page(true, app::admin::reports, page));
    };
    let created = admin.service().create_report(&admin.caller, &head.path, title, wanted, days, threshold).await;
    let link = format!("{}/report/{}", admin.http.base_url, created?);
    let page = page(&admin, head, Some(link), Typed::default(), Vec::new()).await?;
    Ok(admin.page(app::admin::reports, page))
}

pub(super) async fn ask_end(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    let QuizReports { reports, .. } = admin.service().reports(&admin.caller, &head.path).await?;
    let report = reports.into_iter().find(|report| report.id == id).ok_or(ServiceError::from(Missing::Link))?;
    let back = format!("{}/reports", head.href(QuizTab::Insights));
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Insights),
        title: format!("End the report {}?", report.title),
        text: "Its link opens nothing any more, and this report cannot be shared again. The answers stay.".to_owned(),
        action: format!("{back}/{id}/end"),
        fields: Vec::new(),
        button: "End report",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn end(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    admin.service().end_report(&admin.caller, &head.path, &id).await?;
    Ok(reply::see(&format!("{}/reports", head.href(QuizTab::Insights)), Flash::ReportEnded))
}

async fn page(
    admin: &Admin,
    head: QuizHead,
    link: Option<String>,
    typed: Typed,
    problems: Vec<Problem>,
) -> Result<ReportsPage, ServiceError> {
    let QuizReports { reports, tables: offered, threshold } =
        admin.service().reports(&admin.caller, &head.path).await?;
    let zone = admin.zone().await?;
    let reports = reports.into_iter().map(|report| ReportLine {
        id: report.id,
        title: report.title,
        created: zone.day(report.created_at),
        expires: zone.day(report.expires_at),
    });
    Ok(ReportsPage {
        quiz: head.nav,
        reports: reports.collect(),
        tables: tables(&offered),
        threshold: threshold.map(Threshold::get),
        link,
        typed,
        problems,
    })
}

/// Names and labels: the options of one question are one.
fn tables(all: &[ReportTable]) -> Vec<(String, String)> {
    let mut tables: Vec<(String, String)> =
        all.iter().map(|table| (table.of.clone().unwrap_or_else(|| table.name.clone()), table.label.clone())).collect();
    tables.dedup();
    tables
}

/// The report, for anyone with the link.
pub(super) async fn open(State(http): State<Http>, Path(token): Path<String>) -> AdminResult {
    let report = http.service.open_report(&token).await?;
    let drawn = drawn(&report);
    let OpenReport { title, threshold, figures, expires_at, .. } = report;
    let threshold = threshold.get();
    let (hint, note) = match figures {
        None => (
            String::new(),
            format!(
                "There is nothing to show at the moment. The figures appear when at least {threshold} answers were added."
            ),
        ),
        Some((published, at)) => {
            let hint = state(&published, at);
            let note = format!(
                "Groups of fewer than {threshold} people are hidden, together with others that would tell their number. A number with others hidden is of the responses that could be told. The numbers change when at least {threshold} responses were added."
            );
            (hint, note)
        }
    };
    let hint = format!("{hint} The link works until {}.", dates::day(expires_at));
    let files = format!("/report/{token}");
    let page = ReportPage { title, hint: hint.trim().to_owned(), figures: drawn, files, note };
    let cx = reply::context(&http, None);
    Ok(reply::page(axum::http::StatusCode::OK, cx, app::admin::report, page))
}

#[derive(Deserialize)]
pub(super) struct FileOf {
    token: String,
    file: String,
}

/// The table of a report's figure as CSV, or its drawing as SVG, with what the page shows and nothing else.
pub(super) async fn file(State(http): State<Http>, Path(FileOf { token, file }): Path<FileOf>) -> AdminResult {
    let report = http.service.open_report(&token).await?;
    let mut all = drawn(&report);
    let lead = report.figures.as_ref().map(|(published, at)| state(published, *at)).unwrap_or_default();
    for figure in &mut all {
        figure.lead.clone_from(&lead);
    }
    let mut response = figures::file(all.into_iter(), &file).ok_or(AdminError::NoSuchPage)?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    Ok(response)
}

/// `1,234 responses, as of 20 Nov 2026, 14:03 UTC.`
fn state(published: &Published, at: Timestamp) -> String {
    let records = u64::try_from(published.records).unwrap_or_default();
    format!("{} responses, as of {}.", thousands(records), dates::minute(at))
}

/// One figure for each table; the options of one question share one. None while there is nothing to show.
fn drawn(report: &OpenReport) -> Vec<Figure> {
    let OpenReport { tables, figures: Some((published, _)), language, .. } = report else { return Vec::new() };
    let whole = u64::try_from(published.records).unwrap_or_default();
    let mut figures: Vec<Figure> = Vec::new();
    let mut last: Option<&str> = None;
    for table in tables {
        let Some(shown) = published.tables.get(&table.name) else { continue };
        let is_next = table.of.is_some() && last == table.of.as_deref();
        last = table.of.as_deref();
        let rows = rows(table, shown, whole);
        if let Some(figure) = figures.last_mut().filter(|_| is_next) {
            figure.table.rows.extend(rows);
            continue;
        }
        figures.push(Figure {
            id: format!("table-{}", figures.len()),
            title: table.label.clone(),
            side: Side::of(*language),
            table: FigureTable { heads: vec![Head::text("Answer"), Head::of("People")], rows },
            ..Figure::default()
        });
    }
    for figure in &mut figures {
        let bar = |row: &Row| Bar {
            label: row.name.clone(),
            parts: vec![Part { count: row.bar.map_or(0, |(count, _)| count), href: None }],
            whole,
            told: match row.cells.as_slice() {
                [Cell::Text(told)] => Some(told.clone()),
                _ => None,
            },
        };
        figure.drawing = Drawing::Bars(Bars { all: figure.table.rows.iter().map(bar).collect(), parts: Vec::new() });
    }
    figures
}

fn rows(table: &ReportTable, shown: &PublishedTable, whole: u64) -> Vec<Row> {
    let row = |id: &str, label: &str| {
        let count = shown.shown.get(id).copied().and_then(|count| u64::try_from(count).ok()).unwrap_or_default();
        let has_more = shown.has_more.get(id).copied().unwrap_or(true);
        let cell = match (has_more, count) {
            (false, count) => Cell::Of { count, whole, href: None },
            (true, 0) => Cell::Text("hidden".to_owned()),
            (true, count) => Cell::Text(format!("{}, others hidden", thousands(count))),
        };
        Row { name: label.to_owned(), bar: Some((count, whole)), cells: vec![cell], ..Row::default() }
    };
    let label = |id: &str, label: &str| match Band::parse(id).filter(|_| table.name == "band" && id == label) {
        Some(band) => band_name(band).to_owned(),
        None => label.to_owned(),
    };
    let mut rows: Vec<Row> = table.groups.iter().map(|(id, name)| row(id, &label(id, name))).collect();
    if table.of.is_none() && shown.shown.contains_key(NONE) {
        rows.push(row(NONE, "No answer, or another one"));
    }
    rows
}
