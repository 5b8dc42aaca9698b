//! `GET /exports/{exportId}`

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::ErrorBody;
use crate::{
    clock,
    http::{
        auth::Auth,
        error::{ApiError, RequestError},
        extract::{Path, Query},
        range::{self, Wanted},
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
    path = "/exports/{exportId}", tag = "results", security(()), params(DownloadPath, DownloadQuery),
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
    method: Method,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let DownloadQuery { expires, by, signature } = query;
    let link = DownloadLink { job: path.export_id, expires, by, signature };
    let download = http.service.download(&link).await?;
    let cannot = |error: std::io::Error| ApiError::from(ServiceError::Unavailable(error.to_string()));
    let Some(file) = http.exports.open(&download.file).await.map_err(cannot)? else {
        return Err(Missing::File.into());
    };
    let modified = clock::to_http_date(file.modified);
    let (status, range) = match range::wanted(&headers, file.size, &modified) {
        Wanted::All => (StatusCode::OK, 0..file.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::NoSuchPart => return Err(RequestError::NoSuchPart.into()),
        Wanted::Unchanged => return Ok(StatusCode::NOT_MODIFIED.into_response()),
    };
    // Looking at it is none, and what goes on with a download is the same one.
    if method == Method::GET && range.start == 0 {
        http.service.note_download(&link, &download).await?;
    }
    let mut response = (
        status,
        [
            (header::CONTENT_TYPE, download.format.media_type().to_owned()),
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
    Ok(response)
}
