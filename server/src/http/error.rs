//! Errors as responses of the API: status, code, body, headers.

use std::{collections::BTreeSet, fmt};

use axum::{
    Json,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{FieldCode, FieldError, coded};
use thiserror::Error;

use super::{
    api::v1::{ErrorBody, ErrorDetail},
    mistake::Mistake,
};
use crate::{
    service::{Conflict, Forbidden, Malformed, Missing, ServiceError, Unauthorized},
    telemetry,
};

/// Seconds after which trying again is worth it when nothing can be stored.
pub(super) const RETRY_AFTER: u64 = 1;

/// Carries the code of an error, so that programs need not read its sentence.
pub(super) const CODE_HEADER: HeaderName = HeaderName::from_static("x-error-code");

/// In the extensions of a response: its 500 is one that the API documents for a missing thing, and no defect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Published;

#[derive(Debug)]
pub(crate) enum ApiError {
    Service(ServiceError),
    /// A missing thing on the two endpoints that have always said 500 for it.
    MissingAs500(Missing),
    Request(RequestError),
}

coded! {
    /// A request that no use-case ever saw.
    #[derive(Debug, Error)]
    pub(crate) enum RequestError {
        #[error("malformed JSON: {} at line {}, column {}", fault(.0), .0.line(), .0.column())]
        Json(serde_json::Error) => "malformed_json",
        #[error("malformed JSON: {0}")]
        UnknownField(Mistake) => "unknown_field",
        /// On `If-Match`.
        #[error("the quiz has been changed since")]
        Changed => "quiz_changed",
        #[error("the body did not arrive whole")]
        Incomplete => "incomplete_body",
        #[error("unknown parameter `{0}`")]
        UnknownParameter(String) => "unknown_parameter",
        #[error("`{0}` does not go together with `updatedSince`")]
        NotCombined(String) => "not_combined",
        #[error("{name} in the path: {reason}")]
        Path { name: String, reason: String } => "malformed_path",
        #[error("the address holds a NUL character")]
        NulCharacter => "malformed_path",
        #[error("cursor is not one that this service gave out")]
        Cursor => "foreign_cursor",
        /// On `updatedSince`.
        #[error("the database was restored since: begin again with 0")]
        Restored => "restored_since",
        #[error("the body names another user than the path")]
        OtherUser => "other_user",
        #[error("there is nothing at this path")]
        NoSuchPath => "no_such_path",
        #[error("this path does not take this method")]
        WrongMethod => "method_not_allowed",
        /// Larger than this many bytes.
        #[error("the body is larger than {0} bytes")]
        TooLarge(usize) => "body_too_large",
        #[error("the body must be application/json")]
        NotJson => "not_json",
        /// A range that a file does not have.
        #[error("the file has no such part")]
        NoSuchPart => "no_such_part",
        /// Another try may reach that server.
        #[error("the file is on another server: try again; the operator can give all servers one --export-store")]
        FileElsewhere => "file_elsewhere",
        /// Seconds to wait.
        #[error("too many requests, try again in {0} s")]
        TooMany(u64) => "too_many_requests",
        #[error("the request took too long")]
        TooSlow => "timed_out",
        /// `/readyz` names the cause, for the operator.
        #[error("{0}")]
        NotReady(String) => "not_ready",
    }
}

/// The library's own words are no part of the interface.
fn fault(error: &serde_json::Error) -> &'static str {
    if error.is_eof() { "it ends too early" } else { "it is not valid" }
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

impl RequestError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Json(_)
            | Self::NulCharacter
            | Self::UnknownField(_)
            | Self::Incomplete
            | Self::UnknownParameter(_)
            | Self::NotCombined(_)
            | Self::Path { .. }
            | Self::Cursor
            | Self::OtherUser => StatusCode::BAD_REQUEST,
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Restored => StatusCode::GONE,
            Self::Changed => StatusCode::PRECONDITION_FAILED,
            Self::NoSuchPart => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::FileElsewhere | Self::TooSlow | Self::NotReady(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl ApiError {
    /// A parameter that breaks a rule.
    pub(super) fn parameter(name: &str, code: FieldCode) -> Self {
        Malformed::Parameter(FieldError::new(name, code)).into()
    }

    /// For `If-Match`.
    pub(super) fn with_changed_as_412(error: ServiceError) -> Self {
        match error {
            ServiceError::Conflict(Conflict::Changed) => RequestError::Changed.into(),
            other => Self::Service(other),
        }
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

    /// The message for the caller. The cause of a defect goes to the log only.
    pub(super) fn message(&self) -> String {
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
                .map(|id| FieldError::new(format!("answers.{id}"), FieldCode::Required))
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

    /// Logs a 5xx with its cause; one that lasts, once a minute.
    pub(super) fn log(&self) {
        match self {
            Self::Service(ServiceError::Internal(cause)) => tracing::error!(%cause, "internal error"),
            Self::Service(cause @ (ServiceError::Busy | ServiceError::Unavailable(_))) => log_refusal(cause),
            Self::Request(cause @ RequestError::NotReady(_)) => log_refusal(cause),
            _ => {}
        }
    }
}

/// Beside the line of the store about the same cause, because this one has the request.
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

/// Codes that only the dashboard and the command line meet.
const NOT_IN_THE_API: [&str; 17] = [
    "account_gone",
    "draft_changed",
    "broken_log",
    "email_taken",
    "has_second_factor",
    "last_administrator",
    "namespace_in_use",
    "never_due",
    "no_role",
    "no_such_link",
    "no_such_schedule",
    "no_such_session",
    "not_everywhere",
    "not_ready",
    "operator_only",
    "role_too_low",
    "wrong_credentials",
];

/// Every code that the header of an API response can carry.
pub(super) fn codes() -> BTreeSet<&'static str> {
    let own = ["invalid", "unanswered", "busy", "storage_unavailable", "internal"];
    let of_enums =
        [Malformed::CODES, Unauthorized::CODES, Forbidden::CODES, Missing::CODES, Conflict::CODES, RequestError::CODES];
    let all = of_enums.into_iter().flatten().copied().chain(own);
    all.filter(|code| !NOT_IN_THE_API.contains(code)).collect()
}
