//! `DELETE /namespaces/{namespaceId}/quizzes/{quizId}`

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{super::schema::AdminErrors, QuizParams};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deleted {
    deleted: bool,
}

/// Delete a quiz
///
/// With everything answered in it; there is no way back.
#[utoipa::path(
    delete, operation_id = "deleteQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The quiz is deleted", body = Deleted), AdminErrors),
)]
pub(crate) async fn delete(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<Deleted>, ApiError> {
    http.service.delete_quiz(&caller, &path.into()).await?;
    Ok(Json(Deleted { deleted: true }))
}
