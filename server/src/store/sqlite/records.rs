//! People's answers.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::{AnswersRecord, Points, QuizId, Scores, TallyChanges, Timestamp, UserId};
use sqlx::SqliteConnection;
use tokio::sync::mpsc::Sender;

use super::{
    SqliteStore, attempts,
    error::classify,
    record_row::{RecordRow, columns},
    scan, tallies,
};
use crate::store::{NewAnswer, RecordStore, StoreError, StoredRecord};

#[async_trait]
impl RecordStore for SqliteStore {
    async fn begin(&self, record: AnswersRecord) -> Result<AnswersRecord, StoreError> {
        let row = self
            .writer
            .write(move |connection| {
                Box::pin(async move {
                    if insert(connection, &record).await? {
                        let mut changes = TallyChanges::default();
                        changes.add(&record);
                        tallies::apply(connection, &record.quiz_id, &changes).await?;
                    }
                    sqlx::query_as::<_, RecordRow>(concat!(
                        "UPDATE records SET
                             custom_data = coalesce(custom_data, $3),
                             activity_at = CASE WHEN custom_data IS NULL AND $3 IS NOT NULL
                                 THEN max($4, activity_at + 1) ELSE activity_at END
                         WHERE quiz_id = $1 AND user_id = $2
                         RETURNING ",
                        columns!()
                    ))
                    .bind(record.quiz_id.as_str())
                    .bind(record.user.as_str())
                    .bind(&record.custom_data)
                    .bind(record.activity_at.nanoseconds())
                    .fetch_one(connection)
                    .await
                })
            })
            .await?;
        row.try_into()
    }

    async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>, StoreError> {
        self.lookups.record(quiz, user).await
    }

    async fn record_by_custom_data(
        &self,
        quiz: &QuizId,
        custom_data: &str,
    ) -> Result<Option<AnswersRecord>, StoreError> {
        let row: Option<RecordRow> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM records WHERE quiz_id = $1 AND custom_data = $2 ORDER BY activity_at DESC LIMIT 1"
        ))
        .bind(quiz.as_str())
        .bind(custom_data)
        .fetch_optional(&self.readers)
        .await
        .map_err(classify)?;
        row.map(AnswersRecord::try_from).transpose()
    }

    async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError> {
        scan::records(&self.scanners, &self.writer, quiz, pieces).await
    }

    async fn save_answer(&self, answer: NewAnswer) -> Result<Option<AnswersRecord>, StoreError> {
        self.saves.save(answer).await
    }

    async fn replace_record(&self, record: AnswersRecord, seen: Timestamp) -> Result<bool, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let old = stored(connection, &record.quiz_id, &record.user).await?;
                    let Some(old) = old.filter(|old| old.activity_at == seen) else { return Ok(false) };
                    let old = attempts::counted(connection, old).await?;
                    let scores = record.submission.as_ref().map(|submission| &submission.scores);
                    sqlx::query(
                        "UPDATE records SET language = $4, answers = $5, custom_data = $6, activity_at = $7,
                             submitted_at = $8, score = $9, spend_score = $10, save_score = $11, borrow_score = $12,
                             plan_score = $13, indicators = $14
                         WHERE quiz_id = $1 AND user_id = $2 AND activity_at = $3",
                    )
                    .bind(record.quiz_id.as_str())
                    .bind(record.user.as_str())
                    .bind(seen.nanoseconds())
                    .bind(record.language.as_str())
                    .bind(json(&record.answers)?)
                    .bind(&record.custom_data)
                    .bind(record.activity_at.nanoseconds().max(seen.nanoseconds() + 1))
                    .bind(record.submission.as_ref().map(|submission| submission.at.nanoseconds()))
                    .bind(points(scores, |scores| scores.overall))
                    .bind(points(scores, |scores| scores.spend))
                    .bind(points(scores, |scores| scores.save))
                    .bind(points(scores, |scores| scores.borrow))
                    .bind(points(scores, |scores| scores.plan))
                    .bind(scores.map(|scores| json(&scores.indicators)).transpose()?)
                    .execute(&mut *connection)
                    .await?;
                    let mut changes = TallyChanges::default();
                    changes.subtract(&old);
                    changes.add(if record.submission.is_none() && record.attempt > 1 { &old } else { &record });
                    tallies::apply(connection, &record.quiz_id, &changes).await?;
                    Ok(true)
                })
            })
            .await
    }

    async fn add_records(&self, records: Vec<AnswersRecord>) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
                    for record in &records {
                        if insert(connection, record).await? {
                            changes.entry(&record.quiz_id).or_default().add(record);
                        }
                    }
                    for (quiz, changes) in changes {
                        tallies::apply(connection, quiz, &changes).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn erase_user(&self, quiz: &QuizId, user: &UserId) -> Result<bool, StoreError> {
        let (quiz, user) = (quiz.clone(), user.clone());
        self.writer.write(move |connection| Box::pin(async move { erase(connection, &quiz, &user).await })).await
    }
}

/// The record as this write finds it.
async fn stored(
    connection: &mut SqliteConnection,
    quiz: &QuizId,
    user: &UserId,
) -> Result<Option<AnswersRecord>, sqlx::Error> {
    let row: Option<RecordRow> =
        sqlx::query_as(concat!("SELECT ", columns!(), " FROM records WHERE quiz_id = $1 AND user_id = $2"))
            .bind(quiz.as_str())
            .bind(user.as_str())
            .fetch_optional(connection)
            .await?;
    row.map(|row| row.try_into().map_err(|error: StoreError| sqlx::Error::Decode(error.into()))).transpose()
}

/// Adds a record; false when the user has one already, which is left as it is.
async fn insert(connection: &mut SqliteConnection, record: &AnswersRecord) -> Result<bool, sqlx::Error> {
    let scores = record.submission.as_ref().map(|submission| &submission.scores);
    sqlx::query(
        "INSERT INTO records (quiz_id, user_id, version, language, answers, custom_data, started_at, activity_at,
             submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, attempt)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT DO NOTHING",
    )
    .bind(record.quiz_id.as_str())
    .bind(record.user.as_str())
    .bind(record.version)
    .bind(record.language.as_str())
    .bind(json(&record.answers)?)
    .bind(&record.custom_data)
    .bind(record.started_at.nanoseconds())
    .bind(record.activity_at.nanoseconds())
    .bind(record.submission.as_ref().map(|submission| submission.at.nanoseconds()))
    .bind(points(scores, |scores| scores.overall))
    .bind(points(scores, |scores| scores.spend))
    .bind(points(scores, |scores| scores.save))
    .bind(points(scores, |scores| scores.borrow))
    .bind(points(scores, |scores| scores.plan))
    .bind(scores.map(|scores| json(&scores.indicators)).transpose()?)
    .bind(record.attempt)
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0)
}

fn points(scores: Option<&Scores>, which: impl Fn(&Scores) -> Option<Points>) -> Option<u8> {
    scores.and_then(which).map(Points::get)
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

async fn erase(connection: &mut SqliteConnection, quiz: &QuizId, user: &UserId) -> Result<bool, sqlx::Error> {
    let record = stored(connection, quiz, user).await?;
    let is_there = record.is_some();
    if let Some(record) = record {
        let counted = attempts::counted(connection, record).await?;
        sqlx::query("DELETE FROM records WHERE quiz_id = $1 AND user_id = $2")
            .bind(quiz.as_str())
            .bind(user.as_str())
            .execute(&mut *connection)
            .await?;
        let mut changes = TallyChanges::default();
        changes.subtract(&counted);
        tallies::apply(connection, quiz, &changes).await?;
    }
    attempts::erase(connection, quiz, user).await?;
    let invitations = sqlx::query("DELETE FROM invitations WHERE quiz_id = $1 AND id = $2")
        .bind(quiz.as_str())
        .bind(user.as_str())
        .execute(connection)
        .await?;
    Ok(is_there || invitations.rows_affected() > 0)
}
