//! Failures of the dashboard's handlers. The guard renders them, since it knows the visitor.

use axum::{
    Extension,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::reply;
use crate::service::ServiceError;

pub(super) enum AdminError {
    Service(ServiceError),
    /// A malformed or oversized form.
    Unreadable(StatusCode),
}

pub(super) type AdminResult = Result<Response, AdminError>;

impl<E: Into<ServiceError>> From<E> for AdminError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// Carries the status and the notice, which [`reply::finished`] renders.
impl IntoResponse for AdminError {
    fn into_response(self) -> Response {
        let (status, notice) = match self {
            Self::Service(error) => reply::failed(error),
            Self::Unreadable(status) => reply::unreadable(status),
        };
        (status, Extension(notice)).into_response()
    }
}
