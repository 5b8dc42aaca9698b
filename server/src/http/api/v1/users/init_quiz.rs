//! `POST …/users/anonymous/initQuiz` and the same by kind of user

use axum::{Json, extract::State};

use super::{
    super::{
        quizzes::QuizParams,
        schema::{Answered, AnsweringErrors, AnswersBody, InitQuiz, RecommendationsType},
    },
    SessionParams, UserParams, require_same,
};
use crate::{
    http::{
        auth::Auth,
        error::ApiError,
        extract::{self, Path},
        state::Http,
    },
    service::{Caller, Extras, QuizPath, Respondent},
};

/// Initialize Quiz
///
/// Begins a record, or returns the one there is as it stands; with `retake`, begins the next attempt after a submission.
/// With `anon_id` for open quizzes, `sessionId` for in-app ones.
#[utoipa::path(
    post, operation_id = "initializeQuiz",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/initQuiz", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = InitQuiz,
    responses((status = 200, description = "The answers record", body = Answered), AnsweringErrors),
)]
pub(crate) async fn init_quiz(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<InitQuiz>,
) -> Result<Json<Answered>, ApiError> {
    let is_retake = body.retake;
    let (who, extras) = body.split();
    begin(&http, &caller, &path.into(), &who, extras, is_retake).await
}

/// Initialize Quiz, in-app
#[utoipa::path(
    post, operation_id = "initializeQuizInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/{sessionId}/initQuiz", tag = "answering", security((), ("api_key" = [])),
    params(SessionParams), request_body = InitQuiz,
    responses((status = 200, description = "The answers record", body = Answered), AnsweringErrors),
)]
pub(crate) async fn init_quiz_inapp(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<SessionParams>,
    extract::Json(body): extract::Json<InitQuiz>,
) -> Result<Json<Answered>, ApiError> {
    let (path, session) = path.split();
    let is_retake = body.retake;
    let (named, extras) = body.split();
    require_same(&session, &named)?;
    begin(&http, &caller, &path, &Respondent::Session(session), extras, is_retake).await
}

/// Initialize Quiz, invited
#[utoipa::path(
    post, operation_id = "initializeQuizInvited",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/invited/{invitedUserUUID}/initQuiz",
    tag = "answering", security((), ("api_key" = [])), params(UserParams), request_body = InitQuiz,
    responses((status = 200, description = "The answers record", body = Answered), AnsweringErrors),
)]
pub(crate) async fn init_quiz_invited(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<UserParams>,
    extract::Json(body): extract::Json<InitQuiz>,
) -> Result<Json<Answered>, ApiError> {
    let (path, user) = path.split();
    let is_retake = body.retake;
    let (named, extras) = body.split();
    require_same(&user, &named)?;
    begin(&http, &caller, &path, &Respondent::Invited(user), extras, is_retake).await
}

async fn begin(
    http: &Http,
    caller: &Caller,
    path: &QuizPath,
    who: &Respondent,
    extras: Extras,
    is_retake: bool,
) -> Result<Json<Answered>, ApiError> {
    let sees_all = caller.view(&path.namespace)?;
    let record = if is_retake {
        http.service.retake_quiz(path, who, extras).await?
    } else {
        http.service.init_quiz(path, who, extras).await?
    };
    let answers = AnswersBody::new(&record, sees_all, RecommendationsType::None);
    Ok(Json(Answered { answers }))
}
