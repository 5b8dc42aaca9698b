//! The codes of errors, as the API document and the manual list them.

use std::fmt::Write;

use axum::http::StatusCode;
use domain::FieldCode;

use super::error::RequestError;
use crate::service::{Conflict, Forbidden, Malformed, Missing, Unauthorized};

/// Refusals without an enum of their own.
const OTHERS: [(StatusCode, &str, &str); 5] = [
    (StatusCode::UNPROCESSABLE_ENTITY, "invalid", "the body is JSON and not valid; see `details`"),
    (StatusCode::UNPROCESSABLE_ENTITY, "unanswered", "required questions are open; see `details`"),
    (StatusCode::INTERNAL_SERVER_ERROR, "internal", "a defect of ours"),
    (StatusCode::SERVICE_UNAVAILABLE, "busy", "too many writes are waiting; nothing was stored; see `Retry-After`"),
    (
        StatusCode::SERVICE_UNAVAILABLE,
        "storage_unavailable",
        "the disk is full or the database cannot be reached; nothing was acknowledged, and repeating is safe; see `Retry-After`",
    ),
];

/// The codes that the header of an API response can carry, by status.
fn of_header() -> Vec<(StatusCode, &'static str, &'static str)> {
    let of_services = [
        (StatusCode::BAD_REQUEST, Malformed::PUBLISHED),
        (StatusCode::UNAUTHORIZED, Unauthorized::PUBLISHED),
        (StatusCode::FORBIDDEN, Forbidden::PUBLISHED),
        (StatusCode::NOT_FOUND, Missing::PUBLISHED),
        (StatusCode::CONFLICT, Conflict::PUBLISHED),
    ];
    let of_services =
        of_services.into_iter().flat_map(|(status, codes)| codes.iter().map(move |(c, w)| (status, *c, *w)));
    let mut all: Vec<_> = RequestError::BY_STATUS.iter().copied().chain(of_services).chain(OTHERS).collect();
    all.sort_by_key(|(status, ..)| *status);
    all
}

pub(in crate::http) fn codes() -> impl Iterator<Item = &'static str> {
    of_header().into_iter().map(|(_, code, _)| code)
}

pub(in crate::http) fn field_codes() -> impl Iterator<Item = &'static str> {
    FieldCode::PUBLISHED.iter().map(|(code, _)| *code)
}

/// `first`, and a table in Markdown.
pub(in crate::http) fn describe_codes(first: &str) -> String {
    let mut text = format!("{first}\n\n| code | status | when |\n|---|---|---|");
    for (status, code, when) in of_header() {
        let _ = write!(text, "\n| `{code}` | {} | {when} |", status.as_u16());
    }
    text
}

/// `first`, and a table in Markdown.
pub(in crate::http) fn describe_field_codes(first: &str) -> String {
    let mut text = format!("{first}\n\n| code | when |\n|---|---|");
    for (code, when) in FieldCode::PUBLISHED {
        let _ = write!(text, "\n| `{code}` | {when} |");
    }
    text
}
