//! `POST /namespaces/{namespaceId}/quizzes`

use axum::{Json, extract::State, http::StatusCode};

use super::{
    super::schema::{AdminErrors, CreateQuiz, QuizBody},
    NamespaceParams,
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{self, Path, QUIZ_LIMIT},
        state::Http,
    },
    service::ExportState,
    store::Counts,
};

/// Create Quiz
///
/// Open at once, unless `opensAt` is in the future. The body may be up to 1 MiB.
#[utoipa::path(
    post, operation_id = "createQuiz",
    path = "/namespaces/{namespaceId}/quizzes", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = CreateQuiz,
    responses((status = 201, description = "The quiz record", body = QuizBody), AdminErrors),
)]
pub(crate) async fn create(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<CreateQuiz, QUIZ_LIMIT>,
) -> Result<(StatusCode, Json<QuizBody>), ApiError> {
    let quiz = http.service.create_quiz(&caller, path.namespace_id, body.into()).await?;
    Ok((StatusCode::CREATED, Json(QuizBody::new(&quiz, Counts::default(), &ExportState::None, &http.base_url))))
}
