//! Health checks, for the operator's monitoring.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    reply::error::{ApiError, RequestError},
    state::Http,
};
use crate::service::ServiceError;

/// The process is alive.
pub(super) async fn healthz() -> &'static str {
    "ok"
}

/// The database answers, has the schema of this release, and can be written.
pub(super) async fn readyz(State(http): State<Http>) -> Response {
    match http.service.check().await {
        Ok(()) => (StatusCode::OK, "ready").into_response(),
        Err(cause @ (ServiceError::Busy | ServiceError::Unavailable(_))) => {
            ApiError::from(RequestError::NotReady(cause.to_string())).into_response()
        }
        Err(error) => ApiError::from(error).into_response(),
    }
}
