//! `GET …/users/{invitedUserUUID}/answers`

use axum::{Json, extract::State};
use domain::{NamespaceId, QuizId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::{Answered, AnswersBody, ErrorBody, RecommendationsType, names};
use crate::{
    http::{
        auth::Auth,
        error::ApiError,
        extract::{Path, Query},
        state::Http,
    },
    service::{Caller, Missing, QuizPath},
};

/// As they stand in the path: here an id that cannot exist is one that does not exist.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct AnswersPath {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: String,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: String,
    /// An `anon_id`, the UUID of an invitation, or a `sessionId`; for in-app quizzes and with a key also the
    /// `customData`
    #[serde(rename = "invitedUserUUID")]
    user: String,
}

/// The same where the user's place is taken by a fixed word.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FixedPath {
    namespace_id: String,
    quiz_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnswersQuery {
    #[serde(default)]
    #[param(inline)]
    recommendations_type: RecommendationsType,
}

/// Get User's Answer
///
/// Without a key, the built-in questions only. Recommendations come once the answers are submitted.
#[utoipa::path(
    get, operation_id = "getUsersAnswer",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers", tag = "results",
    security((), ("api_key" = [])), params(AnswersPath, AnswersQuery),
    responses(
        (status = 200, description = "The answers record", body = Answered),
        (status = 400, description = "A malformed parameter", body = ErrorBody),
        (status = 401, description = "A key was sent and is not valid", body = ErrorBody),
        (status = 403, description = "The key is of another namespace or lacks the scope", body = ErrorBody),
        (status = 429, description = "Too many requests; see `Retry-After`", body = ErrorBody),
        (status = 500, description = "`namespace does not exist`, `quiz does not exist` or \
            `invited user does not exist`", body = ErrorBody),
        (status = 503, description = "Busy; see `Retry-After`", body = ErrorBody),
    ),
)]
pub(crate) async fn answers(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(path): Path<AnswersPath>,
    Query(query): Query<AnswersQuery>,
) -> Result<Json<Answered>, ApiError> {
    read(&http, &caller, &path, &query).await
}

pub(crate) async fn answers_of_anonymous(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(FixedPath { namespace_id, quiz_id }): Path<FixedPath>,
    Query(query): Query<AnswersQuery>,
) -> Result<Json<Answered>, ApiError> {
    read(&http, &caller, &AnswersPath { namespace_id, quiz_id, user: "anonymous".to_owned() }, &query).await
}

pub(crate) async fn answers_of_inapp(
    State(http): State<Http>,
    Auth(caller): Auth,
    Path(FixedPath { namespace_id, quiz_id }): Path<FixedPath>,
    Query(query): Query<AnswersQuery>,
) -> Result<Json<Answered>, ApiError> {
    read(&http, &caller, &AnswersPath { namespace_id, quiz_id, user: "inapp".to_owned() }, &query).await
}

async fn read(
    http: &Http,
    caller: &Caller,
    path: &AnswersPath,
    query: &AnswersQuery,
) -> Result<Json<Answered>, ApiError> {
    let namespace = NamespaceId::parse(&path.namespace_id).map_err(|_| ApiError::MissingAs500(Missing::Namespace))?;
    let Ok(quiz) = QuizId::parse(&path.quiz_id) else {
        return Err(http
            .service
            .missing_in(&namespace)
            .await
            .map_or_else(ApiError::with_missing_as_500, ApiError::MissingAs500));
    };
    let sees_all = caller.view(&namespace)?;
    let path_to_quiz = QuizPath { namespace, quiz };
    let record =
        http.service.answers_of(caller, &path_to_quiz, &path.user).await.map_err(ApiError::with_missing_as_500)?;
    Ok(Json(Answered { answers: AnswersBody::new(&record, sees_all, query.recommendations_type) }))
}
