//! Invited people.

use async_trait::async_trait;
use domain::{InvitedId, QuizId, Timestamp, UserId};
use sqlx::FromRow;

use super::{SqliteStore, error::classify, records::erase, transaction::SqliteTransaction};
use crate::store::{Invitation, InvitationState, InvitationStore, Page, RespondentTransaction, StoreError};

#[derive(FromRow)]
struct Row {
    name: Option<String>,
    email: Option<String>,
    custom_data: Option<String>,
    created_at: i64,
}

#[derive(FromRow)]
struct ListRow {
    id: String,
    #[sqlx(flatten)]
    row: Row,
    /// NULL before the person has begun.
    is_submitted: Option<bool>,
}

impl ListRow {
    fn read(self, quiz: &QuizId) -> Result<(Invitation, InvitationState), StoreError> {
        let id = InvitedId::parse(&self.id)
            .map_err(|_| StoreError::Internal(format!("the stored invitation {} is damaged", self.id)))?;
        let state = match self.is_submitted {
            None => InvitationState::Invited,
            Some(false) => InvitationState::Begun,
            Some(true) => InvitationState::Submitted,
        };
        Ok((self.row.invitation(quiz, &id), state))
    }
}

impl Row {
    fn invitation(self, quiz: &QuizId, id: &InvitedId) -> Invitation {
        Invitation {
            id: id.clone(),
            quiz_id: quiz.clone(),
            name: self.name,
            email: self.email,
            custom_data: self.custom_data,
            created_at: Timestamp::from_nanoseconds(self.created_at),
        }
    }
}

#[async_trait]
impl InvitationStore for SqliteStore {
    async fn invitation(&self, quiz: &QuizId, id: &InvitedId) -> Result<Option<Invitation>, StoreError> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT name, email, custom_data, created_at FROM invitations WHERE id = $1 AND quiz_id = $2",
        )
        .bind(id.as_str())
        .bind(quiz.as_str())
        .fetch_optional(&self.readers)
        .await
        .map_err(classify)?;
        Ok(row.map(|row| row.invitation(quiz, id)))
    }

    async fn invitations(
        &self,
        quiz: &QuizId,
        search: Option<&str>,
        page: Page<(Timestamp, InvitedId)>,
    ) -> Result<Vec<(Invitation, InvitationState)>, StoreError> {
        let (moment, id) = page.after.map_or((i64::MAX, None), |(at, id)| (at.nanoseconds(), Some(id)));
        let rows: Vec<ListRow> = sqlx::query_as(
            // Beside the person's record stands whether it, or an attempt before it, was submitted.
            "SELECT i.id, i.name, i.email, i.custom_data, i.created_at,
                 r.submitted_at IS NOT NULL OR r.attempt > 1 AS is_submitted
             FROM invitations i LEFT JOIN records r ON r.quiz_id = i.quiz_id AND r.user_id = i.id
             WHERE i.quiz_id = $1
               AND (i.created_at, i.id) < ($2, coalesce($3, '~'))
               AND ($4 IS NULL
                 OR instr(lower(i.name), $4) > 0
                 OR instr(lower(i.email), $4) > 0
                 OR instr(lower(i.custom_data), $4) > 0
                 OR instr(i.id, $4) > 0)
             ORDER BY i.created_at DESC, i.id DESC LIMIT $5",
        )
        .bind(quiz.as_str())
        .bind(moment)
        .bind(id.as_ref().map(InvitedId::as_str))
        .bind(search.map(str::to_ascii_lowercase))
        .bind(page.limit)
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(|row| row.read(quiz)).collect()
    }
}

#[async_trait]
impl RespondentTransaction for SqliteTransaction<'_> {
    async fn add_invitations(&mut self, invitations: &[Invitation]) -> Result<(), StoreError> {
        for invitation in invitations {
            let insert = sqlx::query(
                "INSERT INTO invitations (id, quiz_id, name, email, custom_data, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(invitation.id.as_str())
            .bind(invitation.quiz_id.as_str())
            .bind(&invitation.name)
            .bind(&invitation.email)
            .bind(&invitation.custom_data)
            .bind(invitation.created_at.nanoseconds());
            self.execute(insert).await?;
        }
        Ok(())
    }

    async fn erase_user(&mut self, quiz: &QuizId, user: &UserId) -> Result<bool, StoreError> {
        let (quiz, user) = (quiz.clone(), user.clone());
        self.with(move |connection| Box::pin(async move { erase(connection, &quiz, &user).await })).await
    }
}
