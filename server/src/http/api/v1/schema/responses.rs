//! The errors that groups of operations have in common.

use utoipa::IntoResponses;

use super::ErrorBody;

#[derive(IntoResponses)]
pub enum AnsweringErrors {
    /// A malformed body, parameter or id, or an unknown field
    #[response(status = 400)]
    Malformed(ErrorBody),
    /// A key was sent and is not valid
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// A key was sent that is of another namespace or lacks the scope
    #[response(status = 403)]
    Forbidden(ErrorBody),
    /// The namespace, quiz or user does not exist
    #[response(status = 404)]
    Missing(ErrorBody),
    /// The quiz is not open, takes other kinds of users, is not to be taken again, or another answer was submitted
    #[response(status = 409)]
    Conflict(ErrorBody),
    /// The body is larger than 64 KiB
    #[response(status = 413)]
    TooLarge(ErrorBody),
    /// The body is not JSON
    #[response(status = 415)]
    NotJson(ErrorBody),
    /// Well-formed and not valid; `details` says where
    #[response(status = 422)]
    Invalid(ErrorBody),
    /// Too many requests; see `Retry-After`
    #[response(status = 429)]
    TooMany(ErrorBody),
    /// Busy, nothing was stored; see `Retry-After`
    #[response(status = 503)]
    Unavailable(ErrorBody),
}

#[derive(IntoResponses)]
pub enum AdminErrors {
    /// A malformed body, parameter or id, or an unknown field
    #[response(status = 400)]
    Malformed(ErrorBody),
    /// The key is missing or not valid
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// The key is of another namespace or lacks the scope
    #[response(status = 403)]
    Forbidden(ErrorBody),
    /// The namespace, quiz or user does not exist
    #[response(status = 404)]
    Missing(ErrorBody),
    /// It exists already, is being changed by somebody else, or is of another kind
    #[response(status = 409)]
    Conflict(ErrorBody),
    /// The body is too large
    #[response(status = 413)]
    TooLarge(ErrorBody),
    /// The body is not JSON
    #[response(status = 415)]
    NotJson(ErrorBody),
    /// Well-formed and not valid; `details` says where
    #[response(status = 422)]
    Invalid(ErrorBody),
    /// Too many requests; see `Retry-After`
    #[response(status = 429)]
    TooMany(ErrorBody),
    /// Busy, nothing was stored; see `Retry-After`
    #[response(status = 503)]
    Unavailable(ErrorBody),
}

#[derive(IntoResponses)]
pub enum ReadingErrors {
    /// A malformed parameter or id
    #[response(status = 400)]
    Malformed(ErrorBody),
    /// The key is not valid, or missing where one is required
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// The key is of another namespace or lacks the scope
    #[response(status = 403)]
    Forbidden(ErrorBody),
    /// The namespace or quiz does not exist
    #[response(status = 404)]
    Missing(ErrorBody),
    /// Too many requests; see `Retry-After`
    #[response(status = 429)]
    TooMany(ErrorBody),
    /// Busy; see `Retry-After`
    #[response(status = 503)]
    Unavailable(ErrorBody),
}
