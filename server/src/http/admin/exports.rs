//! Requesting, following and downloading exports.

use app::admin::{
    AnswerWords, Confirmation, DeliveryPlan, ExportLine, ExportPart, ExportProgress, ExportsPage, Flash, Matching,
    QuizTab, Section, Typed, thousands,
};
use axum::extract::RawQuery;
use domain::{FieldCode, Headings, Invalid, Timestamp};
use jiff::{ToSpan, civil::Date, tz::TimeZone};

use super::{
    Admin, AdminResult, ById, Form, Path, QuizHead,
    answers_table::{Choices, Column, MOST},
    answers_view::{Pairs, View, Zone, pairs, typed_pairs, value},
    person_ids::PersonIds,
    quiz_href, reply,
};
use crate::{
    clock,
    export::{Delimiter, ExportForm, ExportFormat, ExportSelection, ExportStyle},
    http::request::filter_query::EACH,
    jobs::ExportFiles,
    service::{Export, ExportState, Missing, QuizPath, Run, Scheduled, ServiceError},
    store::RecordFilter,
    zone,
};

/// Number of earlier months that are offered.
const MONTHS: i64 = 11;

pub(super) async fn show(admin: Admin, head: QuizHead, RawQuery(query): RawQuery) -> AdminResult {
    page(&admin, head, query.as_deref(), Pairs::new()).await
}

async fn page(admin: &Admin, head: QuizHead, query: Option<&str>, typed: Pairs) -> AdminResult {
    let exports = admin.service().export_history(&admin.caller, &head.path).await?;
    let versions = admin.service().versions_asked(&admin.caller, &head.path).await?;
    let words = AnswerWords::of(&versions.items)
        .with_occasions(head.quiz.settings.had_series)
        .with_fields(&head.quiz.settings.fields);
    let selections = exports.iter().filter_map(|export| export.selection.as_ref());
    let mut queries: Vec<Pairs> = selections.map(|selection| pairs(Some(&selection.query))).collect();
    queries.push(pairs(query));
    let users = queries.iter().flatten().filter(|(name, _)| name == "user").map(|(_, user)| user.as_str());
    let words = words.with_people(PersonIds::of(admin, &head.path).names(users).await?);
    let reader = admin.zone().await?;
    let part = part(admin, &head, query, &words).await?;
    let all: Vec<_> =
        Column::all(&words).into_iter().filter(|column| *column != Column::Attempt || words.has_occasions).collect();
    let chosen = Column::shown(Some(&chosen(&typed)), &words);
    let find = value(&typed, "find").unwrap_or_default().to_owned();
    let Choices { columns, has_more, is_searched } = Choices::of(&chosen, &all, &find, &words);
    let deliveries = admin.service().schedules_of(&admin.caller, &head.path).await?;
    let is_everywhere = admin.rights().is_everywhere;
    let page = ExportsPage {
        quiz: head.nav,
        formats: ExportFormat::ALL.into_iter().map(ExportFormat::as_str).collect(),
        has_attempts: admin.service().has_past_attempts(&head.path).await?,
        months: months(clock::now(), &zone::zone_of(&head.quiz.settings)),
        columns,
        find: is_searched.then_some(find),
        has_more,
        typed: Typed(typed.into_iter().collect()),
        part,
        takes_newest: value(&pairs(query), "take").is_some(),
        exports: exports.into_iter().filter_map(|export| line(export, &admin.http.exports, &words, &reader)).collect(),
        deliveries: deliveries.into_iter().map(|scheduled| delivery(scheduled, &reader, is_everywhere)).collect(),
    };
    Ok(admin.page(app::admin::exports, page))
}

fn delivery(scheduled: Scheduled, reader: &Zone, is_everywhere: bool) -> DeliveryPlan {
    let Scheduled { plan, next_at, runs, .. } = scheduled;
    let run = |run: Run| {
        let outcome = match (&run.delivered, run.error.filter(|_| is_everywhere)) {
            (Some(delivered), _) => format!("{}, {} rows", delivered.name, thousands(delivered.rows)),
            (None, Some(reason)) => reason,
            (None, None) => String::new(),
        };
        (reader.minute(run.at), run.state.as_str(), outcome)
    };
    DeliveryPlan {
        timetable: plan.timetable.to_string(),
        style: plan.style.words(),
        destination: is_everywhere.then(|| plan.destination.to_string()),
        next: reader.minute(next_at),
        runs: runs.into_iter().map(run).collect(),
    }
}

/// The current and earlier months, latest first: `2026-10` and the name.
fn months(now: Timestamp, zone: &TimeZone) -> Vec<(String, String)> {
    let now = jiff::Timestamp::from_nanosecond(i128::from(now.nanoseconds())).unwrap_or_default();
    let first = now.to_zoned(zone.clone()).date().first_of_month();
    let month = |back: i64| first.checked_sub(back.months()).ok();
    let named = |month: Date| (month.strftime("%Y-%m").to_string(), month.strftime("%B %Y").to_string());
    (0..=MONTHS).filter_map(month).map(named).collect()
}

/// The first and the last day of a month in the format of [`months`].
fn days_of(month: &str) -> Option<[String; 2]> {
    let first: Date = format!("{month}-01").parse().ok()?;
    Some([first, first.last_of_month()].map(|day| day.to_string()))
}

/// The form contains the audience of the file, its format, the query of a view of the answers table, and the selection:
/// a month in which respondents started, and `table` for the columns of the table or a `column` for each one.
pub(super) async fn request(admin: Admin, Path(path): Path<QuizPath>, Form(form): Form<Pairs>) -> AdminResult {
    if value(&form, "do") == Some("find") {
        let head = QuizHead::load(&admin, path).await?;
        let query = value(&form, "query").map(ToOwned::to_owned);
        typed_pairs(query.as_deref().unwrap_or_default())?;
        return page(&admin, head, query.as_deref(), form).await;
    }
    let format = ExportFormat::parse(value(&form, "format").unwrap_or_default())
        .ok_or_else(|| Invalid::one("format", FieldCode::NotOneOf(ExportFormat::NAMES)))?;
    let readers = value(&form, "form").and_then(ExportForm::parse).unwrap_or(ExportForm::People);
    // Without scripts, the delimiter is also sent for programs, whose files use commas.
    let delimiter = value(&form, "delimiter").filter(|_| readers == ExportForm::People);
    let delimiter = delimiter.and_then(Delimiter::parse).unwrap_or_default();
    let style = ExportStyle { form: readers, delimiter, ..format.into() };
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let settings = admin.service().table_settings(&admin.caller, &path).await?;
    let mut given = typed_pairs(value(&form, "query").unwrap_or_default())?;
    if let Some([from, to]) = value(&form, "month").and_then(days_of) {
        given.retain(|(name, _)| name != "from" && name != "to");
        given.extend([("from".to_owned(), from), ("to".to_owned(), to)]);
    }
    if form.iter().any(|(name, _)| name == "attempts") {
        given.retain(|(name, value)| name != "attempts" || value != EACH);
        given.extend(value(&form, "attempts").map(|attempts| ("attempts".to_owned(), attempts.to_owned())));
    }
    let view = View::read(&given, &quiz)?;
    let (query, filter) = (view.filter.to_query(), view.filter.filter);
    let chosen = chosen(&form);
    let is_of_table = value(&form, "columns") == Some("table");
    let wanted = if chosen.is_empty() { settings.columns.filter(|_| is_of_table) } else { Some(chosen) };
    let is_whole = filter == RecordFilter::default() && wanted.is_none() && !is_of_table;
    let is_new = if is_whole && readers == ExportForm::Programs {
        admin.service().request_export(&admin.caller, &path, style).await?
    } else {
        let columns = if wanted.is_some() || is_of_table {
            let versions = admin.service().versions_asked(&admin.caller, &path).await?;
            let words = AnswerWords::of(&versions.items)
                .with_occasions(quiz.settings.had_series)
                .with_fields(&quiz.settings.fields);
            let layout = admin.service().export_layout(&admin.caller, &path, style, &filter).await?;
            let shown = Column::shown(wanted.as_deref(), &words);
            let shown = shown.iter().flat_map(|column| column.of_export(&layout));
            let names = layout.names();
            let who = ["invitation.name", "invitation.email", "userId"];
            // Rows of one person differ by these.
            let which = ["attempt", "occasion"].into_iter().filter(|_| filter.each_attempt);
            let first = who.into_iter().chain(which).map(str::to_owned).filter(|name| names.contains(name));
            let mut columns: Vec<String> = first.collect();
            for name in shown {
                if !columns.contains(&name) {
                    columns.push(name);
                }
            }
            columns
        } else {
            Vec::new()
        };
        let headings = Headings::default();
        let selection = ExportSelection { filter, columns, headings, query, is_emptied: false };
        admin.service().request_selection(&admin.caller, &path, style, selection).await?.is_some()
    };
    let list = quiz_href(&path, QuizTab::Exports);
    Ok(if is_new {
        reply::see(&format!("{list}?take=newest"), Flash::Export)
    } else {
        reply::see(&list, Flash::ExportRunning)
    })
}

fn chosen(form: &Pairs) -> Vec<String> {
    form.iter().filter(|(name, _)| name == "column").map(|(_, key)| key.clone()).take(MOST).collect()
}

pub(super) async fn ask_cancel(admin: Admin, head: QuizHead, Path(ById { id }): Path<ById>) -> AdminResult {
    let exports = admin.service().export_history(&admin.caller, &head.path).await?;
    let export = exports.into_iter().find(|export| export.id == id).ok_or(ServiceError::from(Missing::Export))?;
    let back = head.href(QuizTab::Exports);
    let ExportState::Uploading { done, total } = export.state else {
        return Ok(reply::see(&back, Flash::ExportEnded));
    };
    let rows = match total {
        0 => String::new(),
        total => format!("{} of {} rows are written. ", thousands(done), thousands(total)),
    };
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Exports),
        title: "Cancel this export?".to_owned(),
        text: format!("{rows}What is written is discarded; the answers stay. You can export again."),
        action: format!("{back}/{id}/cancel"),
        fields: Vec::new(),
        button: "Cancel export",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn cancel(admin: Admin, Path(path): Path<QuizPath>, Path(ById { id }): Path<ById>) -> AdminResult {
    let flash = match admin.service().cancel_export(&admin.caller, &path, &id).await {
        Ok(()) => Flash::ExportCancelled,
        // It ended after the page was loaded. The list shows the outcome.
        Err(ServiceError::Conflict(_)) => Flash::ExportEnded,
        Err(error) => return Err(error.into()),
    };
    Ok(reply::see(&quiz_href(&path, QuizTab::Exports), flash))
}

async fn part(
    admin: &Admin,
    head: &QuizHead,
    query: Option<&str>,
    words: &AnswerWords,
) -> Result<ExportPart, ServiceError> {
    // A query that is not a view's selects all answers.
    let Ok(view) = View::read(&pairs(query), &head.quiz) else { return Ok(ExportPart::default()) };
    let chips = view.chips(&head.href(QuizTab::Exports), words);
    let matches = if chips.is_empty() || view.filter.filter.each_attempt {
        None
    } else {
        let matches = admin.service().count_answers(&admin.caller, &head.path, &view.filter.filter).await?;
        Some(Matching { number: matches.number, is_exact: matches.is_exact })
    };
    Ok(ExportPart { query: view.filter.to_query(), chips, matches })
}

/// The contents of a file, in words.
fn told(selection: &ExportSelection, words: &AnswerWords) -> String {
    let conditions: Vec<String> =
        pairs(Some(&selection.query)).iter().map(|(name, value)| words.condition(name, value)).collect();
    if selection.is_emptied {
        return "a respondent who was erased since".to_owned();
    }
    match (conditions.is_empty(), selection.columns.len()) {
        (true, 0) => "all answers".to_owned(),
        (true, columns) => format!("{columns} columns"),
        (false, 0) => conditions.join(", "),
        (false, columns) => format!("{}; {columns} columns", conditions.join(", ")),
    }
}

fn line(export: Export, files: &ExportFiles, words: &AnswerWords, zone: &Zone) -> Option<ExportLine> {
    let progress = match export.state {
        ExportState::None => return None,
        ExportState::Uploading { done, total } => ExportProgress::Running { done, total },
        ExportState::Failed { reason } => ExportProgress::Failed(reason),
        ExportState::Cancelled => ExportProgress::Cancelled,
        ExportState::Removed { rows } => {
            ExportProgress::Removed { rows, at: export.removed_at.map(|at| zone.minute(at)).unwrap_or_default() }
        }
        ExportState::Done { outcome, link } => ExportProgress::Done {
            rows: outcome.rows,
            bytes: outcome.bytes,
            link: link.map(|link| link.url("")).filter(|_| !files.is_elsewhere(&outcome.file).unwrap_or_default()),
            sha256: outcome.sha256,
        },
    };
    Some(ExportLine {
        id: export.id,
        format: export.style.format.as_str(),
        is_for_people: export.style.form == ExportForm::People,
        part: export.selection.as_ref().map(|selection| told(selection, words)),
        asked_by: export.requested_by,
        asked: zone.minute(export.created_at),
        progress,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_months_are_those_of_the_time_zone() {
        // In Kiritimati it is already the first of March.
        let now = clock::parse_rfc3339("2024-02-29T12:00:00Z").expect("a moment");
        let zone = zone::find("Pacific/Kiritimati").expect("a zone");
        let months = months(now, &zone);
        assert_eq!(months.len(), 12);
        assert_eq!(months[0], ("2024-03".to_owned(), "March 2024".to_owned()));
        assert_eq!(months[11].1, "April 2023");
        assert_eq!(days_of(&months[1].0), Some(["2024-02-01".to_owned(), "2024-02-29".to_owned()]));
        for wrong in ["", "2024", "2024-13", "2024-02-01"] {
            assert_eq!(days_of(wrong), None, "{wrong}");
        }
    }
}
