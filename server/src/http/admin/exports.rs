//! Exports of a quiz: asking for one, following it, fetching its file.

use app::admin::{ExportLine, ExportProgress, ExportsPage, QuizTab};
use axum::{extract::State, response::Response};
use domain::Invalid;
use serde::Deserialize;

use super::{
    super::{
        pages::{Path, Query},
        state::Http,
    },
    context::context_after,
    dates,
    form::Form,
    quiz_page::{QuizHead, QuizIds, address, path_of, quiz_head},
    reply,
    said::Said,
    visitor::Visitor,
};
use crate::{
    jobs::ExportFormat,
    service::{Export, ExportState, QuizPath, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct ExportForm {
    #[serde(default)]
    format: String,
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path(ids): Path<QuizIds>,
    Query(Said { said }): Query<Said>,
) -> Response {
    let path = path_of(ids);
    let address = address(&path, QuizTab::Exports);
    match page(&http, &visitor, &path).await {
        Ok(page) => {
            let cx = context_after(&http, &visitor, &address, said.as_deref());
            reply::page(&cx, app::admin::exports(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &address, error),
    }
}

pub(super) async fn request(
    State(http): State<Http>,
    visitor: Visitor,
    Path(ids): Path<QuizIds>,
    Form(form): Form<ExportForm>,
) -> Response {
    let path = path_of(ids);
    let address = address(&path, QuizTab::Exports);
    let queued = match ExportFormat::parse(&form.format) {
        Some(format) => http.service.request_export(&visitor.caller(), &path, format).await,
        None => Err(Invalid::one("format", "is not one that there is").into()),
    };
    match queued {
        Ok(true) => reply::see(&address, "export"),
        Ok(false) => reply::see(&address, "export-running"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &address, error),
    }
}

pub(super) async fn cancel(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, id)): Path<(domain::NamespaceId, domain::QuizId, String)>,
) -> Response {
    let path = path_of((namespace, quiz));
    let address = address(&path, QuizTab::Exports);
    match http.service.cancel_export(&visitor.caller(), &path, &id).await {
        Ok(()) => reply::see(&address, "export-cancelled"),
        // It ended while somebody looked at the page: the list says how.
        Err(ServiceError::Conflict(_)) => reply::see(&address, "export-ended"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &address, error),
    }
}

async fn page(http: &Http, visitor: &Visitor, path: &QuizPath) -> Result<ExportsPage, ServiceError> {
    let QuizHead { namespace, nav, .. } = quiz_head(http, visitor, path).await?;
    let exports = http.service.export_history(&visitor.caller(), path).await?;
    let formats = ExportFormat::ALL.into_iter().map(ExportFormat::as_str).collect();
    Ok(ExportsPage { namespace, quiz: nav, formats, exports: exports.into_iter().filter_map(line).collect() })
}

fn line(export: Export) -> Option<ExportLine> {
    let progress = match export.state {
        ExportState::None => return None,
        ExportState::Uploading { done, total } => ExportProgress::Running { done, total },
        ExportState::Failed { reason } => ExportProgress::Failed(reason),
        ExportState::Done { outcome, link } => ExportProgress::Done {
            rows: outcome.rows,
            bytes: outcome.bytes,
            sha256: outcome.sha256,
            link: link.url(""),
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
