//! Reads all records of a quiz, for exports, with one statement whose rows are streamed. It sees one snapshot, however
//! long it takes, and blocks no writer.
//!
//! COPY sends the records as lines of text, which costs both sides less than rows of columns.

use std::str::FromStr;

use domain::{Decimal, Language, QuizId, Timestamp};
use futures_util::TryStreamExt;
use sqlx::{Executor, PgConnection, PgPool};
use tokio::sync::mpsc::Sender;

use super::error::classify;
use crate::store::{Result, StoreError, StoredRecord};

/// Records per batch. Those of the largest quizzes have about ten thousand bytes.
const PIECE: usize = 256;

/// The columns of a scan, as [`record`] reads them. Custom data is prefixed with a plus, so that an empty text is not
/// absent.
const SCANNED: [&str; 18] = [
    "user_id",
    "attempt",
    "occasion",
    "version",
    "language",
    "answers",
    "'+' || custom_data",
    "fields",
    "started_at",
    "activity_at",
    "submitted_at",
    "score",
    "spend_score",
    "save_score",
    "borrow_score",
    "plan_score",
    "indicators",
    "own_scores",
];

/// Sends all records in the order of their first activity, once per pass. A pass ends early when its receiver is
/// dropped.
pub(super) async fn records(scanners: &PgPool, quiz: &QuizId, passes: Vec<Sender<Vec<StoredRecord>>>) -> Result<()> {
    let mut connection = scanners.acquire().await.map_err(classify)?;
    // If it were dropped midway, it would return to the pool with unread rows.
    connection.close_on_drop();
    if passes.len() > 1 {
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await.map_err(classify)?;
    }
    let mut passes = passes.into_iter().peekable();
    while let Some(pieces) = passes.next() {
        pass(&mut connection, quiz, pieces, passes.peek().is_none()).await?;
    }
    Ok(())
}

async fn pass(
    connection: &mut PgConnection,
    quiz: &QuizId,
    pieces: Sender<Vec<StoredRecord>>,
    is_last: bool,
) -> Result<()> {
    // COPY takes no parameters. The id of a quiz consists of letters and digits.
    let copy = format!(
        "COPY (SELECT {} FROM records WHERE quiz_id = '{quiz}' ORDER BY started_at, user_id) TO STDOUT (NULL '')",
        SCANNED.join(", "),
    );
    let mut lines = connection.copy_out_raw(&copy).await.map_err(classify)?;
    let (mut piece, mut records) = (String::new(), 0);
    while let Some(line) = lines.try_next().await.map_err(classify)? {
        add(&mut piece, &line).ok_or_else(damaged)?;
        records += 1;
        if records == PIECE {
            if pieces.send(scanned_records(&piece)?).await.is_err() {
                // A connection with unread rows cannot be used for anything else.
                while !is_last && lines.try_next().await.map_err(classify)?.is_some() {}
                return Ok(());
            }
            piece.clear();
            records = 0;
        }
    }
    if records > 0 {
        // The receiver may be gone, in which case nothing is left to do.
        let _ = pieces.send(scanned_records(&piece)?).await;
    }
    Ok(())
}

/// Converts a line of COPY, in which fields end with tabs and the last one with a line feed, to fields that end with
/// NUL.
fn add(piece: &mut String, line: &[u8]) -> Option<()> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let mut rest = line;
    while let Some(at) = rest.find(['\t', '\\']) {
        piece.push_str(&rest[..at]);
        let mut letters = rest[at..].chars();
        piece.push(match letters.next()? {
            '\t' => '\0',
            _ => match letters.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                other => other,
            },
        });
        rest = letters.as_str();
    }
    piece.push_str(rest);
    piece.push('\0');
    Some(())
}

/// Parses records from fields that end with NUL, which no stored text contains.
fn scanned_records(text: &str) -> Result<Vec<StoredRecord>> {
    let mut fields = text.split_terminator('\0');
    let mut records = Vec::new();
    while let Some(user) = fields.next() {
        records.push(record(user, &mut fields).ok_or_else(damaged)?);
    }
    Ok(records)
}

/// Parses a user's record from its other columns. An empty field is NULL.
fn record<'t>(user: &str, fields: &mut impl Iterator<Item = &'t str>) -> Option<StoredRecord> {
    let mut next = || fields.next();
    Some(StoredRecord {
        user: user.to_owned(),
        attempt: next()?.parse().ok()?,
        occasion: number(next()?).ok()?,
        version: next()?.parse().ok()?,
        language: Language::parse(next()?).ok()?,
        answers: next()?.to_owned(),
        custom_data: next()?.strip_prefix('+').map(str::to_owned),
        fields: some(next()?),
        started_at: Timestamp::from_nanoseconds(next()?.parse().ok()?),
        activity_at: Timestamp::from_nanoseconds(next()?.parse().ok()?),
        submitted_at: number(next()?).ok()?.map(Timestamp::from_nanoseconds),
        score: number(next()?).ok()?.and_then(Decimal::from_tenths),
        category_scores: [number(next()?).ok()?, number(next()?).ok()?, number(next()?).ok()?, number(next()?).ok()?],
        indicators: some(next()?),
        own_scores: some(next()?),
    })
}

fn damaged() -> StoreError {
    StoreError::Internal("a stored record is damaged".to_owned())
}

fn some(json: &str) -> Option<String> {
    (!json.is_empty()).then(|| json.to_owned())
}

fn number<T: FromStr>(text: &str) -> std::result::Result<Option<T>, T::Err> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}
