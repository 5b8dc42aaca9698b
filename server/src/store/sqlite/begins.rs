//! Beginning records: a group is an insertion, the counts, and for those that exist an update.

use std::collections::{BTreeMap, HashSet};

use domain::{AnswersRecord, Points, QuizId, Scores, TallyChanges, UserId};
use sqlx::{SqliteConnection, sqlite::SqliteRow};

use super::{answers::by_record, batcher::RecordWrite, changes::next_change, tallies, writer::Run};
use crate::store::{StoreError, rows::record_columns};

/// A record to begin, unless the user has one.
#[derive(Clone)]
pub(super) struct Begin(pub(super) AnswersRecord);

/// Quiz and user of each record that is new.
pub(super) type Inserted = HashSet<(String, String)>;

impl RecordWrite for Begin {
    type Outcome = AnswersRecord;
    type Rows = (Inserted, Vec<SqliteRow>);
    const IS_ONE_STATEMENT: bool = false;

    fn record(&self) -> (&QuizId, &UserId) {
        (&self.0.quiz_id, &self.0.user)
    }

    fn run(group: Vec<Self>, connection: &mut SqliteConnection) -> Run<'_, Self::Rows> {
        Box::pin(async move {
            let records: Vec<&AnswersRecord> = group.iter().map(|begin| &begin.0).collect();
            let inserted = insert(connection, &records).await?;
            let known: Vec<&AnswersRecord> =
                records.into_iter().filter(|record| !inserted.contains(&key(record))).collect();
            let known = if known.is_empty() { Vec::new() } else { complete(connection, &known).await? };
            Ok((inserted, known))
        })
    }

    fn outcomes(group: &[Self], (inserted, known): Self::Rows) -> Vec<Result<AnswersRecord, StoreError>> {
        let mut known = by_record(&known);
        let outcome = |begin: &Self| {
            let key = key(&begin.0);
            if inserted.contains(&key) {
                return Ok(begin.0.clone());
            }
            known.remove(&key).unwrap_or_else(|| Err(StoreError::Internal("a record vanished".to_owned())))
        };
        group.iter().map(outcome).collect()
    }
}

pub(super) fn key(record: &AnswersRecord) -> (String, String) {
    (record.quiz_id.to_string(), record.user.to_string())
}

/// Adds the records of users who have none, and counts them.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    records: &[&AnswersRecord],
) -> Result<Inserted, sqlx::Error> {
    let rows = records.iter().map(|record| row(record)).collect::<Result<Vec<_>, _>>()?;
    // Without `WHERE`, `ON` would be taken for a join's.
    let inserted: Vec<(String, String)> = sqlx::query_as(concat!(
        "INSERT INTO records (quiz_id, user_id, version, language, answers, custom_data, started_at, activity_at,
             submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, attempt, changed)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
             value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
             key + ",
        next_change!("value ->> 0"),
        " FROM json_each($1) WHERE true
         ON CONFLICT DO NOTHING RETURNING quiz_id, user_id",
    ))
    .bind(json(&rows)?)
    .fetch_all(&mut *connection)
    .await?;
    let inserted: Inserted = inserted.into_iter().collect();
    let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
    let mut counted = HashSet::new();
    for record in records {
        // The first of several with one key is the one that was added.
        if inserted.contains(&key(record)) && counted.insert(key(record)) {
            changes.entry(&record.quiz_id).or_default().add(record);
        }
    }
    tallies::apply(connection, &changes).await?;
    Ok(inserted)
}

fn row(record: &AnswersRecord) -> Result<serde_json::Value, sqlx::Error> {
    let submission = record.submission.as_ref();
    let scores = submission.map(|submission| &submission.scores);
    Ok(serde_json::json!([
        record.quiz_id.as_str(),
        record.user.as_str(),
        record.version,
        record.language.as_str(),
        json(&record.answers)?,
        record.custom_data,
        record.started_at.nanoseconds(),
        record.activity_at.nanoseconds(),
        submission.map(|submission| submission.at.nanoseconds()),
        points(scores, |scores| scores.overall),
        points(scores, |scores| scores.spend),
        points(scores, |scores| scores.save),
        points(scores, |scores| scores.borrow),
        points(scores, |scores| scores.plan),
        scores.map(|scores| json(&scores.indicators)).transpose()?,
        record.attempt,
    ]))
}

/// Completes the custom data of records that exist.
async fn complete(connection: &mut SqliteConnection, known: &[&AnswersRecord]) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let given: Vec<_> = known
        .iter()
        .map(|record| {
            (record.quiz_id.as_str(), record.user.as_str(), &record.custom_data, record.activity_at.nanoseconds())
        })
        .collect();
    sqlx::query(concat!(
        "UPDATE records SET
             custom_data = coalesce(custom_data, given.data),
             activity_at = CASE WHEN custom_data IS NULL AND given.data IS NOT NULL
                 THEN max(given.now, activity_at + 1) ELSE activity_at END,
             changed = CASE WHEN custom_data IS NULL AND given.data IS NOT NULL THEN given.place + ",
        next_change!("given.quiz"),
        " ELSE changed END
         FROM (SELECT key AS place, value ->> 0 AS quiz, value ->> 1 AS user, value ->> 2 AS data, value ->> 3 AS now
               FROM json_each($1)) AS given
         WHERE quiz_id = given.quiz AND user_id = given.user
         RETURNING ",
        record_columns!()
    ))
    .bind(json(&given)?)
    .fetch_all(connection)
    .await
}

pub(super) fn points(scores: Option<&Scores>, which: impl Fn(&Scores) -> Option<Points>) -> Option<u8> {
    scores.and_then(which).map(Points::get)
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
