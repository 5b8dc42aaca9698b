//! Reads all records of a quiz, for exports, in a thread of its own. One transaction sees one snapshot, however long it
//! runs, and blocks no writer.

use std::{mem, thread, time::Instant};

use domain::QuizId;
use tokio::sync::mpsc::Sender;

use super::{SqliteConnection, readers::Readers, writer::Writer};
use crate::store::{
    StoreError, StoredRecord,
    sql::{RecordRow, sql},
};

/// Records per batch. Those of the largest quizzes have about ten thousand bytes.
const PIECE: usize = 256;

/// While others write, the scan rests this many times as long as it reads, so that answers are not starved of CPU time.
const REST: u32 = 9;

/// Sends all records in the order of their first activity, once per pass. A pass ends early when its receiver is
/// dropped.
pub(super) async fn records(
    scanners: &Readers,
    writer: &Writer,
    quiz: &QuizId,
    passes: Vec<Sender<Vec<StoredRecord>>>,
) -> Result<(), StoreError> {
    let (writer, quiz) = (writer.clone(), quiz.clone());
    let scan = scanners.read_for_long(move |connection| {
        connection.step("BEGIN")?;
        for pieces in passes {
            pass(connection, &writer, &quiz, &pieces)?;
        }
        connection.step("COMMIT")
    });
    scan.await
}

fn pass(
    connection: &mut SqliteConnection,
    writer: &Writer,
    quiz: &QuizId,
    pieces: &Sender<Vec<StoredRecord>>,
) -> Result<(), sqlx::Error> {
    // The kind of the quiz is not used.
    let select = sql!(
        "SELECT quiz_id, '' AS kind, user_id, attempt, occasion, version, language, answers, custom_data, fields, started_at, activity_at,
             submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores
         FROM records WHERE quiz_id = $1 ORDER BY started_at, user_id"
    );
    let mut piece = Vec::with_capacity(PIECE);
    let (mut begun, mut transactions) = (Instant::now(), writer.transactions());
    connection.each_row(&select.bind(quiz), |row: RecordRow| {
        piece.push(StoredRecord::from(row));
        if piece.len() < PIECE {
            return true;
        }
        let reading = begun.elapsed();
        if pieces.blocking_send(mem::replace(&mut piece, Vec::with_capacity(PIECE))).is_err() {
            return false;
        }
        let before = mem::replace(&mut transactions, writer.transactions());
        if transactions != before {
            thread::sleep(reading * REST);
        }
        begun = Instant::now();
        true
    })?;
    if !piece.is_empty() {
        // The receiver may be gone, in which case nothing is left to do.
        let _ = pieces.blocking_send(piece);
    }
    Ok(())
}
