//! Reading all records of a quiz, for exports: one statement, whose rows are sent on as they come. It sees one snapshot,
//! however long it takes, and blocks no writer.
//!
//! COPY sends them as lines of text, which takes both sides less than rows of columns do.

use std::borrow::Cow;

use domain::QuizId;
use futures_util::TryStreamExt;
use sqlx::PgPool;
use tokio::sync::mpsc::Sender;

use super::error::classify;
use crate::store::{StoreError, StoredRecord, sql::scanned_record};

/// Records in one piece. Those of the largest quizzes have some ten thousand bytes.
const PIECE: usize = 256;

/// Sends all records in the order of their first activity. Ends early when the receiver is dropped.
pub(super) async fn records(
    scanners: &PgPool,
    quiz: &QuizId,
    pieces: Sender<Vec<StoredRecord>>,
) -> Result<(), StoreError> {
    let mut connection = scanners.acquire().await.map_err(classify)?;
    // Dropped half-way it would go back with rows still to be read.
    connection.close_on_drop();
    // COPY takes no parameters. The id of a quiz consists of letters and digits.
    let copy = format!(
        "COPY (SELECT user_id, attempt, version, language, answers, '+' || custom_data, started_at, activity_at,
             submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores
         FROM records WHERE quiz_id = '{quiz}' ORDER BY started_at, user_id) TO STDOUT (NULL '')"
    );
    let mut lines = connection.copy_out_raw(&copy).await.map_err(classify)?;
    let mut piece = Vec::with_capacity(PIECE);
    while let Some(line) = lines.try_next().await.map_err(classify)? {
        piece.push(record(&line).ok_or_else(|| StoreError::Internal("a stored record is damaged".to_owned()))?);
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

/// The fields end with tabs, the last one with a line feed.
fn record(line: &[u8]) -> Option<StoredRecord> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (line, separator) =
        if line.contains('\\') { (Cow::Owned(unescaped(line)), '\0') } else { (Cow::Borrowed(line), '\t') };
    let mut fields = line.split(separator);
    scanned_record(fields.next()?, &mut fields)
}

/// The text that COPY has escaped, with NUL between the fields, which is in no text of PostgreSQL's.
fn unescaped(line: &str) -> String {
    let mut letters = line.chars();
    let mut text = String::with_capacity(line.len());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\t' => '\0',
            '\\' => match letters.next().unwrap_or_default() {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                other => other,
            },
            other => other,
        });
    }
    text
}
