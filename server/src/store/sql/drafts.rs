//! Drafts of the editor.

use async_trait::async_trait;
use domain::QuizId;

use super::{
    SqlConnection, SqlStore, SqlTransaction, Statement, query,
    usage::{ROW, length},
};
use crate::store::{Draft, DraftStore, DraftTransaction, StoreError, rows::draft_columns};

fn of(quiz: &QuizId) -> Statement {
    query(concat!("SELECT ", draft_columns!(), " FROM quiz_drafts WHERE quiz_id = $1")).bind(quiz.as_str())
}

#[async_trait]
impl<S: SqlStore> DraftStore for S {
    async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        self.find(of(quiz)).await
    }
}

#[async_trait]
impl<C: SqlConnection> DraftTransaction for SqlTransaction<'_, C> {
    async fn draft(&mut self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        self.find(of(quiz)).await
    }

    async fn put_draft(&mut self, draft: &Draft) -> Result<(), StoreError> {
        let more = ROW + length(&draft.fields) - self.draft_bytes(&draft.quiz_id).await?;
        self.count_bytes(&draft.quiz_id, more).await?;
        let put = query(concat!(
            "INSERT INTO quiz_drafts (",
            draft_columns!(),
            ") VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (quiz_id) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                 admin_id = excluded.admin_id, updated_at = excluded.updated_at"
        ))
        .bind(draft.quiz_id.as_str())
        .bind(&draft.fields)
        .bind(draft.based_on.nanoseconds())
        .bind(&draft.admin_id)
        .bind(draft.updated_at.nanoseconds());
        self.execute(put).await.map(drop)
    }

    async fn delete_draft(&mut self, quiz: &QuizId) -> Result<(), StoreError> {
        let bytes = self.draft_bytes(quiz).await?;
        self.count_bytes(quiz, -bytes).await?;
        self.execute(query("DELETE FROM quiz_drafts WHERE quiz_id = $1").bind(quiz.as_str())).await.map(drop)
    }
}

impl<C: SqlConnection> SqlTransaction<'_, C> {
    /// 0 without a draft.
    async fn draft_bytes(&mut self, quiz: &QuizId) -> Result<i64, StoreError> {
        let select = query("SELECT CAST(1024 + octet_length(fields) AS BIGINT) FROM quiz_drafts WHERE quiz_id = $1");
        self.number(select.bind(quiz.as_str())).await
    }
}
