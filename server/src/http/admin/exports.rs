//! Requesting, following and downloading exports.

use app::admin::{ExportLine, ExportProgress, ExportsPage, Flash, QuizTab};
use domain::{FieldCode, Invalid};
use serde::Deserialize;

use super::{Admin, AdminResult, ById, Form, Path, QuizHead, dates, quiz_href, reply};
use crate::{
    export::ExportFormat,
    jobs::ExportFiles,
    service::{Export, ExportState, QuizPath, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct ExportForm {
    #[serde(default)]
    format: String,
}

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    let exports = admin.service().export_history(&admin.caller, &head.path).await?;
    let page = ExportsPage {
        quiz: head.nav,
        formats: ExportFormat::ALL.into_iter().map(ExportFormat::as_str).collect(),
        exports: exports.into_iter().filter_map(|export| line(export, &admin.http.exports)).collect(),
    };
    Ok(admin.page(app::admin::exports, page))
}

pub(super) async fn request(admin: Admin, Path(path): Path<QuizPath>, Form(form): Form<ExportForm>) -> AdminResult {
    let format = ExportFormat::parse(&form.format)
        .ok_or_else(|| Invalid::one("format", FieldCode::NotOneOf(ExportFormat::NAMES)))?;
    let is_new = admin.service().request_export(&admin.caller, &path, format).await?;
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

fn line(export: Export, files: &ExportFiles) -> Option<ExportLine> {
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
        asked_by: export.requested_by,
        asked: dates::minute(export.created_at),
        progress,
    })
}
