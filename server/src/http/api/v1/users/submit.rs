//! `POST …/users/anonymous/answers/submit` and the same by kind of user

use axum::{Json, extract::State};

use super::{
    super::{
        quizzes::QuizParams,
        schema::{Answered, AnsweringErrors, AnswersBody, RecommendationsType, Submit},
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

/// Submit All Answers
///
/// Applies `answers`, then submits and scores. Repeating it returns the same record.
#[utoipa::path(
    post, operation_id = "submitAllAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers/submit", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(crate) async fn submit(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<Submit>,
) -> Result<Json<Answered>, ApiError> {
    let who = body.who();
    finish(&http, &caller, &path.into(), &who, body).await
}

/// Submit All Answers, in-app
#[utoipa::path(
    post, operation_id = "submitAllAnswersInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers/submit", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(crate) async fn submit_inapp(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<Submit>,
) -> Result<Json<Answered>, ApiError> {
    let who = body.who();
    finish(&http, &caller, &path.into(), &who, body).await
}

/// Submit All Answers, by user
#[utoipa::path(
    post, operation_id = "submitAllAnswersOfUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers/submit",
    tag = "answering", security((), ("api_key" = [])), params(UserParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(crate) async fn submit_of_user(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<UserParams>,
    extract::Json(body): extract::Json<Submit>,
) -> Result<Json<Answered>, ApiError> {
    let (path, user) = path.split();
    require_same(&user, &body.who())?;
    finish(&http, &caller, &path, &Respondent::Any(user), body).await
}

async fn finish(
    http: &Http,
    caller: &Caller,
    path: &QuizPath,
    who: &Respondent,
    body: Submit,
) -> Result<Json<Answered>, ApiError> {
    let sees_all = caller.view(&path.namespace)?;
    let (more, extras) = body.read()?;
    let record = http.service.submit(path, who, &more, extras).await?;
    let answers = AnswersBody::new(&record, sees_all, RecommendationsType::None);
    Ok(Json(Answered { answers }))
}
