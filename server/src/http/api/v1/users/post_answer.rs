//! `POST …/users/anonymous/answers` and the same by kind of user

use axum::{Json, extract::State};

use super::{
    super::{
        quizzes::QuizParams,
        schema::{Answered, AnsweringErrors, AnswersBody, PostAnswer, RecommendationsType},
    },
    UserParams, require_same,
};
use crate::{
    http::{
        auth::Auth,
        error::ApiError,
        extract::{self, Path},
        state::Http,
    },
    service::{Caller, QuizPath, Respondent},
};

/// Post Answers
///
/// Stores the answer to one question; answering again before the submission replaces it. Answered with 200 means that
/// it is on the disk.
#[utoipa::path(
    post, operation_id = "postAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(crate) async fn post_answer(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<PostAnswer>,
) -> Result<Json<Answered>, ApiError> {
    let who = body.who();
    save(&http, &caller, &path.into(), &who, body).await
}

/// Post Answers, in-app
#[utoipa::path(
    post, operation_id = "postAnswersInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(crate) async fn post_answer_inapp(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<PostAnswer>,
) -> Result<Json<Answered>, ApiError> {
    let who = body.who();
    save(&http, &caller, &path.into(), &who, body).await
}

/// Post Answers, by user
#[utoipa::path(
    post, operation_id = "postAnswersOfUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers", tag = "answering", security((), ("api_key" = [])),
    params(UserParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(crate) async fn post_answer_of_user(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<UserParams>,
    extract::Json(body): extract::Json<PostAnswer>,
) -> Result<Json<Answered>, ApiError> {
    let (path, user) = path.split();
    require_same(&user, &body.who())?;
    save(&http, &caller, &path, &Respondent::Any(user), body).await
}

async fn save(
    http: &Http,
    caller: &Caller,
    path: &QuizPath,
    who: &Respondent,
    body: PostAnswer,
) -> Result<Json<Answered>, ApiError> {
    let sees_all = caller.view(&path.namespace)?;
    let (question, answer, extras) = body.read()?;
    let record = http.service.save_answer(path, who, &question, &answer, extras).await?;
    let answers = AnswersBody::new(&record, sees_all, RecommendationsType::None);
    Ok(Json(Answered { answers }))
}
