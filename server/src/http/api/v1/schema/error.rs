//! What every error looks like.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong, for people.
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
    #[schema(example = "a question has 2 to 30 options")]
    pub message: String,
}
