//! What is being edited.

use async_trait::async_trait;
use domain::{QuizId, Timestamp};

use super::{SqliteStore, error::classify};
use crate::store::{Draft, DraftStore, StoreError};

#[async_trait]
impl DraftStore for SqliteStore {
    async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        let row: Option<(String, i64, String, i64)> =
            sqlx::query_as("SELECT fields, based_on, admin_id, updated_at FROM quiz_drafts WHERE quiz_id = $1")
                .bind(quiz.as_str())
                .fetch_optional(&self.readers)
                .await
                .map_err(classify)?;
        Ok(row.map(|(fields, based_on, admin_id, updated_at)| Draft {
            quiz_id: quiz.clone(),
            fields,
            based_on: Timestamp::from_nanoseconds(based_on),
            admin_id,
            updated_at: Timestamp::from_nanoseconds(updated_at),
        }))
    }

    async fn put_draft(&self, draft: Draft) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO quiz_drafts (quiz_id, fields, based_on, admin_id, updated_at)
                         VALUES ($1, $2, $3, $4, $5)
                         ON CONFLICT (quiz_id) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                             admin_id = excluded.admin_id, updated_at = excluded.updated_at",
                    )
                    .bind(draft.quiz_id.as_str())
                    .bind(&draft.fields)
                    .bind(draft.based_on.nanoseconds())
                    .bind(&draft.admin_id)
                    .bind(draft.updated_at.nanoseconds())
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }

    async fn delete_draft(&self, quiz: &QuizId) -> Result<bool, StoreError> {
        let quiz = quiz.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM quiz_drafts WHERE quiz_id = $1")
                        .bind(quiz.as_str())
                        .execute(connection)
                        .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }
}
