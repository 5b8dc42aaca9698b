//! `POST …/users`

use axum::{Json, extract::State, http::StatusCode};

use super::super::{
    quizzes::QuizParams,
    schema::{AdminErrors, Invitations, Invited, InvitedBody},
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{self, Path},
        state::Http,
    },
    service::QuizPath,
};

/// Invite people
///
/// Up to 1,000 at once, all or none.
#[utoipa::path(
    post, operation_id = "inviteUsers",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/users", tag = "administration",
    security(("api_key" = [])), params(QuizParams), request_body = Invitations,
    responses((status = 201, description = "The invitations", body = Invited), AdminErrors),
)]
pub(crate) async fn invite(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<Invitations>,
) -> Result<(StatusCode, Json<Invited>), ApiError> {
    let path: QuizPath = path.into();
    let people = body.users.into_iter().map(Into::into).collect();
    let invitations = http.service.invite(&caller, &path, people).await?;
    let users = invitations
        .into_iter()
        .map(|invitation| InvitedBody {
            link: format!("{}/aq/{}/{}/{}", http.base_url, path.namespace, path.quiz, invitation.id),
            id: invitation.id.into(),
        })
        .collect();
    Ok((StatusCode::CREATED, Json(Invited { users })))
}
