//! What is being edited.

use async_trait::async_trait;
use domain::{QuizId, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{Draft, DraftStore, DraftTransaction, StoreError};

#[derive(FromRow)]
struct Row {
    fields: String,
    based_on: i64,
    admin_id: String,
    updated_at: i64,
}

impl Row {
    fn draft(self, quiz: &QuizId) -> Draft {
        Draft {
            quiz_id: quiz.clone(),
            fields: self.fields,
            based_on: Timestamp::from_nanoseconds(self.based_on),
            admin_id: self.admin_id,
            updated_at: Timestamp::from_nanoseconds(self.updated_at),
        }
    }
}

fn of(quiz: &QuizId) -> Select<Row> {
    sqlx::query_as("SELECT fields, based_on, admin_id, updated_at FROM quiz_drafts WHERE quiz_id = $1")
        .bind(quiz.as_str().to_owned())
}

#[async_trait]
impl DraftStore for SqliteStore {
    async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        let row = of(quiz).fetch_optional(&self.readers).await.map_err(classify)?;
        Ok(row.map(|row| row.draft(quiz)))
    }
}

#[async_trait]
impl DraftTransaction for SqliteTransaction<'_> {
    async fn draft(&mut self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        Ok(self.fetch(of(quiz)).await?.map(|row| row.draft(quiz)))
    }

    async fn put_draft(&mut self, draft: &Draft) -> Result<(), StoreError> {
        let put = sqlx::query(
            "INSERT INTO quiz_drafts (quiz_id, fields, based_on, admin_id, updated_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (quiz_id) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                 admin_id = excluded.admin_id, updated_at = excluded.updated_at",
        )
        .bind(draft.quiz_id.as_str())
        .bind(&draft.fields)
        .bind(draft.based_on.nanoseconds())
        .bind(&draft.admin_id)
        .bind(draft.updated_at.nanoseconds());
        self.execute(put).await.map(drop)
    }

    async fn delete_draft(&mut self, quiz: &QuizId) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM quiz_drafts WHERE quiz_id = $1").bind(quiz.as_str())).await.map(drop)
    }
}
