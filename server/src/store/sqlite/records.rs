//! People's answers.

use async_trait::async_trait;
use domain::{AnswersRecord, QuizId, TallyChanges, Timestamp, UserId};
use sqlx::SqliteConnection;
use tokio::sync::mpsc::Sender;

use super::{
    SqliteStore, attempts,
    begins::{self, Begin},
    changes::next_change,
    replacements::Replacement,
    scan, tallies,
    transaction::decode,
};
use crate::store::{NewAnswer, RecordStore, StoreError, StoredRecord, rows::record_columns};

#[async_trait]
impl RecordStore for SqliteStore {
    async fn begin(&self, record: AnswersRecord) -> Result<AnswersRecord, StoreError> {
        self.begins.write(Begin(record)).await
    }

    async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>, StoreError> {
        self.lookups.record(quiz, user).await
    }

    async fn record_by_custom_data(
        &self,
        quiz: &QuizId,
        custom_data: &str,
    ) -> Result<Option<AnswersRecord>, StoreError> {
        let select = sqlx::query(concat!(
            "SELECT ",
            record_columns!(),
            " FROM records WHERE quiz_id = $1 AND custom_data = $2 ORDER BY activity_at DESC LIMIT 1"
        ));
        self.find(select.bind(quiz.as_str()).bind(custom_data)).await
    }

    async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError> {
        scan::records(&self.scanners, &self.writer, quiz, pieces).await
    }

    async fn save_answer(&self, answer: NewAnswer) -> Result<Option<AnswersRecord>, StoreError> {
        self.answers.write(answer).await
    }

    async fn replace_record(&self, record: AnswersRecord, seen: Timestamp) -> Result<bool, StoreError> {
        self.replacements.write(Replacement { record, seen }).await
    }

    async fn add_records(&self, records: Vec<AnswersRecord>) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let records: Vec<&AnswersRecord> = records.iter().collect();
                    begins::insert(connection, &records).await.map(drop)
                })
            })
            .await
    }
}

/// The record as this write finds it.
async fn stored(
    connection: &mut SqliteConnection,
    quiz: &QuizId,
    user: &UserId,
) -> Result<Option<AnswersRecord>, sqlx::Error> {
    let row = sqlx::query(concat!("SELECT ", record_columns!(), " FROM records WHERE quiz_id = $1 AND user_id = $2"))
        .bind(quiz.as_str())
        .bind(user.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(decode).transpose()
}

/// Deletes the exports that may hold a respondent's answers: those that ended after the person began, and those under
/// way, whose workers lose their claims. Tidying removes their files.
pub(super) async fn end_exports(
    connection: &mut SqliteConnection,
    quiz: &QuizId,
    user: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM jobs WHERE quiz_id = $1 AND kind = 'export' AND state IN ('running', 'done')
             AND coalesce(finished_at, 9223372036854775807) >= (
                 SELECT min(started_at) FROM (
                     SELECT started_at FROM records WHERE quiz_id = $1 AND user_id = $2
                     UNION ALL SELECT started_at FROM past_attempts WHERE quiz_id = $1 AND user_id = $2
                 )
             )",
    )
    .bind(quiz.as_str())
    .bind(user)
    .execute(connection)
    .await
    .map(drop)
}

pub(super) async fn erase(
    connection: &mut SqliteConnection,
    quiz: &QuizId,
    user: &UserId,
) -> Result<bool, sqlx::Error> {
    sqlx::query("DELETE FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2")
        .bind(quiz.as_str())
        .bind(user.as_str())
        .execute(&mut *connection)
        .await?;
    end_exports(connection, quiz, user.as_str()).await?;
    let record = stored(connection, quiz, user).await?;
    let is_there = record.is_some();
    if let Some(record) = record {
        let counted = attempts::counted(connection, record).await?;
        // Before the deletion, or the number of the record's own last change could be given again.
        sqlx::query(concat!(
            "INSERT INTO erased_records (quiz_id, user_id, changed) SELECT $1, $2, ",
            next_change!("$1")
        ))
        .bind(quiz.as_str())
        .bind(user.as_str())
        .execute(&mut *connection)
        .await?;
        sqlx::query("DELETE FROM records WHERE quiz_id = $1 AND user_id = $2")
            .bind(quiz.as_str())
            .bind(user.as_str())
            .execute(&mut *connection)
            .await?;
        let mut changes = TallyChanges::default();
        changes.subtract(&counted);
        tallies::apply(connection, &[(quiz, changes)].into()).await?;
    }
    attempts::erase(connection, quiz, user).await?;
    let invitations = sqlx::query("DELETE FROM invitations WHERE quiz_id = $1 AND id = $2")
        .bind(quiz.as_str())
        .bind(user.as_str())
        .execute(connection)
        .await?;
    Ok(is_there || invitations.rows_affected() > 0)
}
