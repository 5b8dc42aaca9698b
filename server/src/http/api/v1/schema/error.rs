//! The body of every error.

use domain::FieldError;
use serde::Serialize;
use utoipa::ToSchema;

use super::names;

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// A sentence for people; programs read the header `x-error-code`.
    #[schema(example = "quiz does not exist")]
    pub error: String,
    /// On 422: each mistake with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ErrorDetail>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    #[schema(example = "questions[2].options")]
    pub path: String,
    #[schema(value_type = names::FieldErrorCode, example = "too_few")]
    pub code: &'static str,
    /// A sentence for people, to be read after the path.
    #[schema(example = "must have 2 to 30 entries")]
    pub message: String,
}

impl From<&FieldError> for ErrorDetail {
    fn from(error: &FieldError) -> Self {
        Self { path: error.path.clone(), code: error.code.code(), message: error.code.to_string() }
    }
}
