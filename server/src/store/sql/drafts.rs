//! Drafts of the editor.

use domain::{QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Statement,
    rows::{Stored, columns, damaged, moment},
    sql,
    usage::{ROW, length},
};
use crate::store::{Draft, EarlierDraft, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct DraftRow {
    quiz_id: String,
    fields: String,
    based_on: i64,
    admin_id: String,
    updated_at: i64,
}

#[derive(columns!)]
pub(in crate::store) struct EarlierDraftRow {
    admin_id: String,
    updated_at: i64,
}

impl Stored for Draft {
    type Row = DraftRow;

    fn read(row: DraftRow) -> Result<Self> {
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged("draft"))?,
            fields: row.fields,
            based_on: row.based_on.into(),
            admin_id: row.admin_id,
            updated_at: moment(row.updated_at),
        })
    }
}

impl Stored for EarlierDraft {
    type Row = EarlierDraftRow;

    fn read(EarlierDraftRow { admin_id, updated_at }: EarlierDraftRow) -> Result<Self> {
        Ok(Self { admin_id, updated_at: moment(updated_at) })
    }
}

fn bound(statement: Statement, draft: &Draft) -> Statement {
    statement
        .bind(&draft.quiz_id)
        .bind(&draft.fields)
        .bind(draft.based_on.number())
        .bind(&draft.admin_id)
        .bind(draft.updated_at)
}

impl Reads<'_> {
    pub async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>> {
        let select = sql!("SELECT quiz_id, fields, based_on, admin_id, updated_at FROM quiz_drafts WHERE quiz_id = $1");
        self.find(select.bind(quiz)).await
    }

    /// Newest first.
    pub async fn earlier_drafts(&self, quiz: &QuizId) -> Result<Vec<EarlierDraft>> {
        let select =
            sql!("SELECT admin_id, updated_at FROM earlier_drafts WHERE quiz_id = $1 ORDER BY updated_at DESC");
        self.list(select.bind(quiz)).await
    }

    pub async fn earlier_draft(&self, quiz: &QuizId, updated_at: Timestamp) -> Result<Option<Draft>> {
        let select = sql!(
            "SELECT quiz_id, fields, based_on, admin_id, updated_at
             FROM earlier_drafts WHERE quiz_id = $1 AND updated_at = $2"
        );
        self.find(select.bind(quiz).bind(updated_at)).await
    }

    async fn earlier_draft_bytes(&self, quiz: &QuizId) -> Result<i64> {
        let select = sql!(
            "SELECT CAST(coalesce(sum(1024 + octet_length(fields)), 0) AS BIGINT)
             FROM earlier_drafts WHERE quiz_id = $1",
        );
        self.number(select.bind(quiz)).await
    }

    /// Returns 0 if there is no draft.
    async fn draft_bytes(&self, quiz: &QuizId) -> Result<i64> {
        let select = sql!("SELECT CAST(1024 + octet_length(fields) AS BIGINT) FROM quiz_drafts WHERE quiz_id = $1");
        self.number(select.bind(quiz)).await
    }
}

impl Transaction<'_> {
    pub async fn put_draft(&mut self, draft: &Draft) -> Result<()> {
        let more = ROW + length(&draft.fields) - self.draft_bytes(&draft.quiz_id).await?;
        self.count_bytes(&draft.quiz_id, more).await?;
        let put = sql!(
            "INSERT INTO quiz_drafts (quiz_id, fields, based_on, admin_id, updated_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (quiz_id) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                 admin_id = excluded.admin_id, updated_at = excluded.updated_at"
        );
        self.execute(bound(put, draft)).await.map(drop)
    }

    pub async fn delete_draft(&mut self, quiz: &QuizId) -> Result<()> {
        let bytes = self.draft_bytes(quiz).await?;
        self.count_bytes(quiz, -bytes).await?;
        self.execute(sql!("DELETE FROM quiz_drafts WHERE quiz_id = $1").bind(quiz)).await.map(drop)
    }

    /// Adds a draft to the quiz's earlier ones and keeps the newest `keep`.
    pub async fn keep_earlier_draft(&mut self, draft: &Draft, keep: u32) -> Result<()> {
        let before = self.earlier_draft_bytes(&draft.quiz_id).await?;
        let insert = sql!(
            "INSERT INTO earlier_drafts (quiz_id, fields, based_on, admin_id, updated_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (quiz_id, updated_at) DO UPDATE SET fields = excluded.fields, based_on = excluded.based_on,
                 admin_id = excluded.admin_id"
        );
        self.execute(bound(insert, draft)).await?;
        let forget = sql!(
            "DELETE FROM earlier_drafts WHERE quiz_id = $1 AND updated_at NOT IN
             (SELECT updated_at FROM earlier_drafts WHERE quiz_id = $1 ORDER BY updated_at DESC LIMIT $2)",
        );
        self.execute(forget.bind(&draft.quiz_id).bind(i64::from(keep))).await?;
        let after = self.earlier_draft_bytes(&draft.quiz_id).await?;
        self.count_bytes(&draft.quiz_id, after - before).await
    }
}
