//! A picture of a quiz, at a public URL of its own.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::ImageId;

use super::{super::state::Http, place::quiz_path};
use crate::http::reply::error::ApiError;

/// The bytes are the owner's: a browser that opens them directly may only display them.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
/// The id is a hash of the contents.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub(super) async fn image(
    State(http): State<Http>,
    Path((namespace, quiz, id)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found = match quiz_path(&namespace, &quiz).zip(ImageId::parse(&id).ok()) {
        Some((path, id)) => http.service.image_file(&path, &id).await?,
        None => None,
    };
    let Some(file) = found else {
        let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
        return Ok((StatusCode::NOT_FOUND, no_store).into_response());
    };
    let etag = format!("\"{id}\"");
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { Response::new(file.bytes.into()) };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind.media_type()));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    headers.insert(header::CACHE_CONTROL, CACHING);
    headers.extend(HeaderValue::try_from(etag).map(|etag| (header::ETAG, etag)));
    Ok(response)
}
