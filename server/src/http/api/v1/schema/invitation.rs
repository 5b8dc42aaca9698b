//! Invited people, as administrators list them.

use serde::Serialize;
use utoipa::ToSchema;

use super::names;
use crate::{
    clock,
    service::QuizPath,
    store::{Invitation, InvitationState},
};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationBody {
    #[schema(format = "uuid")]
    pub id: String,
    pub name: Option<String>,
    pub email: Option<String>,
    pub custom_data: Option<String>,
    #[schema(value_type = names::InvitationState)]
    pub state: &'static str,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The page where this person answers.
    pub link: String,
}

impl InvitationBody {
    pub fn new(invitation: Invitation, state: InvitationState, path: &QuizPath, base_url: &str) -> Self {
        Self {
            link: format!("{base_url}/aq/{}/{}/{}", path.namespace, path.quiz, invitation.id),
            id: invitation.id.into(),
            name: invitation.name,
            email: invitation.email,
            custom_data: invitation.custom_data,
            state: state.as_str(),
            created_at: clock::to_rfc3339(invitation.created_at),
        }
    }
}
