//! Replacing records, as submitting does: a group is a look at the records, an update, and the counts.

use std::collections::{BTreeMap, HashMap};

use domain::{AnswersRecord, QuizId, TallyChanges, Timestamp, UserId};
use sqlx::SqliteConnection;

use super::{
    attempts,
    batcher::RecordWrite,
    begins::{json, key, points},
    changes::next_change,
    tallies,
    transaction::decode,
    writer::Run,
};
use crate::store::{StoreError, rows::record_columns};

/// A changed record, to be stored if nothing has changed since `seen`.
#[derive(Clone)]
pub(super) struct Replacement {
    pub(super) record: AnswersRecord,
    pub(super) seen: Timestamp,
}

impl RecordWrite for Replacement {
    type Outcome = bool;
    /// True for each write that was stored.
    type Rows = Vec<bool>;
    const IS_ONE_STATEMENT: bool = false;

    fn record(&self) -> (&QuizId, &UserId) {
        (&self.record.quiz_id, &self.record.user)
    }

    fn run(group: Vec<Self>, connection: &mut SqliteConnection) -> Run<'_, Vec<bool>> {
        Box::pin(async move {
            let mut old = unchanged(connection, &group).await?;
            let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
            let mut stored = Vec::with_capacity(group.len());
            let mut given = Vec::with_capacity(group.len());
            for replacement in &group {
                let record = &replacement.record;
                let old = old.remove(&key(record));
                stored.push(old.is_some());
                let Some(old) = old else { continue };
                let old = attempts::counted(connection, old).await?;
                let changes = changes.entry(&record.quiz_id).or_default();
                changes.subtract(&old);
                changes.add(if record.submission.is_none() && record.attempt > 1 { &old } else { record });
                given.push(row(replacement)?);
            }
            if !given.is_empty() {
                update(connection, &given).await?;
                tallies::apply(connection, &changes).await?;
            }
            Ok(stored)
        })
    }

    fn outcomes(_: &[Self], stored: Vec<bool>) -> Vec<Result<bool, StoreError>> {
        stored.into_iter().map(Ok).collect()
    }
}

/// The records that are as they were seen.
async fn unchanged(
    connection: &mut SqliteConnection,
    group: &[Replacement],
) -> Result<HashMap<(String, String), AnswersRecord>, sqlx::Error> {
    let wanted: Vec<_> = group
        .iter()
        .map(|Replacement { record, seen }| (record.quiz_id.as_str(), record.user.as_str(), seen.nanoseconds()))
        .collect();
    let rows = sqlx::query(concat!(
        "SELECT ",
        record_columns!(),
        " FROM json_each($1) AS wanted CROSS JOIN records
         WHERE records.quiz_id = wanted.value ->> 0 AND records.user_id = wanted.value ->> 1
             AND records.activity_at = wanted.value ->> 2"
    ))
    .bind(json(&wanted)?)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| decode(row).map(|record| (key(&record), record))).collect()
}

fn row(Replacement { record, seen }: &Replacement) -> Result<serde_json::Value, sqlx::Error> {
    let submission = record.submission.as_ref();
    let scores = submission.map(|submission| &submission.scores);
    Ok(serde_json::json!([
        record.quiz_id.as_str(),
        record.user.as_str(),
        record.language.as_str(),
        json(&record.answers)?,
        record.custom_data,
        record.activity_at.nanoseconds().max(seen.nanoseconds() + 1),
        submission.map(|submission| submission.at.nanoseconds()),
        points(scores, |scores| scores.overall),
        points(scores, |scores| scores.spend),
        points(scores, |scores| scores.save),
        points(scores, |scores| scores.borrow),
        points(scores, |scores| scores.plan),
        scores.map(|scores| json(&scores.indicators)).transpose()?,
    ]))
}

async fn update(connection: &mut SqliteConnection, given: &[serde_json::Value]) -> Result<(), sqlx::Error> {
    sqlx::query(concat!(
        "UPDATE records SET language = value ->> 2, answers = value ->> 3, custom_data = value ->> 4,
             activity_at = value ->> 5, submitted_at = value ->> 6, score = value ->> 7, spend_score = value ->> 8,
             save_score = value ->> 9, borrow_score = value ->> 10, plan_score = value ->> 11, indicators = value ->> 12,
             changed = given.key + ",
        next_change!("given.value ->> 0"),
        " FROM json_each($1) AS given
         WHERE records.quiz_id = given.value ->> 0 AND records.user_id = given.value ->> 1",
    ))
    .bind(json(&given)?)
    .execute(connection)
    .await
    .map(drop)
}
