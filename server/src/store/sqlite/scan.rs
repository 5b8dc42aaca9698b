//! Reading all records of a quiz, for exports, as fast as SQLite can read: columns are not decoded here.
//!
//! Handing over row by row and value by value takes longer than reading them, so many records come as one text, whose
//! fields end with NUL. One transaction sees one snapshot, however long it runs, and blocks no writer.

use std::{mem, sync::LazyLock, thread, time::Instant};

use domain::QuizId;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction};
use tokio::{
    runtime::Handle,
    sync::{mpsc::Sender, oneshot},
};

use super::{error::classify, writer::Writer};
use crate::store::{
    StoreError, StoredRecord,
    sql::{SCANNED, scanned_records, stopped},
};

/// Records in one piece. Those of the largest quizzes have some ten thousand bytes.
const PIECE: usize = 256;

/// While others write, the scan rests so many times as long as it reads, so answers aren't starved of the processor.
const REST: u32 = 9;

/// Sends all records in the order of their first activity, once for each pass. A pass ends early when its receiver is
/// dropped.
pub(super) async fn records(
    scanners: &SqlitePool,
    writer: &Writer,
    quiz: &QuizId,
    passes: Vec<Sender<Vec<StoredRecord>>>,
) -> Result<(), StoreError> {
    let mut snapshot = begin(scanners).await?;
    for pieces in passes {
        pass(&mut snapshot, writer, quiz, pieces).await?;
    }
    Ok(())
}

async fn pass(
    snapshot: &mut SqliteConnection,
    writer: &Writer,
    quiz: &QuizId,
    pieces: Sender<Vec<StoredRecord>>,
) -> Result<(), StoreError> {
    let mut last = (i64::MIN, String::new());
    let mut transactions = writer.transactions();
    loop {
        let begun = Instant::now();
        let piece = read(&mut *snapshot, quiz, &last).await?;
        let reading = begun.elapsed();
        let Some(end) = piece.last() else { return Ok(()) };
        last = (end.started_at.nanoseconds(), end.user.clone());
        let is_all = piece.len() < PIECE;
        if pieces.send(piece).await.is_err() || is_all {
            return Ok(());
        }
        let before = mem::replace(&mut transactions, writer.transactions());
        if transactions != before {
            tokio::time::sleep(reading * REST).await;
        }
    }
}

/// Begins on a thread of its own and finishes even when the scan is dropped: a connection that opened after all others had
/// closed would leave SQLite's log behind. SQLite's thread inherits the priority of this one.
pub(super) async fn begin(scanners: &SqlitePool) -> Result<Transaction<'static, Sqlite>, StoreError> {
    let (reply, begun) = oneshot::channel();
    let (pool, runtime) = (scanners.clone(), Handle::current());
    thread::spawn(move || {
        // An unwanted transaction goes back to its pool, which takes a runtime.
        let _entered = runtime.enter();
        let _ = reply.send(runtime.block_on(pool.begin()));
    });
    begun.await.map_err(|_| stopped())?.map_err(classify)
}

static READ: LazyLock<String> = LazyLock::new(|| {
    let fields = SCANNED.map(|column| format!("ifnull({column}, '') || char(0)")).join(" || ");
    format!(
        "SELECT group_concat({fields}, '')
         FROM (SELECT * FROM records WHERE quiz_id = $1 AND (started_at, user_id) > ($2, $3)
               ORDER BY started_at, user_id LIMIT $4)"
    )
});

/// The records after a place.
async fn read(
    connection: &mut SqliteConnection,
    quiz: &QuizId,
    (started_at, user): &(i64, String),
) -> Result<Vec<StoredRecord>, StoreError> {
    let text: Option<String> = sqlx::query_scalar(READ.as_str())
        .bind(quiz.as_str())
        .bind(started_at)
        .bind(user)
        .bind(i64::try_from(PIECE).unwrap_or(i64::MAX))
        .fetch_one(connection)
        .await
        .map_err(classify)?;
    let records = scanned_records(&text.unwrap_or_default())?;
    // SQLite adds them up in the order in which it reads them, but does not promise to.
    if !records.is_sorted_by(|a, b| (a.started_at, &a.user) < (b.started_at, &b.user)) {
        return Err(StoreError::Internal("records came out of order".to_owned()));
    }
    Ok(records)
}
