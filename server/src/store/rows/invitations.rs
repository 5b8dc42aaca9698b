//! Invitations.

use domain::{InvitedId, QuizId};

use super::{Stored, damaged, moment, row};
use crate::store::{Invitation, InvitationState, StoreError};

row!(InvitationRow, invitation_columns {
    id: String,
    quiz_id: String,
    name: Option<String>,
    email: Option<String>,
    custom_data: Option<String>,
    created_at: i64,
});

impl Stored for Invitation {
    type Row = InvitationRow;

    fn read(row: InvitationRow) -> Result<Self, StoreError> {
        let ids = InvitedId::parse(&row.id).ok().zip(QuizId::parse(&row.quiz_id).ok());
        let (id, quiz_id) = ids.ok_or_else(|| damaged(format!("invitation {}", row.id)))?;
        let InvitationRow { name, email, custom_data, created_at, .. } = row;
        Ok(Self { id, quiz_id, name, email, custom_data, created_at: moment(created_at) })
    }
}

#[derive(sqlx::FromRow)]
pub(in crate::store) struct ListedRow {
    #[sqlx(flatten)]
    invitation: InvitationRow,
    /// NULL before the person has begun.
    is_submitted: Option<bool>,
}

impl Stored for (Invitation, InvitationState) {
    type Row = ListedRow;

    fn read(row: ListedRow) -> Result<Self, StoreError> {
        let state = match row.is_submitted {
            None => InvitationState::Invited,
            Some(false) => InvitationState::Begun,
            Some(true) => InvitationState::Submitted,
        };
        Ok((Invitation::read(row.invitation)?, state))
    }
}
