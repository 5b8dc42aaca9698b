//! For whoever watches over the process.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{error::ApiError, state::Http};

/// The process is alive.
pub(super) async fn healthz() -> &'static str {
    "ok"
}

/// The database answers and has the schema of this release.
pub(super) async fn readyz(State(http): State<Http>) -> Response {
    match http.service.check().await {
        Ok(()) => (StatusCode::OK, "ready").into_response(),
        Err(error) => ApiError::from(error).into_response(),
    }
}
