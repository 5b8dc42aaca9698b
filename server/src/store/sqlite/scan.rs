//! Reading all records of a quiz, for exports: as fast as rows come, and nothing in them is looked at.

use domain::{Language, QuizId, Timestamp};
use futures_util::TryStreamExt;
use sqlx::{Row, SqlitePool, sqlite::SqliteRow};
use tokio::sync::mpsc::Sender;

use super::error::classify;
use crate::store::{StoreError, StoredRecord};

/// Records in one piece.
const PIECE: usize = 512;

/// Sends all records in the order of their first activity. Ends early when the receiver is dropped.
pub(super) async fn records(
    readers: &SqlitePool,
    quiz: &QuizId,
    pieces: Sender<Vec<StoredRecord>>,
) -> Result<(), StoreError> {
    // One statement sees one snapshot, however long it runs, and holds up nobody.
    let mut rows = sqlx::query(
        "SELECT user_id, attempt, version, language, answers, custom_data, started_at, activity_at, submitted_at,
             score, spend_score, save_score, borrow_score, plan_score, indicators
         FROM records WHERE quiz_id = $1 ORDER BY started_at, user_id",
    )
    .bind(quiz.as_str())
    .fetch(readers);
    let mut piece = Vec::with_capacity(PIECE);
    while let Some(row) = rows.try_next().await.map_err(classify)? {
        piece.push(read(&row).map_err(classify)?);
        if piece.len() < PIECE {
            continue;
        }
        if pieces.send(std::mem::replace(&mut piece, Vec::with_capacity(PIECE))).await.is_err() {
            return Ok(());
        }
    }
    let _ = pieces.send(piece).await;
    Ok(())
}

/// By position: looking columns up by name takes as long as all the rest.
fn read(row: &SqliteRow) -> Result<StoredRecord, sqlx::Error> {
    let moment = |nanoseconds: Option<i64>| nanoseconds.map(Timestamp::from_nanoseconds);
    let language: &str = row.try_get(3)?;
    Ok(StoredRecord {
        user: row.try_get(0)?,
        attempt: row.try_get(1)?,
        version: row.try_get(2)?,
        language: Language::parse(language).ok_or_else(|| sqlx::Error::Decode("an unknown language".into()))?,
        answers: row.try_get(4)?,
        custom_data: row.try_get(5)?,
        started_at: Timestamp::from_nanoseconds(row.try_get(6)?),
        activity_at: Timestamp::from_nanoseconds(row.try_get(7)?),
        submitted_at: moment(row.try_get(8)?),
        scores: [row.try_get(9)?, row.try_get(10)?, row.try_get(11)?, row.try_get(12)?, row.try_get(13)?],
        indicators: row.try_get(14)?,
    })
}
