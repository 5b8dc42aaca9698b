//! `…/quizzes/{quizId}/exports`, `…/csvExport` and `/exports/{exportId}`

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{NamespaceId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Auth, ErrorBody, Exporter, Http, Keyed, Path, Query, QuizParams, ReadingErrors,
    RequestError, names,
};
use crate::{
    clock,
    export::{ExportFormat, ExportStyle, Guard},
    http::{
        reply::{
            json::Json,
            range::{self, Wanted},
        },
        request::extract::NoBody,
    },
    owner::Owner,
    service::{DownloadLink, Export, ExportState, Missing, QuizPath, ServiceError},
};

/// As they stand in the path: here an id that cannot exist is one that does not exist.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct ExportPath {
    #[param(value_type = domain::NamespaceId, inline, example = "demo")]
    namespace_id: String,
    #[param(value_type = domain::QuizId, inline, example = "0000000000000000")]
    quiz_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// `csv` (if absent), `jsonl` (one answers record a line) or `xlsx` (a spreadsheet)
    #[serde(default)]
    #[param(value_type = Option<names::ExportFormat>, inline)]
    format: ExportFormat,
    /// `off` leaves out the apostrophes that CSV has before text that a spreadsheet would take for a formula
    #[serde(default)]
    #[param(value_type = Option<names::ExportGuard>, inline)]
    guard: Guard,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Queued {
    /// False when an export of this quiz is queued or running already.
    queued: bool,
}

/// Generate Answers CSV
///
/// Queues the export of all answers for programs, as CSV or in another `format`; takes no fields in a body. Poll Get Quiz until `csvExportStatus` is `done`, then fetch
/// `csvExportPath`. A failed export can be asked for again.
#[utoipa::path(
    post, operation_id = "generateAnswersCsv",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/csvExport", tag = "results",
    security(("api_key" = [])), params(ExportPath, ExportQuery),
    responses(
        (status = 202, description = "The export is queued, or one was already", body = Queued),
        (status = 400, description = "A malformed path, a format that does not exist, or a body with fields", body = ErrorBody),
        (status = 401, description = "The key is missing or not valid", body = ErrorBody),
        (status = 403, description = "The key is of another namespace or lacks the scope", body = ErrorBody),
        (status = 409, description = "The quiz has more records than a spreadsheet can hold", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 415, description = "The body is not JSON", body = ErrorBody),
        (status = 422, description = "The body is JSON, but no object", body = ErrorBody),
        (status = 429, description = "Too many requests; see `Retry-After`", body = ErrorBody),
        (status = 500, description = "`namespace does not exist` or `quiz does not exist`", body = ErrorBody),
        (status = 503, description = "Busy, nothing was queued; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(super) async fn csv_export(
    State(http): State<Http>,
    Exporter(caller): Exporter,
    Path(path): Path<ExportPath>,
    query: Result<Query<ExportQuery>, ApiError>,
    body: Result<NoBody, ApiError>,
) -> Result<(StatusCode, Json<Queued>), ApiError> {
    let namespace = NamespaceId::parse(&path.namespace_id).map_err(|_| ApiError::MissingAs500(Missing::Namespace))?;
    let Ok(quiz) = QuizId::parse(&path.quiz_id) else {
        return Err(ApiError::MissingAs500(http.service.missing_in(&namespace).await?));
    };
    let Query(ExportQuery { format, guard }) = query?;
    let style = ExportStyle { format, guard, ..ExportStyle::default() };
    body?;
    let queued = http.service.request_export(&caller, &QuizPath { namespace, quiz }, style).await;
    let queued = queued.map_err(ApiError::with_missing_as_500)?;
    Ok((StatusCode::ACCEPTED, Json(Queued { queued })))
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportList {
    items: Vec<ExportBody>,
}

/// List exports
///
/// Newest first, those that have not been removed since. `path` is where to fetch the file, for 15 minutes.
#[utoipa::path(
    get, operation_id = "listExports",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/exports", tag = "results", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The exports", body = ExportList), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<ExportList>, ApiError> {
    let exports = http.service.export_history(&caller, &path.into()).await?;
    let present = exports.into_iter().filter(|export| export.removed_at.is_none());
    let items = present.map(|export| ExportBody::new(export, &http.base_url)).collect();
    Ok(Json(ExportList { items }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
#[expect(clippy::struct_field_names, reason = "the path names them so")]
pub(super) struct OneExport {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(inline, example = "0000000000000000")]
    quiz_id: QuizId,
    export_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Cancelled {
    cancelled: bool,
}

/// Cancel an export
///
/// One that is queued or running: it has failed then, with the reason `cancelled`, and leaves no file. One that has
/// ended is a 409.
#[utoipa::path(
    delete, operation_id = "cancelExport",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/exports/{exportId}", tag = "results",
    security(("api_key" = [])), params(OneExport),
    responses((status = 200, description = "The export is cancelled", body = Cancelled), AdminErrors),
)]
pub(super) async fn cancel(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<OneExport>,
) -> Result<Json<Cancelled>, ApiError> {
    let quiz = QuizPath { namespace: path.namespace_id, quiz: path.quiz_id };
    http.service.cancel_export(&caller, &quiz, &path.export_id).await?;
    Ok(Json(Cancelled { cancelled: true }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct DownloadPath {
    export_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DownloadQuery {
    /// Seconds since 1970
    expires: i64,
    /// To whom the link was given
    #[serde(default)]
    #[param(required = false)]
    by: String,
    signature: String,
}

/// Download an exported file
///
/// The address comes whole from `csvExportPath` of Get Quiz, is for this one file, and expires after 15 minutes; every
/// Get Quiz gives a fresh one. Needs no key. Takes `Range`.
#[utoipa::path(
    get, operation_id = "downloadExport",
    path = "/exports/{exportId}", tag = "results", security(), params(DownloadPath, DownloadQuery),
    responses(
        (status = 200, description = "The file, in the format that was asked for", content(
            (String = "text/csv"),
            (String = "application/jsonl"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 206, description = "A part of the file", body = String, content_type = "text/csv"),
        (status = 304, description = "The file has not changed"),
        (status = 400, description = "A malformed parameter", body = ErrorBody),
        (status = 401, description = "A key was sent and is not valid", body = ErrorBody),
        (status = 403, description = "The link is altered or has expired", body = ErrorBody),
        (status = 404, description = "The file has been removed since", body = ErrorBody),
        (status = 416, description = "The file has no such part", body = ErrorBody),
        (status = 429, description = "Too many requests; see `Retry-After`", body = ErrorBody),
        (status = 503, description = "Busy, or the file is on another server; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(super) async fn download(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<DownloadPath>,
    Query(query): Query<DownloadQuery>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let DownloadQuery { expires, by, signature } = query;
    let link = DownloadLink { job: path.export_id, expires, by, signature };
    let download = http.service.download(&link).await?;
    let cannot = |error: std::io::Error| ApiError::from(ServiceError::Unavailable(error.to_string()));
    let Some(file) = http.exports.open(&download.file).await.map_err(cannot)? else {
        let is_elsewhere = http.exports.is_elsewhere(&download.file).map_err(cannot)?;
        return Err(if is_elsewhere { RequestError::FileElsewhere.into() } else { Missing::File.into() });
    };
    let modified = clock::to_http_date(file.modified);
    let (status, range) = match range::wanted(&headers, file.size, &modified) {
        Wanted::All => (StatusCode::OK, 0..file.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::NoSuchPart => return Err(RequestError::NoSuchPart.into()),
        Wanted::Unchanged => return Ok(StatusCode::NOT_MODIFIED.into_response()),
    };
    if method == Method::GET {
        http.service.note_download(&link, &download).await?;
    }
    let mut response = (
        status,
        [
            (header::CONTENT_TYPE, download.style.format.media_type().to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", download.name)),
            (header::CONTENT_LENGTH, (range.end - range.start).to_string()),
            (header::LAST_MODIFIED, modified),
            (header::ACCEPT_RANGES, "bytes".to_owned()),
        ],
    )
        .into_response();
    if status == StatusCode::PARTIAL_CONTENT {
        let part = format!("bytes {}-{}/{}", range.start, range.end - 1, file.size);
        response.headers_mut().insert(header::CONTENT_RANGE, HeaderValue::try_from(part).expect("digits and signs"));
    }
    *response.body_mut() = Body::from_stream(file.read(range).await.map_err(cannot)?);
    // For compression, if the client accepts it.
    response.extensions_mut().insert(http.service.turns_of(Owner::Namespace(download.namespace.into())));
    Ok(response)
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportBody {
    id: String,
    #[schema(value_type = names::ExportFormat)]
    format: &'static str,
    #[schema(value_type = names::ExportForm)]
    form: &'static str,
    #[schema(value_type = names::ExportStatus)]
    state: &'static str,
    /// True if it was asked for by Export a selection, or in the dashboard for people, with conditions or columns.
    is_selection: bool,
    /// Records in the file; when it is done.
    rows: Option<u64>,
    /// 0 to 1; null when it failed.
    #[schema(minimum = 0, maximum = 1)]
    progress: Option<f64>,
    /// Why it failed.
    error: Option<String>,
    /// Of the file; when it is done.
    #[schema(value_type = Option<names::Sha256>)]
    sha256: Option<String>,
    /// `key` and the key's id, or who else asked for it.
    requested_by: String,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// A link to the finished file, valid for 15 minutes.
    path: Option<String>,
}

#[derive(Default)]
pub(super) struct ExportFields {
    pub(super) status: Option<&'static str>,
    pub(super) path: Option<String>,
    pub(super) error: Option<String>,
    pub(super) rows: Option<u64>,
    pub(super) progress: Option<f64>,
    pub(super) sha256: Option<String>,
}

impl ExportBody {
    fn new(export: Export, base_url: &str) -> Self {
        let fields = ExportFields::new(&export.state, base_url);
        Self {
            id: export.id,
            format: export.style.format.as_str(),
            form: export.style.form.as_str(),
            state: fields.status.unwrap_or_default(),
            is_selection: export.selection.is_some(),
            rows: fields.rows,
            progress: fields.progress,
            error: fields.error,
            sha256: fields.sha256,
            requested_by: export.requested_by,
            created_at: clock::to_rfc3339(export.created_at),
            finished_at: export.finished_at.map(clock::to_rfc3339),
            path: fields.path,
        }
    }
}

impl ExportFields {
    pub(super) fn new(export: &ExportState, base_url: &str) -> Self {
        match export {
            ExportState::None | ExportState::Removed { .. } => Self::default(),
            ExportState::Uploading { done, total } => {
                Self { status: Some("uploading"), progress: Some(share(*done, *total)), ..Self::default() }
            }
            ExportState::Failed { reason } => {
                Self { status: Some("failed"), error: Some(reason.clone()), ..Self::default() }
            }
            ExportState::Cancelled => {
                Self { status: Some("failed"), error: Some("cancelled".to_owned()), ..Self::default() }
            }
            ExportState::Done { outcome, link } => Self {
                status: Some("done"),
                path: link.as_ref().map(|link| link.url(base_url)),
                error: None,
                rows: Some(outcome.rows),
                progress: Some(1.0),
                sha256: Some(outcome.sha256.clone()),
            },
        }
    }
}

/// From 0 to 1, with two digits.
fn share(done: u64, total: u64) -> f64 {
    let percent = u32::try_from(done.min(total) * 100 / total.max(1)).unwrap_or(100);
    f64::from(percent) / 100.0
}
