//! `POST …/quizzes/{quizId}/csvExport`

use axum::{Json, extract::State, http::StatusCode};
use domain::{NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::schema::{ErrorBody, names};
use crate::{
    export::ExportFormat,
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{Path, Query},
        state::Http,
    },
    service::{Missing, QuizPath},
};

/// As they stand in the path: here an id that cannot exist is one that does not exist.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct ExportPath {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: String,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `csv` (if absent), `jsonl` (one answers record a line) or `xlsx` (a spreadsheet)
    #[serde(default)]
    #[param(value_type = Option<names::ExportFormat>, inline)]
    format: ExportFormat,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Queued {
    /// False when an export of this quiz is queued or running already.
    queued: bool,
}

/// Generate Answers CSV
///
/// Queues the export of all answers, as CSV or in another `format`; needs no body. Poll Get Quiz until `csvExportStatus` is `done`, then fetch
/// `csvExportPath`. A failed export can be asked for again.
#[utoipa::path(
    post, operation_id = "generateAnswersCsv",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/csvExport", tag = "results",
    security(("api_key" = [])), params(ExportPath, ExportQuery),
    responses(
        (status = 202, description = "The export is queued, or one was already", body = Queued),
        (status = 400, description = "A malformed path, or a format that does not exist", body = ErrorBody),
        (status = 401, description = "The key is missing or not valid", body = ErrorBody),
        (status = 403, description = "The key is of another namespace or lacks the scope", body = ErrorBody),
        (status = 409, description = "The quiz has more records than a spreadsheet can hold", body = ErrorBody),
        (status = 429, description = "Too many requests; see `Retry-After`", body = ErrorBody),
        (status = 500, description = "`namespace does not exist` or `quiz does not exist`", body = ErrorBody),
        (status = 503, description = "Busy, nothing was queued; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(crate) async fn csv_export(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<ExportPath>,
    query: Result<Query<ExportQuery>, ApiError>,
) -> Result<(StatusCode, Json<Queued>), ApiError> {
    let namespace = NamespaceId::parse(&path.namespace_id).map_err(|_| ApiError::MissingAs500(Missing::Namespace))?;
    caller.require(domain::Permission::Export, &namespace)?;
    let Ok(quiz) = QuizId::parse(&path.quiz_id) else {
        return Err(ApiError::MissingAs500(http.service.missing_in(&namespace).await?));
    };
    let Query(ExportQuery { format }) = query?;
    let queued = http.service.request_export(&caller, &QuizPath { namespace, quiz }, format).await;
    let queued = queued.map_err(ApiError::with_missing_as_500)?;
    Ok((StatusCode::ACCEPTED, Json(Queued { queued })))
}
