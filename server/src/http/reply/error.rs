//! Errors as responses of the API: status, code, body, headers.

use std::fmt;

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{FieldCode, FieldError};

use super::json::Json;
use crate::http::api::v1::{ErrorBody, ErrorDetail};
pub(crate) use crate::http::request::request_error::RequestError;
use crate::{
    service::{Conflict, Malformed, Missing, ServiceError},
    telemetry,
};

/// Seconds after which retrying is worthwhile if nothing can be stored.
pub(in crate::http) const RETRY_AFTER: u64 = 1;

/// Carries the code of an error, so that programs need not parse its sentence.
pub(in crate::http) const CODE_HEADER: HeaderName = HeaderName::from_static("x-error-code");

/// Marks a response in its extensions: its 500 is one that the API documents for a missing thing, and not a bug.
#[derive(Clone, Copy, Debug)]
pub(in crate::http) struct Published;

#[derive(Debug)]
pub(crate) enum ApiError {
    Service(ServiceError),
    /// A missing thing on the two endpoints that have always returned 500 for it.
    MissingAs500(Missing),
    Request(RequestError),
}

impl<E: Into<ServiceError>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        Self::Request(error)
    }
}

impl ApiError {
    pub(in crate::http) fn parameter(name: &str, code: FieldCode) -> Self {
        Malformed::Parameter(FieldError::new(name, code)).into()
    }

    /// For `If-Match`.
    pub(in crate::http) fn with_changed_as_412(error: ServiceError) -> Self {
        match error {
            ServiceError::Conflict(Conflict::Changed) => RequestError::Changed.into(),
            other => Self::Service(other),
        }
    }

    /// For Get User's Answer and csvExport.
    pub(in crate::http) fn with_missing_as_500(error: ServiceError) -> Self {
        match error {
            ServiceError::Missing(missing) => Self::MissingAs500(missing),
            other => Self::Service(other),
        }
    }

    pub(in crate::http) fn status(&self) -> StatusCode {
        match self {
            Self::Service(error) => match error {
                ServiceError::Malformed(_) => StatusCode::BAD_REQUEST,
                ServiceError::Unauthorized(_) => StatusCode::UNAUTHORIZED,
                ServiceError::Forbidden(_) => StatusCode::FORBIDDEN,
                ServiceError::Missing(_) => StatusCode::NOT_FOUND,
                ServiceError::Conflict(_) => StatusCode::CONFLICT,
                ServiceError::Invalid(_) | ServiceError::Unanswered(_) => StatusCode::UNPROCESSABLE_ENTITY,
                ServiceError::Throttled(_) => StatusCode::TOO_MANY_REQUESTS,
                ServiceError::Busy | ServiceError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
                ServiceError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            },
            Self::MissingAs500(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Request(error) => error.status(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Service(error) => error.code(),
            Self::MissingAs500(missing) => missing.code(),
            Self::Request(error) => error.code(),
        }
    }

    /// The message for the caller. The cause of an internal error goes to the log only.
    pub(in crate::http) fn message(&self) -> String {
        match self {
            Self::Service(ServiceError::Internal(_)) => "internal error".to_owned(),
            Self::Service(ServiceError::Busy) => "busy, nothing was stored, try again".to_owned(),
            Self::Service(ServiceError::Unavailable(_)) => {
                "the storage is not available, nothing was acknowledged, repeating is safe".to_owned()
            }
            Self::Service(error @ ServiceError::Conflict(Conflict::HasRole { .. })) => {
                format!("{error}: send \"changeRole\": true to change it")
            }
            Self::Service(error) => error.to_string(),
            Self::MissingAs500(missing) => missing.to_string(),
            Self::Request(error) => error.to_string(),
        }
    }

    fn details(&self) -> Vec<ErrorDetail> {
        match self {
            Self::Service(ServiceError::Invalid(invalid)) => invalid.0.iter().map(ErrorDetail::from).collect(),
            Self::Service(ServiceError::Unanswered(questions)) => questions
                .iter()
                .map(|id| FieldError::new(domain::Path::from("answers").field(id.to_string()), FieldCode::Required))
                .map(|error| ErrorDetail::from(&error))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Service(ServiceError::Busy | ServiceError::Unavailable(_))
            | Self::Request(RequestError::FileElsewhere | RequestError::TooSlow | RequestError::NotReady(_)) => {
                Some(RETRY_AFTER)
            }
            Self::Request(RequestError::TooMany(seconds)) | Self::Service(ServiceError::Throttled(seconds)) => {
                Some(*seconds)
            }
            _ => None,
        }
    }

    /// Logs a 5xx with its cause. A persistent one is logged once a minute.
    pub(in crate::http) fn log(&self) {
        match self {
            Self::Service(ServiceError::Internal(cause)) => tracing::error!(%cause, "internal error"),
            Self::Service(cause @ (ServiceError::Busy | ServiceError::Unavailable(_))) => log_refusal(cause),
            Self::Request(cause @ RequestError::NotReady(_)) => log_refusal(cause),
            _ => {}
        }
    }
}

/// In addition to the store's line about the same cause, because this one has the request.
fn log_refusal(cause: &impl fmt::Display) {
    if telemetry::is_news(&format_args!("refused: {cause}")) {
        tracing::warn!(%cause, "not available");
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let code = HeaderValue::from_static(self.code());
        let body = ErrorBody { error: self.message(), details: self.details() };
        let mut response = (self.status(), [(CODE_HEADER, code)], Json(body)).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(self, Self::MissingAs500(_)) {
            response.extensions_mut().insert(Published);
        }
        response
    }
}
