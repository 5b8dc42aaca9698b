//! `GET /exports/{exportId}`

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde::Deserialize;
use tower::ServiceExt;
use tower_http::services::ServeFile;
use utoipa::IntoParams;

use super::super::schema::ErrorBody;
use crate::{
    http::{
        auth::Auth,
        error::ApiError,
        extract::{Path, Query},
        state::Http,
    },
    service::{DownloadLink, Missing, ServiceError},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct DownloadPath {
    export_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DownloadQuery {
    /// Seconds since 1970
    expires: i64,
    signature: String,
}

/// Download an exported file
///
/// The address comes whole from `csvExportPath` of Get Quiz, is for this one file, and expires after 15 minutes; every
/// Get Quiz gives a fresh one. Needs no key. Takes `Range`.
#[utoipa::path(
    get, operation_id = "downloadExport",
    path = "/exports/{exportId}", tag = "results", params(DownloadPath, DownloadQuery),
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
        (status = 503, description = "Busy; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(crate) async fn download(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<DownloadPath>,
    Query(query): Query<DownloadQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    let link = DownloadLink { job: path.export_id, expires: query.expires, signature: query.signature };
    let download = http.service.download(&link).await?;
    let file = http.exports.path(&download.file);
    if !tokio::fs::try_exists(&file).await.unwrap_or(false) {
        return Err(ServiceError::from(Missing::File).into());
    }
    let served = ServeFile::new(file).oneshot(request).await.unwrap_or_else(|never| match never {});
    if served.status() == StatusCode::RANGE_NOT_SATISFIABLE {
        return Err(ApiError::NoSuchPart);
    }
    let mut response = served.map(Body::new);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(download.format.media_type()));
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{}\"", download.name)) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}
