//! `PATCH /namespaces/{namespaceId}/quizzes/{quizId}`

use axum::{Json, extract::State};

use super::{
    super::schema::{AdminErrors, ChangeQuiz, QuizBody},
    QuizParams,
};
use crate::http::{
    auth::Keyed,
    error::ApiError,
    extract::{self, Path, QUIZ_LIMIT},
    state::Http,
};

/// Change a quiz
///
/// Fields that are absent stay as they are. Changing `questions` or `language` makes a new version; who has begun an
/// earlier one goes on with that.
#[utoipa::path(
    patch, operation_id = "changeQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}", tag = "administration", security(("api_key" = [])),
    params(QuizParams), request_body = ChangeQuiz,
    responses((status = 200, description = "The quiz record after the change", body = QuizBody), AdminErrors),
)]
pub(crate) async fn change(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<ChangeQuiz, QUIZ_LIMIT>,
) -> Result<Json<QuizBody>, ApiError> {
    let (quiz, counts) = http.service.change_quiz(&caller, &path.into(), body.into(), None).await?;
    let export = http.service.export_state(&caller, &quiz).await?;
    Ok(Json(QuizBody::new(&quiz, counts, &export, &http.base_url)))
}
