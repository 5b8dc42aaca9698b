//! Errors of requests that did not reach a use case.

use axum::http::StatusCode;
use domain::{coded, json::DecodeError};
use thiserror::Error;

/// Like [`coded!`], with a status before each code.
macro_rules! request_errors {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$about:meta])*
                $variant:ident $(($($value:ty),+))? $({ $($field:ident: $type:ty),+ })?
                    => $status:ident $code:literal $(: $when:literal)?,
            )+
        }
    ) => {
        coded! {
            $(#[$meta])*
            $vis enum $name {
                $($(#[$about])* $variant $(($($value),+))? $({ $($field: $type),+ })? => $code $(: $when)?,)+
            }
        }

        impl $name {
            /// The status, code and sentence of each error that API clients get.
            pub(in crate::http) const BY_STATUS: &[(StatusCode, &str, &str)] = &[$($((StatusCode::$status, $code, $when),)?)+];

            pub(in crate::http) const fn status(&self) -> StatusCode {
                match self {
                    $(Self::$variant { .. } => StatusCode::$status,)+
                }
            }
        }
    };
}

request_errors! {
    #[derive(Debug, Error)]
    pub(crate) enum RequestError {
        #[error("malformed JSON: {} at line {}, column {}", fault(.0), .0.line(), .0.column())]
        Json(serde_json::Error) => BAD_REQUEST "malformed_json": "the body is not JSON",
        #[error("malformed JSON: {0}")]
        UnknownField(DecodeError) => BAD_REQUEST "unknown_field": "the operation does not have this field",
        /// For `If-Match`.
        #[error("the quiz has been changed since")]
        Changed => PRECONDITION_FAILED "quiz_changed":
            "the quiz is not of the revision that `If-Match` names, or the version to rescore by; read it again",
        #[error("the body did not arrive whole")]
        Incomplete => BAD_REQUEST "incomplete_body": "the connection broke while the body arrived; send it again",
        #[error("unknown parameter `{0}`")]
        UnknownParameter(String) => BAD_REQUEST "unknown_parameter": "the operation does not have this query parameter",
        #[error("`{0}` does not go together with `updatedSince`")]
        NotCombined(String) => BAD_REQUEST "not_combined":
            "the query parameter does not go together with `updatedSince`",
        #[error("{name} in the path: {reason}")]
        Path { name: String, reason: String } => BAD_REQUEST "malformed_path":
            "a part of the path does not have its form, or path or parameters hold a NUL character (`%00`)",
        #[error("the address holds a NUL character")]
        NulCharacter => BAD_REQUEST "malformed_path",
        #[error("cursor is not one that this service gave out")]
        Cursor => BAD_REQUEST "foreign_cursor":
            "the cursor is of another list, or none of this service; begin the list again without one",
        #[error("updatedSince is neither 0 nor a nextCursor of this list")]
        Since => BAD_REQUEST "foreign_cursor",
        /// For `updatedSince`.
        #[error("the database was restored since: begin again with 0")]
        Restored => GONE "restored_since":
            "`updatedSince` is of before a restore of the database; begin with `0` again",
        /// For a figure, which earlier releases drew.
        #[error("figures are no longer drawn as PNG: take the same address with .svg, which browsers turn into a picture")]
        NoPng => GONE "png_gone":
            "figures are no longer drawn as PNG; take the same address with `.svg`",
        #[error("the body names another user than the path")]
        OtherUser => BAD_REQUEST "other_user": "path and body name different users",
        #[error("there is nothing at this path")]
        NoSuchPath => NOT_FOUND "no_such_path": "there is no operation at this path",
        #[error("this path does not take this method")]
        WrongMethod => METHOD_NOT_ALLOWED "method_not_allowed":
            "the path does not take this method; the header `Allow` names those it takes",
        #[error("the body is larger than {0} bytes")]
        TooLarge(usize) => PAYLOAD_TOO_LARGE "body_too_large": "the body is too large",
        #[error("the body must be application/json")]
        NotJson => UNSUPPORTED_MEDIA_TYPE "not_json": "the content type is not `application/json`",
        #[error("a picture is sent as application/octet-stream, image/png, image/jpeg or image/webp")]
        NotAnImage => UNSUPPORTED_MEDIA_TYPE "not_an_image_type":
            "the content type is none of `application/octet-stream`, `image/png`, `image/jpeg` and `image/webp`",
        #[error("the file has no such part")]
        NoSuchPart => RANGE_NOT_SATISFIABLE "no_such_part": "the file does not have the range that `Range` asks for",
        /// A retry may reach that server.
        #[error("the file is on another server: try again; the operator can give all servers one --export-store")]
        FileElsewhere => SERVICE_UNAVAILABLE "file_elsewhere":
            "the exported file is on another server, which another try may reach",
        #[error("too many requests, try again in {0} s")]
        TooMany(u64) => TOO_MANY_REQUESTS "too_many_requests":
            "too many requests or beginnings from one address, or requests with one key; `Retry-After` says when to come back",
        #[error("the request took too long")]
        TooSlow => SERVICE_UNAVAILABLE "timed_out": "the request took too long; try again",
        /// `/readyz` names the cause, for the operator.
        #[error("{0}")]
        NotReady(String) => SERVICE_UNAVAILABLE "not_ready",
    }
}

/// The library's own messages are not part of the interface.
fn fault(error: &serde_json::Error) -> &'static str {
    if error.is_eof() { "it ends too early" } else { "it is not valid" }
}
