//! From why something was not done to what the caller is told: status, body, headers.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::FieldError;

use super::api::v1::schema::{ErrorBody, ErrorDetail};
use crate::{
    service::{Missing, ServiceError},
    telemetry,
};

/// Seconds after which trying again is worth it when the database is busy.
pub(super) const RETRY_AFTER: u64 = 1;

#[derive(Debug)]
pub(crate) enum ApiError {
    Service(ServiceError),
    /// A missing thing on the two endpoints that have always said 500 for it.
    MissingAs500(Missing),
    NoSuchPath,
    /// A range that a file does not have.
    NoSuchPart,
    WrongMethod,
    /// Larger than this many bytes.
    TooLarge(usize),
    NotJson,
    /// Seconds to wait.
    TooMany(u64),
    TooSlow,
    /// `/readyz` names the cause, for the operator.
    NotReady(String),
}

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        Self::Service(error)
    }
}

impl ApiError {
    pub(super) fn malformed(message: impl Into<String>) -> Self {
        Self::Service(ServiceError::Malformed(message.into()))
    }

    /// For Get User's Answer and csvExport.
    pub(super) fn with_missing_as_500(error: ServiceError) -> Self {
        match error {
            ServiceError::Missing(missing) => Self::MissingAs500(missing),
            other => Self::Service(other),
        }
    }

    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Service(error) => match error {
                ServiceError::Malformed(_) => StatusCode::BAD_REQUEST,
                ServiceError::Unauthorized(_) => StatusCode::UNAUTHORIZED,
                ServiceError::Forbidden(_) => StatusCode::FORBIDDEN,
                ServiceError::Missing(_) => StatusCode::NOT_FOUND,
                ServiceError::Conflict(_) | ServiceError::Changed | ServiceError::HasRole { .. } => {
                    StatusCode::CONFLICT
                }
                ServiceError::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
                ServiceError::Throttled(_) => StatusCode::TOO_MANY_REQUESTS,
                ServiceError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
                ServiceError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            },
            Self::MissingAs500(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::NoSuchPart => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow | Self::NotReady(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What the caller may know; the cause of a defect is for the log only.
    fn message(&self) -> String {
        match self {
            Self::Service(ServiceError::Internal(_)) => "internal error".to_owned(),
            Self::Service(ServiceError::Unavailable(_)) => "busy, nothing was stored, try again".to_owned(),
            Self::Service(error @ ServiceError::HasRole { .. }) => {
                format!("{error}: send \"changeRole\": true to change it")
            }
            Self::Service(error) => error.to_string(),
            Self::MissingAs500(missing) => missing.to_string(),
            Self::NoSuchPath => "there is nothing at this path".to_owned(),
            Self::NoSuchPart => "the file has no such part".to_owned(),
            Self::WrongMethod => "this path does not take this method".to_owned(),
            Self::TooLarge(limit) => format!("the body is larger than {limit} bytes"),
            Self::NotJson => "the body must be application/json".to_owned(),
            Self::TooMany(seconds) => format!("too many requests, try again in {seconds} s"),
            Self::TooSlow => "the request took too long".to_owned(),
            Self::NotReady(cause) => cause.clone(),
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Service(ServiceError::Unavailable(_)) | Self::TooSlow | Self::NotReady(_) => Some(RETRY_AFTER),
            Self::TooMany(seconds) | Self::Service(ServiceError::Throttled(seconds)) => Some(*seconds),
            _ => None,
        }
    }

    /// Logs a 5xx with its cause; one that lasts, once a minute.
    pub(super) fn log(&self) {
        match self {
            Self::Service(ServiceError::Internal(cause)) => tracing::error!(%cause, "internal error"),
            Self::Service(ServiceError::Unavailable(cause)) | Self::NotReady(cause) if telemetry::is_news(cause) => {
                tracing::warn!(%cause, "not available");
            }
            _ => {}
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let details: Vec<ErrorDetail> = match &self {
            Self::Service(ServiceError::Invalid { details, .. }) => details.iter().map(detail).collect(),
            _ => Vec::new(),
        };
        let body = ErrorBody { error: self.message(), details };
        let mut response = (self.status(), Json(body)).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

fn detail(error: &FieldError) -> ErrorDetail {
    ErrorDetail { path: error.path.clone(), message: error.message.clone() }
}
