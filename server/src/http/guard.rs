//! What every response goes through: a deadline, and the end of a panic.

use std::{any::Any, time::Duration};

use axum::{
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::error::ApiError;
use crate::service::ServiceError;

/// No request needs as long; one that does is stuck.
const DEADLINE: Duration = Duration::from_secs(30);

pub(super) async fn deadline(request: Request, next: Next) -> Response {
    match tokio::time::timeout(DEADLINE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::TooSlow.into_response(),
    }
}

/// A panic is a defect of ours: the caller gets a plain 500, the log the rest.
#[expect(clippy::needless_pass_by_value, reason = "the signature is given by the layer that calls it")]
pub(super) fn on_panic(panic: Box<dyn Any + Send>) -> Response {
    let cause = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    ApiError::Service(ServiceError::Internal(cause.to_owned())).into_response()
}

/// For the API: nothing is to be guessed, framed or kept.
pub(super) async fn api_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
