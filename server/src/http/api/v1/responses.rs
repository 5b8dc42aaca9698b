//! The body of every error, and the errors that groups of operations share.

use std::collections::BTreeMap;

use domain::FieldError;
use serde::Serialize;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use super::names;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// A sentence for people; programs read the header `x-error-code`.
    #[schema(example = "quiz does not exist")]
    pub(crate) error: String,
    /// On 422: each mistake with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) details: Vec<ErrorDetail>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorDetail {
    #[schema(example = "questions[2].options")]
    path: String,
    #[schema(value_type = names::FieldErrorCode, example = "too_few")]
    code: &'static str,
    /// A sentence for people, to be read after the path.
    #[schema(example = "must have 2 to 300 entries")]
    message: String,
}

impl From<&FieldError> for ErrorDetail {
    fn from(error: &FieldError) -> Self {
        Self { path: error.path.to_string(), code: error.code.code(), message: error.code.to_string() }
    }
}

macro_rules! errors {
    ($($name:ident { $($status:literal $description:literal)+ })+) => {$(
        pub(super) enum $name {}

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$(($status, $description)),+].into_iter().map(response).collect()
            }
        }
    )+};
}

errors! {
    AnsweringErrors {
        "400" "A malformed body, parameter or id, or an unknown field"
        "401" "A key was sent and is not valid"
        "403" "A key was sent that is of another namespace or lacks the scope"
        "404" "The namespace, quiz or user does not exist"
        "409" "The quiz is not open, takes other kinds of users, is not to be taken again, or another answer was submitted"
        "413" "The body is larger than 64 KiB"
        "415" "The body is not JSON"
        "422" "Well-formed and not valid; `details` says where"
        "429" "Too many requests; see `Retry-After`"
        "503" "Busy, nothing was stored; see `Retry-After`"
    }
    AdminErrors {
        "400" "A malformed body, parameter or id, or an unknown field"
        "401" "The key is missing or not valid"
        "403" "The key is of another namespace or lacks the scope"
        "404" "The namespace, quiz or user does not exist"
        "409" "It exists already, another caller is changing it, or it is of another kind"
        "413" "The body is too large"
        "415" "The body is not JSON"
        "422" "Well-formed and not valid; `details` says where"
        "429" "Too many requests; see `Retry-After`"
        "503" "Busy, nothing was stored; see `Retry-After`"
    }
    ReadingErrors {
        "400" "A malformed parameter or id"
        "401" "The key is not valid, or missing where one is required"
        "403" "The key is of another namespace or lacks the scope"
        "404" "The namespace or quiz does not exist"
        "429" "Too many requests; see `Retry-After`"
        "503" "Busy; see `Retry-After`"
    }
}

fn response((status, description): (&str, &str)) -> (String, RefOr<Response>) {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let response = ResponseBuilder::new().description(description).content("application/json", body);
    (status.to_owned(), response.build().into())
}
