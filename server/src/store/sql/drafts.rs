//! Drafts of the editor.

use async_trait::async_trait;
use domain::{QuizId, Timestamp};

use super::{
    SqlConnection, SqlStore, SqlTransaction, Statement, query,
    usage::{ROW, length},
};
use crate::store::{
    Draft, DraftStore, DraftTransaction, EarlierDraft, StoreError,
    rows::{draft_columns, earlier_draft_columns},
};

fn of(quiz: &QuizId) -> Statement {
    query(concat!("SELECT ", draft_columns!(), " FROM quiz_drafts WHERE quiz_id = $1")).bind(quiz.as_str())
}

/// Binds the columns of a draft.
fn bound(statement: Statement, draft: &Draft) -> Statement {
    statement
        .bind(draft.quiz_id.as_str())
        .bind(&draft.fields)
        .bind(draft.based_on.number())
        .bind(&draft.admin_id)
        .bind(draft.updated_at.nanoseconds())
}

#[async_trait]
impl<S: SqlStore> DraftStore for S {
    async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>, StoreError> {
        self.find(of(quiz)).await
    }

    async fn earlier_drafts(&self, quiz: &QuizId) -> Result<Vec<EarlierDraft>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            earlier_draft_columns!(),
            " FROM earlier_drafts WHERE quiz_id = $1 ORDER BY updated_at DESC"
        ));
        self.list(select.bind(quiz.as_str())).await
    }

    async fn earlier_draft(&self, quiz: &QuizId, updated_at: Timestamp) -> Result<Option<Draft>, StoreError> {
        let select =
            query(concat!("SELECT ", draft_columns!(), " FROM earlier_drafts WHERE quiz_id = $1 AND updated_at = $2"));
        self.find(select.bind(quiz.as_str()).bind(updated_at.nanoseconds())).await
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
        ));
        self.execute(bound(put, draft)).await.map(drop)
    }

    async fn delete_draft(&mut self, quiz: &QuizId) -> Result<(), StoreError> {
        let bytes = self.draft_bytes(quiz).await?;
        self.count_bytes(quiz, -bytes).await?;
        self.execute(query("DELETE FROM quiz_drafts WHERE quiz_id = $1").bind(quiz.as_str())).await.map(drop)
    }

    async fn keep_earlier_draft(&mut self, draft: &Draft, keep: u32) -> Result<(), StoreError> {
        let before = self.earlier_draft_bytes(&draft.quiz_id).await?;
        let insert = query(concat!(
            "INSERT INTO earlier_drafts (",
            draft_columns!(),
            ") VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (quiz_id, updated_at) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                 admin_id = excluded.admin_id"
        ));
        self.execute(bound(insert, draft)).await?;
        let forget = query(
            "DELETE FROM earlier_drafts WHERE quiz_id = $1 AND updated_at NOT IN
                 (SELECT updated_at FROM earlier_drafts WHERE quiz_id = $1 ORDER BY updated_at DESC LIMIT $2)",
        );
        self.execute(forget.bind(draft.quiz_id.as_str()).bind(i64::from(keep))).await?;
        let after = self.earlier_draft_bytes(&draft.quiz_id).await?;
        self.count_bytes(&draft.quiz_id, after - before).await
    }
}

impl<C: SqlConnection> SqlTransaction<'_, C> {
    async fn earlier_draft_bytes(&mut self, quiz: &QuizId) -> Result<i64, StoreError> {
        let select = query(
            "SELECT CAST(coalesce(sum(1024 + octet_length(fields)), 0) AS BIGINT) FROM earlier_drafts WHERE quiz_id = $1",
        );
        self.number(select.bind(quiz.as_str())).await
    }

    /// 0 without a draft.
    async fn draft_bytes(&mut self, quiz: &QuizId) -> Result<i64, StoreError> {
        let select = query("SELECT CAST(1024 + octet_length(fields) AS BIGINT) FROM quiz_drafts WHERE quiz_id = $1");
        self.number(select.bind(quiz.as_str())).await
    }
}
