//! `GET /namespaces/{namespaceId}/quizzes/{quizId}`

use axum::{Json, extract::State};

use super::{
    super::schema::{QuizBody, ReadingErrors},
    QuizParams,
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

/// Get Quiz
#[utoipa::path(
    get, operation_id = "getQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The quiz record", body = QuizBody), ReadingErrors),
)]
pub(crate) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<QuizBody>, ApiError> {
    let (quiz, counts) = http.service.quiz(&caller, &path.into()).await?;
    let export = http.service.export_state(&caller, &quiz).await?;
    Ok(Json(QuizBody::new(&quiz, counts, &export, &http.base_url)))
}
