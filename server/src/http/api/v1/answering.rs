//! Operations of a respondent's client: begin, answer, submit, at a path for each kind of user.

use std::collections::BTreeMap;

use axum::{
    extract::{FromRequestParts, State},
    http::request::Parts,
};
use domain::{AnswerInput, AnswersRecord, Language, NamespaceId, QuestionId, QuizId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answers::{Answered, UserParams};
use super::way::Way;
use super::{ApiError, Auth, Http, Path, QuizParams, RequestError, extract, names, responses::AnsweringErrors};
use crate::{
    http::{
        reply::json::{Json, Written},
        request::client::Beginner,
    },
    record::{RecommendationsType, View},
    service::{Caller, Extras, QuizPath, Respondent},
};

type Reply = Result<Written, ApiError>;

/// The caller, the quiz, and the user if the path names one.
pub(super) struct Answering {
    http: Http,
    caller: Caller,
    beginner: Beginner,
    quiz: QuizPath,
    user: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnsweringPath {
    namespace_id: NamespaceId,
    quiz_id: QuizId,
    #[serde(alias = "invitedUserUUID", alias = "sessionId")]
    user: Option<String>,
}

impl FromRequestParts<Http> for Answering {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, ApiError> {
        let Auth(caller) = Auth::from_request_parts(parts, http).await?;
        let Path(path) = Path::<AnsweringPath>::from_request_parts(parts, http).await?;
        // A key that may not read here is refused before the body is read.
        caller.view(&path.namespace_id)?;
        let quiz = QuizPath { namespace: path.namespace_id, quiz: path.quiz_id };
        let Ok(beginner) = Beginner::from_request_parts(parts, http).await;
        Ok(Self { http: http.clone(), caller, beginner, quiz, user: path.user })
    }
}

impl Answering {
    /// Returns the user that the path or the body names. If both name one, it must be the same.
    fn respondent(
        &self,
        of_path: fn(String) -> Respondent,
        anon_id: Option<String>,
        session_id: Option<String>,
    ) -> Result<Respondent, ApiError> {
        match &self.user {
            None => Ok(Respondent::Body { anon_id, session_id }),
            Some(user) if anon_id.iter().chain(&session_id).all(|named| named == user) => Ok(of_path(user.clone())),
            Some(_) => Err(RequestError::OtherUser.into()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GeneratedId {
    /// Keep it private: it gives access to the answers.
    #[schema(value_type = names::AnonId)]
    anon_id: String,
}

/// Generate Anonymous User ID
///
/// Open quizzes only. Stores nothing. Needs no body.
#[utoipa::path(
    post, operation_id = "generateAnonymousUserId",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/genId", tag = "answering", security(),
    params(QuizParams),
    responses((status = 200, description = "A new id", body = GeneratedId), AnsweringErrors),
)]
pub(super) async fn gen_id(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<QuizParams>,
) -> Result<Json<GeneratedId>, ApiError> {
    let anon_id = http.service.generate_anon_id(&path.into()).await?.into();
    Ok(Json(GeneratedId { anon_id }))
}

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
pub(super) async fn init_quiz(to: Answering, extract::Json(body): extract::Json<InitQuiz>) -> Reply {
    begin(to, Respondent::Any, body).await
}

/// Initialize Quiz, in-app
///
/// The same with the session in the path.
#[utoipa::path(
    post, operation_id = "initializeQuizInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/{sessionId}/initQuiz", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams, ("sessionId" = inline(names::SessionId), Path, description = "The respondent, as the other application names them")),
    request_body = InitQuiz,
    responses((status = 200, description = "The answers record", body = Answered), AnsweringErrors),
)]
pub(super) async fn init_quiz_inapp(to: Answering, extract::Json(body): extract::Json<InitQuiz>) -> Reply {
    begin(to, Respondent::Session, body).await
}

/// Initialize Quiz, invited
///
/// The same with the UUID of the invitation in the path.
#[utoipa::path(
    post, operation_id = "initializeQuizInvited",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/invited/{invitedUserUUID}/initQuiz",
    tag = "answering", security((), ("api_key" = [])), params(UserParams), request_body = InitQuiz,
    responses((status = 200, description = "The answers record", body = Answered), AnsweringErrors),
)]
pub(super) async fn init_quiz_invited(to: Answering, extract::Json(body): extract::Json<InitQuiz>) -> Reply {
    begin(to, Respondent::Invited, body).await
}

async fn begin(to: Answering, of_path: fn(String) -> Respondent, body: InitQuiz) -> Reply {
    let InitQuiz { anon_id, session_id, language, custom_data, retake } = body;
    let who = to.respondent(of_path, anon_id, session_id)?;
    let sees_all = to.caller.view(&to.quiz.namespace)?;
    let extras = Extras { language, custom_data };
    // A key has a limit of its own.
    let client = to.beginner.0.filter(|_| matches!(to.caller, Caller::Public));
    let record = if retake {
        to.http.service.retake_quiz(&to.quiz, &who, extras, client).await?
    } else {
        to.http.service.init_quiz(&to.quiz, &who, extras, client).await?
    };
    told(&to, &record, sees_all, None).await
}

/// Returns the record and the way on, as the caller may see them. Records that a key has read the whole record.
async fn told(to: &Answering, record: &AnswersRecord, sees_all: bool, last: Option<&QuestionId>) -> Reply {
    if sees_all {
        if !record.answers.is_empty() {
            to.http.service.note_reading(&to.caller, &to.quiz, &record.user).await?;
        }
        let over_time = to.http.service.over_time(&to.quiz, std::slice::from_ref(record)).await?;
        let answered = Answered::new(record, View::Whole, RecommendationsType::None);
        return Written::of(&answered.measured(record, &over_time));
    }
    let (definition, shows_results) = to.http.service.asked_of(&to.quiz, record).await?;
    let mut answered = Answered::new(record, View::without_key(shows_results), RecommendationsType::None);
    if shows_results {
        let over_time = to.http.service.over_time(&to.quiz, std::slice::from_ref(record)).await?;
        answered = answered.measured(record, &over_time);
    }
    Written::of(&answered.on_the_way(Way::of(record, &definition, last)))
}

/// Post Answers
///
/// Stores the answer to one question; answering again before the submission replaces it, and `null` withdraws the answer
/// to an optional question. Answered with 200 means that it is on the disk.
#[utoipa::path(
    post, operation_id = "postAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(super) async fn post_answer(to: Answering, extract::Json(body): extract::Json<PostAnswer>) -> Reply {
    save(to, body).await
}

/// Post Answers, in-app
///
/// The same under the address of in-app quizzes.
#[utoipa::path(
    post, operation_id = "postAnswersInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(super) async fn post_answer_inapp(to: Answering, extract::Json(body): extract::Json<PostAnswer>) -> Reply {
    save(to, body).await
}

/// Post Answers, by user
///
/// The same with any kind of user in the path; the body need not name one.
#[utoipa::path(
    post, operation_id = "postAnswersOfUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers", tag = "answering", security((), ("api_key" = [])),
    params(UserParams), request_body = PostAnswer,
    responses((status = 200, description = "The answers record, with this answer", body = Answered), AnsweringErrors),
)]
pub(super) async fn post_answer_of_user(to: Answering, extract::Json(body): extract::Json<PostAnswer>) -> Reply {
    save(to, body).await
}

async fn save(to: Answering, body: PostAnswer) -> Reply {
    let PostAnswer { anon_id, session_id, question_id, answer, language, custom_data } = body;
    let who = to.respondent(Respondent::Any, anon_id, session_id)?;
    let sees_all = to.caller.view(&to.quiz.namespace)?;
    let question = QuestionId::parse(&question_id)?;
    let extras = Extras { language, custom_data };
    let record = to.http.service.save_answer(&to.quiz, &who, &question, &answer, extras).await?;
    told(&to, &record, sees_all, Some(&question)).await
}

/// Submit All Answers
///
/// Applies `answers`, then submits and scores. Repeating it returns the same record.
#[utoipa::path(
    post, operation_id = "submitAllAnswers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers/submit", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(super) async fn submit(to: Answering, extract::Json(body): extract::Json<Submit>) -> Reply {
    finish(to, body).await
}

/// Submit All Answers, in-app
///
/// The same under the address of in-app quizzes.
#[utoipa::path(
    post, operation_id = "submitAllAnswersInapp",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers/submit", tag = "answering", security((), ("api_key" = [])),
    params(QuizParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(super) async fn submit_inapp(to: Answering, extract::Json(body): extract::Json<Submit>) -> Reply {
    finish(to, body).await
}

/// Submit All Answers, by user
///
/// The same with any kind of user in the path; the body need not name one.
#[utoipa::path(
    post, operation_id = "submitAllAnswersOfUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers/submit",
    tag = "answering", security((), ("api_key" = [])), params(UserParams), request_body = Submit,
    responses((status = 200, description = "The answers record, with its scores", body = Answered), AnsweringErrors),
)]
pub(super) async fn submit_of_user(to: Answering, extract::Json(body): extract::Json<Submit>) -> Reply {
    finish(to, body).await
}

async fn finish(to: Answering, body: Submit) -> Reply {
    let Submit { anon_id, session_id, answers, language, custom_data } = body;
    let who = to.respondent(Respondent::Any, anon_id, session_id)?;
    let sees_all = to.caller.view(&to.quiz.namespace)?;
    let mut more = BTreeMap::new();
    for (question, answer) in answers.unwrap_or_default() {
        more.insert(QuestionId::parse(&question)?, answer);
    }
    let extras = Extras { language, custom_data };
    let record = to.http.service.submit(&to.quiz, &who, &more, extras).await?;
    told(&to, &record, sees_all, None).await
}

/// Begins. Of `anon_id` and `sessionId`, the one that the quiz takes; neither where the path names the user.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InitQuiz {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    session_id: Option<String>,
    language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    custom_data: Option<String>,
    /// Begins a new attempt after a submission, where the quiz allows it and its time has come.
    #[serde(default)]
    #[schema(required = false)]
    retake: bool,
}

/// The answer to one question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PostAnswer {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    session_id: Option<String>,
    #[schema(value_type = QuestionId, example = "fhn1")]
    question_id: String,
    answer: AnswerInput,
    language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    custom_data: Option<String>,
}

/// Submits, after applying `answers`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Submit {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    session_id: Option<String>,
    /// By question id; `null` withdraws an earlier answer.
    #[schema(value_type = Option<BTreeMap<QuestionId, AnswerInput>>)]
    answers: Option<BTreeMap<String, AnswerInput>>,
    language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    custom_data: Option<String>,
}
