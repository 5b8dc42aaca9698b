//! Records as fields of a text, for scans, which read very many of them: the columns, and how each is read.

use std::str::FromStr;

use domain::{Decimal, Language};

use super::rows::moment;
use crate::store::{Result, StoreError, StoredRecord};

/// The columns of a scan, as both databases select them and [`record`] reads them. A custom data begins with a plus, so that
/// an empty one is not absent.
pub(in crate::store) const SCANNED: [&str; 16] = [
    "user_id",
    "attempt",
    "version",
    "language",
    "answers",
    "'+' || custom_data",
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

/// The records of a text in which each field ends with NUL, which is in no text that was ever taken.
pub(in crate::store) fn scanned_records(text: &str) -> Result<Vec<StoredRecord>> {
    let mut fields = text.split_terminator('\0');
    let mut records = Vec::new();
    while let Some(user) = fields.next() {
        records.push(record(user, &mut fields).ok_or_else(damaged)?);
    }
    Ok(records)
}

/// The record of a user, from its further columns: NULL is nothing.
fn record<'t>(user: &str, fields: &mut impl Iterator<Item = &'t str>) -> Option<StoredRecord> {
    let mut next = || fields.next();
    Some(StoredRecord {
        user: user.to_owned(),
        attempt: next()?.parse().ok()?,
        version: next()?.parse().ok()?,
        language: Language::parse(next()?).ok()?,
        answers: next()?.to_owned(),
        custom_data: next()?.strip_prefix('+').map(str::to_owned),
        started_at: moment(next()?.parse().ok()?),
        activity_at: moment(next()?.parse().ok()?),
        submitted_at: number(next()?).ok()?.map(moment),
        score: number(next()?).ok()?.and_then(Decimal::from_tenths),
        category_scores: [number(next()?).ok()?, number(next()?).ok()?, number(next()?).ok()?, number(next()?).ok()?],
        indicators: some(next()?),
        own_scores: some(next()?),
    })
}

pub(in crate::store) fn damaged() -> StoreError {
    StoreError::Internal("a stored record is damaged".to_owned())
}

fn some(json: &str) -> Option<String> {
    (!json.is_empty()).then(|| json.to_owned())
}

/// A number, or nothing.
fn number<T: FromStr>(text: &str) -> Result<Option<T>, T::Err> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}
