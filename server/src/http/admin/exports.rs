//! Requesting, following and downloading exports.

use app::admin::{AnswerWords, ExportLine, ExportPart, ExportProgress, ExportsPage, Flash, Matching, QuizTab};
use axum::extract::RawQuery;
use domain::{FieldCode, Headings, Invalid};
use serde::Deserialize;

use super::{
    Admin, AdminResult, ById, Form, Path, QuizHead,
    answers_table::Column,
    answers_view::{View, Zone, pairs},
    dates, quiz_href, reply,
};
use crate::{
    export::{ExportFormat, ExportSelection},
    jobs::ExportFiles,
    service::{Export, ExportState, QuizPath, ServiceError},
    store::RecordFilter,
};

#[derive(Deserialize)]
pub(super) struct ExportForm {
    #[serde(default)]
    format: String,
    /// The query of a view of the table of answers.
    #[serde(default)]
    query: String,
    /// `table` for those that the administrator chose.
    #[serde(default)]
    columns: String,
    #[serde(default)]
    headings: Headings,
}

pub(super) async fn show(admin: Admin, head: QuizHead, RawQuery(query): RawQuery) -> AdminResult {
    let exports = admin.service().export_history(&admin.caller, &head.path).await?;
    let versions = admin.service().versions_asked(&admin.caller, &head.path).await?;
    let words = AnswerWords::of(&versions.items);
    let part = part(&admin, &head, query.as_deref(), &words).await?;
    let page = ExportsPage {
        quiz: head.nav,
        formats: ExportFormat::ALL.into_iter().map(ExportFormat::as_str).collect(),
        part,
        exports: exports.into_iter().filter_map(|export| line(export, &admin.http.exports, &words)).collect(),
    };
    Ok(admin.page(app::admin::exports, page))
}

pub(super) async fn request(admin: Admin, Path(path): Path<QuizPath>, Form(form): Form<ExportForm>) -> AdminResult {
    let format = ExportFormat::parse(&form.format)
        .ok_or_else(|| Invalid::one("format", FieldCode::NotOneOf(ExportFormat::NAMES)))?;
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let settings = admin.service().table_settings(&admin.caller, &path).await?;
    let view = View::read(&pairs(Some(&form.query)), &quiz.definition, &Zone::of(settings.time_zone))?;
    let (query, filter) = (view.filter.to_query(), view.filter.filter);
    let is_whole = filter == RecordFilter::default() && form.columns != "table" && form.headings == Headings::Id;
    let is_new = if is_whole {
        admin.service().request_export(&admin.caller, &path, format).await?
    } else {
        let columns = if form.columns == "table" {
            let versions = admin.service().versions_asked(&admin.caller, &path).await?;
            let layout = admin.service().export_layout(&admin.caller, &path).await?;
            let shown = Column::shown(settings.columns.as_deref(), &AnswerWords::of(&versions.items));
            let shown = shown.iter().flat_map(|column| column.of_export(&layout));
            std::iter::once("userId".to_owned()).chain(shown).collect()
        } else {
            Vec::new()
        };
        let selection = ExportSelection { filter, columns, headings: form.headings, query };
        admin.service().request_selection(&admin.caller, &path, format, selection).await?.is_some()
    };
    let flash = if is_new { Flash::Export } else { Flash::ExportRunning };
    Ok(reply::see(&quiz_href(&path, QuizTab::Exports), flash))
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

/// The part of the answers that a view's query asks for.
async fn part(
    admin: &Admin,
    head: &QuizHead,
    query: Option<&str>,
    words: &AnswerWords,
) -> Result<ExportPart, ServiceError> {
    let zone = Zone::of(admin.service().table_settings(&admin.caller, &head.path).await?.time_zone);
    // An address that is no view's is that of all answers.
    let Ok(view) = View::read(&pairs(query), &head.quiz.definition, &zone) else { return Ok(ExportPart::default()) };
    let chips = view.chips(&head.href(QuizTab::Exports), words);
    let matches = if chips.is_empty() {
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
    match (conditions.is_empty(), selection.columns.len()) {
        (true, 0) => "all answers".to_owned(),
        (true, columns) => format!("{columns} columns"),
        (false, 0) => conditions.join(", "),
        (false, columns) => format!("{}; {columns} columns", conditions.join(", ")),
    }
}

fn line(export: Export, files: &ExportFiles, words: &AnswerWords) -> Option<ExportLine> {
    let progress = match export.state {
        ExportState::None => return None,
        ExportState::Uploading { done, total } => ExportProgress::Running { done, total },
        ExportState::Failed { reason } => ExportProgress::Failed(reason),
        ExportState::Cancelled => ExportProgress::Cancelled,
        ExportState::Removed { rows } => {
            ExportProgress::Removed { rows, at: export.removed_at.map(dates::minute).unwrap_or_default() }
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
        format: export.format.as_str(),
        part: export.selection.as_ref().map(|selection| told(selection, words)),
        asked_by: export.requested_by,
        asked: dates::minute(export.created_at),
        progress,
    })
}
