//! Reading all records of a quiz, for exports: one statement, whose rows are sent on as they come. It sees one snapshot,
//! however long it takes, and blocks no writer.

use domain::{Decimal, Language, QuizId, Timestamp};
use futures_util::TryStreamExt;
use sqlx::{FromRow, PgPool};
use tokio::sync::mpsc::Sender;

use super::error::classify;
use crate::store::{StoreError, StoredRecord};

/// Records in one piece. Those of the largest quizzes have some ten thousand bytes.
const PIECE: usize = 256;

#[derive(FromRow)]
struct ScannedRow {
    user_id: String,
    attempt: i64,
    version: i64,
    language: String,
    answers: String,
    custom_data: Option<String>,
    started_at: i64,
    activity_at: i64,
    submitted_at: Option<i64>,
    score: Option<i64>,
    spend_score: Option<i16>,
    save_score: Option<i16>,
    borrow_score: Option<i16>,
    plan_score: Option<i16>,
    indicators: Option<String>,
    own_scores: Option<String>,
}

/// Sends all records in the order of their first activity. Ends early when the receiver is dropped.
pub(super) async fn records(
    scanners: &PgPool,
    quiz: &QuizId,
    pieces: Sender<Vec<StoredRecord>>,
) -> Result<(), StoreError> {
    let mut connection = scanners.acquire().await.map_err(classify)?;
    // Dropped half-way it would go back with rows still to be read.
    connection.close_on_drop();
    let mut rows = sqlx::query_as(
        "SELECT user_id, attempt, version, language, answers, custom_data, started_at, activity_at, submitted_at, score,
             spend_score, save_score, borrow_score, plan_score, indicators, own_scores
         FROM records WHERE quiz_id = $1 ORDER BY started_at, user_id",
    )
    .bind(quiz.as_str())
    .fetch(&mut *connection);
    let mut piece = Vec::with_capacity(PIECE);
    while let Some(row) = rows.try_next().await.map_err(classify)? {
        piece.push(record(row).ok_or_else(|| StoreError::Internal("a stored record is damaged".to_owned()))?);
        if piece.len() == PIECE {
            let full = std::mem::replace(&mut piece, Vec::with_capacity(PIECE));
            if pieces.send(full).await.is_err() {
                return Ok(());
            }
        }
    }
    if !piece.is_empty() {
        // The receiver may have gone, with nothing left to do for it.
        let _ = pieces.send(piece).await;
    }
    Ok(())
}

fn record(row: ScannedRow) -> Option<StoredRecord> {
    let moment = Timestamp::from_nanoseconds;
    let mut category_scores = [None; 4];
    let stored = [row.spend_score, row.save_score, row.borrow_score, row.plan_score];
    for (score, stored) in category_scores.iter_mut().zip(stored) {
        *score = stored.map(u8::try_from).transpose().ok()?;
    }
    Some(StoredRecord {
        user: row.user_id,
        attempt: row.attempt.try_into().ok()?,
        version: row.version.try_into().ok()?,
        language: Language::parse(&row.language).ok()?,
        answers: row.answers,
        custom_data: row.custom_data,
        started_at: moment(row.started_at),
        activity_at: moment(row.activity_at),
        submitted_at: row.submitted_at.map(moment),
        score: row.score.and_then(Decimal::from_tenths),
        category_scores,
        indicators: row.indicators,
        own_scores: row.own_scores,
    })
}
