//! Taking a quiz again: the record makes room for the next attempt and is kept among the past ones.

use async_trait::async_trait;
use domain::{AnswersRecord, QuizId, Timestamp, UserId};
use sqlx::SqliteConnection;

use super::{SqliteStore, changes::next_change, records::end_exports, transaction::decode};
use crate::store::{AttemptStore, ExpiredAttempt, Page, StoreError, rows::record_columns};

#[async_trait]
impl AttemptStore for SqliteStore {
    async fn begin_again(&self, next: AnswersRecord, seen: Timestamp) -> Result<Option<AnswersRecord>, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    if !keep(connection, &next, seen).await? {
                        return Ok(None);
                    }
                    let row = sqlx::query(concat!(
                        "UPDATE records SET attempt = attempt + 1, version = $4, language = $5, answers = '{}',
                             custom_data = coalesce(custom_data, $6), started_at = $7,
                             activity_at = max($7, activity_at + 1), submitted_at = NULL, score = NULL,
                             spend_score = NULL, save_score = NULL, borrow_score = NULL, plan_score = NULL,
                             indicators = NULL, changed = ",
                        next_change!("$1"),
                        " WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3
                         RETURNING ",
                        record_columns!()
                    ))
                    .bind(next.quiz_id.as_str())
                    .bind(next.user.as_str())
                    .bind(seen.nanoseconds())
                    .bind(i64::from(next.version))
                    .bind(next.language.as_str())
                    .bind(&next.custom_data)
                    .bind(next.started_at.nanoseconds())
                    .fetch_one(connection)
                    .await?;
                    decode(&row).map(Some)
                })
            })
            .await
    }

    async fn attempts(&self, quiz: &QuizId, user: &UserId, page: Page<u32>) -> Result<Vec<AnswersRecord>, StoreError> {
        let select = sqlx::query(concat!(
            "SELECT ",
            record_columns!(),
            " FROM records WHERE quiz_id = $1 AND user_id = $2 AND attempt < $3
             UNION ALL SELECT ",
            record_columns!(),
            " FROM past_attempts AS records WHERE quiz_id = $1 AND user_id = $2 AND attempt < $3
             ORDER BY attempt DESC LIMIT $4"
        ))
        .bind(quiz.as_str())
        .bind(user.as_str())
        .bind(i64::from(page.after.unwrap_or(u32::MAX)))
        .bind(i64::from(page.limit));
        self.list(select).await
    }
}

/// Copies the submitted record to the past attempts; false when it is gone or has changed.
async fn keep(connection: &mut SqliteConnection, next: &AnswersRecord, seen: Timestamp) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "INSERT INTO past_attempts (quiz_id, user_id, attempt, version, language, answers, custom_data, started_at,
             activity_at, submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators)
         SELECT quiz_id, user_id, attempt, version, language, answers, custom_data, started_at, activity_at,
             submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators
         FROM records WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3 AND submitted_at IS NOT NULL",
    )
    .bind(next.quiz_id.as_str())
    .bind(next.user.as_str())
    .bind(seen.nanoseconds())
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0)
}

/// The attempt that stands for a person in the figures of a quiz: the record itself, or while it is an attempt under
/// way after others, the last one that was submitted.
pub(super) async fn counted(
    connection: &mut SqliteConnection,
    record: AnswersRecord,
) -> Result<AnswersRecord, sqlx::Error> {
    if record.submission.is_some() || record.attempt == 1 {
        return Ok(record);
    }
    let last = sqlx::query(concat!(
        "SELECT ",
        record_columns!(),
        " FROM past_attempts AS records WHERE quiz_id = $1 AND user_id = $2 ORDER BY attempt DESC LIMIT 1"
    ))
    .bind(record.quiz_id.as_str())
    .bind(record.user.as_str())
    .fetch_optional(connection)
    .await?;
    Ok(last.as_ref().map(decode).transpose()?.unwrap_or(record))
}

/// Erases a person's past attempts.
pub(super) async fn erase(connection: &mut SqliteConnection, quiz: &QuizId, user: &UserId) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM past_attempts WHERE quiz_id = $1 AND user_id = $2")
        .bind(quiz.as_str())
        .bind(user.as_str())
        .execute(connection)
        .await
        .map(drop)
}

/// Erases one past attempt. Exports may hold it.
pub(super) async fn erase_one(
    connection: &mut SqliteConnection,
    expired: &ExpiredAttempt,
) -> Result<bool, sqlx::Error> {
    end_exports(connection, &expired.quiz, &expired.user).await?;
    sqlx::query("DELETE FROM past_attempts WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3")
        .bind(expired.quiz.as_str())
        .bind(&expired.user)
        .bind(expired.attempt)
        .execute(connection)
        .await
        .map(|done| done.rows_affected() > 0)
}

/// Erases some past attempts of a quiz, at most `limit`; false when there were none.
pub(super) async fn erase_some(connection: &mut SqliteConnection, quiz: &str, limit: i64) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "DELETE FROM past_attempts WHERE rowid IN (SELECT rowid FROM past_attempts WHERE quiz_id = $1 LIMIT $2)",
    )
    .bind(quiz)
    .bind(limit)
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0)
}
