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
use crate::{clock_watch::ClockState, service::ServiceError};

pub(super) async fn healthz() -> &'static str {
    "ok"
}

/// The database responds, has the schema of this release, and is writable.
pub(super) async fn readyz(State(http): State<Http>) -> Response {
    match http.service.check().await {
        Ok(()) => match http.service.clock_seen() {
            ClockState::Right => (StatusCode::OK, "ready").into_response(),
            state => (StatusCode::OK, format!("ready, but {state}")).into_response(),
        },
        Err(cause @ (ServiceError::Busy | ServiceError::Unavailable(_))) => {
            ApiError::from(RequestError::NotReady(cause.to_string())).into_response()
        }
        Err(error) => ApiError::from(error).into_response(),
    }
}
