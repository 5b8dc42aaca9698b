//! `…/quizzes/{quizId}/sessionSecret`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{AdminErrors, ApiError, Http, Keyed, Made, Path, QuizParams};
use crate::{http::reply::json::Json, service::QuizPath};

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionSecretBody {
    /// Shown this once: the key of the HMAC, as it stands here.
    #[schema(example = "qss_0000000000000000000000000000000000000000000")]
    secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionSecretRemoved {
    removed: bool,
}

/// Make a secret for signed sessions
///
/// In-app quizzes only; needs no body. From then on the quiz takes signed sessions only: for pages, for answering, and for
/// reading without a key. An earlier secret no longer works.
#[utoipa::path(
    post, operation_id = "makeSessionSecret",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/sessionSecret", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses(
        (status = 201, description = "The secret", body = SessionSecretBody, headers(("Location", description = "Where it is removed"))),
        AdminErrors,
    ),
)]
pub(super) async fn make(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Made, ApiError> {
    let path = QuizPath::from(path);
    let secret = http.service.renew_session_secret(&caller, &path).await?;
    let address = format!("/namespaces/{}/quizzes/{}/sessionSecret", path.namespace, path.quiz);
    Ok(Made::new(&http.base_url, &address, &SessionSecretBody { secret })?)
}

/// Turn signed sessions off
///
/// The quiz takes any `sessionId` again.
#[utoipa::path(
    delete, operation_id = "removeSessionSecret",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/sessionSecret", tag = "administration", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "Sessions need no signature", body = SessionSecretRemoved), AdminErrors),
)]
pub(super) async fn remove(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<SessionSecretRemoved>, ApiError> {
    http.service.end_session_secret(&caller, &path.into()).await?;
    Ok(Json(SessionSecretRemoved { removed: true }))
}
