//! The parts of the path that name a user.

use domain::{NamespaceId, QuizId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::names;
use crate::{
    http::error::{ApiError, RequestError},
    service::{QuizPath, Respondent},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct UserParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: QuizId,
    /// The user, by what the quiz takes: an `anon_id`, the UUID of an invitation, or a `sessionId`
    #[serde(rename = "invitedUserUUID")]
    user: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
#[expect(clippy::struct_field_names, reason = "they are the names in the path")]
pub(crate) struct SessionParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: QuizId,
    /// The respondent, as the other application names them
    #[param(value_type = names::SessionId, inline)]
    session_id: String,
}

impl UserParams {
    pub(super) fn split(self) -> (QuizPath, String) {
        (QuizPath { namespace: self.namespace_id, quiz: self.quiz_id }, self.user)
    }
}

impl SessionParams {
    pub(super) fn split(self) -> (QuizPath, String) {
        (QuizPath { namespace: self.namespace_id, quiz: self.quiz_id }, self.session_id)
    }
}

/// Where the path names the user, the body need not; if it does, it must name the same one.
pub(super) fn require_same(user: &str, body: &Respondent) -> Result<(), ApiError> {
    let Respondent::Body { anon_id, session_id } = body else { return Ok(()) };
    if anon_id.iter().chain(session_id).all(|named| named == user) {
        Ok(())
    } else {
        Err(RequestError::OtherUser.into())
    }
}
