//! `DELETE …/users/{invitedUserUUID}`

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{super::schema::AdminErrors, UserParams};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Erased {
    erased: bool,
}

/// Erase a person
///
/// The answers, and the invitation if there was one; there is no way back.
#[utoipa::path(
    delete, operation_id = "eraseUser",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}", tag = "administration",
    security(("api_key" = [])), params(UserParams),
    responses((status = 200, description = "The answers and the invitation are erased", body = Erased), AdminErrors),
)]
pub(crate) async fn erase(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<UserParams>,
) -> Result<Json<Erased>, ApiError> {
    let (path, user) = path.split();
    http.service.erase_user(&caller, &path, &user).await?;
    Ok(Json(Erased { erased: true }))
}
