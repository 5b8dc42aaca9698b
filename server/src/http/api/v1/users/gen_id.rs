//! `POST …/users/anonymous/genId`

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{
    quizzes::QuizParams,
    schema::{AnsweringErrors, names},
};
use crate::http::{auth::Auth, error::ApiError, extract::Path, state::Http};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GeneratedId {
    /// Whoever knows it can read and continue the answers: keep it private.
    #[schema(value_type = names::AnonId)]
    anon_id: String,
}

/// Generate Anonymous User ID
///
/// Open quizzes only. Stores nothing. Needs no body.
#[utoipa::path(
    post, operation_id = "generateAnonymousUserId",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/genId", tag = "answering", security(()),
    params(QuizParams),
    responses((status = 200, description = "A new id", body = GeneratedId), AnsweringErrors),
)]
pub(crate) async fn gen_id(
    State(http): State<Http>,
    Auth(_): Auth,
    Path(path): Path<QuizParams>,
) -> Result<Json<GeneratedId>, ApiError> {
    let anon_id = http.service.generate_anon_id(&path.into()).await?.into();
    Ok(Json(GeneratedId { anon_id }))
}
