//! Invited people.

use async_trait::async_trait;
use domain::{InvitedId, QuizId, Timestamp};
use sqlx::FromRow;

use super::{SqliteStore, error::classify};
use crate::store::{Invitation, InvitationStore, StoreError};

#[derive(FromRow)]
struct Row {
    name: Option<String>,
    email: Option<String>,
    custom_data: Option<String>,
    created_at: i64,
}

#[async_trait]
impl InvitationStore for SqliteStore {
    async fn add_invitations(&self, invitations: Vec<Invitation>) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    for invitation in invitations {
                        sqlx::query(
                            "INSERT INTO invitations (id, quiz_id, name, email, custom_data, created_at)
                             VALUES ($1, $2, $3, $4, $5, $6)",
                        )
                        .bind(invitation.id.as_str())
                        .bind(invitation.quiz_id.as_str())
                        .bind(&invitation.name)
                        .bind(&invitation.email)
                        .bind(&invitation.custom_data)
                        .bind(invitation.created_at.nanoseconds())
                        .execute(&mut *connection)
                        .await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn invitation(&self, quiz: &QuizId, id: &InvitedId) -> Result<Option<Invitation>, StoreError> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT name, email, custom_data, created_at FROM invitations WHERE id = $1 AND quiz_id = $2",
        )
        .bind(id.as_str())
        .bind(quiz.as_str())
        .fetch_optional(&self.readers)
        .await
        .map_err(classify)?;
        Ok(row.map(|row| Invitation {
            id: id.clone(),
            quiz_id: quiz.clone(),
            name: row.name,
            email: row.email,
            custom_data: row.custom_data,
            created_at: Timestamp::from_nanoseconds(row.created_at),
        }))
    }
}
