//! Beginning records: a group is an insertion, the counts, and for those that exist an update.

use std::collections::{BTreeMap, HashSet};

use domain::{AnswersRecord, Category, Points, QuizId, Submission, TallyChanges, UserId};
use serde_json::Value;

use super::{
    Connection, Sql, Statement,
    answers::by_record,
    batcher::{GroupedWrite, Outcomes},
    record_row::RecordRow,
    submitted_scores, tallies, usage,
};
use crate::store::StoreError;

// SQLite is given `VALUES` in the place of the selection up to `WHERE true`.
static INSERT_NEW: Sql = Sql::each(
    "{taking_changes}
     INSERT INTO records (quiz_id, user_id, version, language, answers, custom_data, started_at, activity_at,
         submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores, attempt,
         changed)
     SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT), given.value ->> 3,
         given.value ->> 4, given.value ->> 5, CAST(given.value ->> 6 AS BIGINT),
         CAST(given.value ->> 7 AS BIGINT), CAST(given.value ->> 8 AS BIGINT),
         CAST(given.value ->> 9 AS BIGINT), CAST(given.value ->> 10 AS SMALLINT),
         CAST(given.value ->> 11 AS SMALLINT), CAST(given.value ->> 12 AS SMALLINT),
         CAST(given.value ->> 13 AS SMALLINT), given.value ->> 14, given.value ->> 15,
         CAST(given.value ->> 16 AS BIGINT),
         given.key + {taken_change}
     FROM {given} WHERE true ON CONFLICT DO NOTHING {returning_key}",
);

static COMPLETE_KNOWN: Sql = Sql::each(
    "UPDATE records SET
         custom_data = coalesce(custom_data, given.value ->> 2),
         activity_at = CASE WHEN custom_data IS NULL AND given.value ->> 2 IS NOT NULL
             THEN {greatest}(CAST(given.value ->> 3 AS BIGINT), activity_at + 1) ELSE activity_at END,
         changed = CASE WHEN custom_data IS NULL AND given.value ->> 2 IS NOT NULL
             THEN given.key + {next_change_of_given} ELSE changed END
     FROM {given} WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
     RETURNING {record}",
);

/// A record to begin, unless the user has one.
#[derive(Clone)]
pub(in crate::store) struct Begin(pub(super) AnswersRecord);

pub(in crate::store) enum Begun {
    New,
    /// The record that the user has, for the caller to read.
    Known(Box<RecordRow>),
}

/// Quiz and user of each record that is new.
type Inserted = HashSet<(String, String)>;

impl GroupedWrite for Begin {
    type Outcome = Begun;
    const IS_ONE_STATEMENT: bool = false;

    fn lane(&self) -> &str {
        self.0.quiz_id.as_str()
    }

    fn record(&self) -> Option<(&QuizId, &UserId)> {
        Some((&self.0.quiz_id, &self.0.user))
    }

    async fn run(group: &[&Self], connection: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
        let records: Vec<&AnswersRecord> = group.iter().map(|begin| &begin.0).collect();
        let inserted = insert(connection, &records).await?;
        let known: Vec<&AnswersRecord> =
            records.into_iter().filter(|record| !inserted.contains(&key(record))).collect();
        let known = match known.first() {
            Some(record) => {
                connection.number_changes(record.quiz_id.as_str(), known.len()).await?;
                complete(connection, &known).await?
            }
            None => Vec::new(),
        };
        let mut known = by_record(known);
        let outcome = |begin: &&Self| {
            let key = key(&begin.0);
            if inserted.contains(&key) {
                return Ok(Begun::New);
            }
            let row = known.remove(&key);
            row.map(|row| Begun::Known(Box::new(row)))
                .ok_or_else(|| StoreError::Internal("a record vanished".to_owned()))
        };
        Ok(group.iter().map(outcome).collect())
    }
}

pub(super) fn key(record: &AnswersRecord) -> (String, String) {
    (record.quiz_id.to_string(), record.user.to_string())
}

/// Adds the records of users who have none, and counts them. On PostgreSQL they are of one quiz.
pub(super) async fn insert(
    connection: &mut Connection<'_>,
    records: &[&AnswersRecord],
) -> Result<Inserted, sqlx::Error> {
    let rows = records.iter().map(|record| row(record)).collect::<Result<Vec<_>, _>>()?;
    let mut inserted = Inserted::new();
    if let Connection::Postgres(_) = connection {
        inserted.extend(connection.each::<(String, String)>(&INSERT_NEW, &rows).await?);
    } else {
        for (record, row) in records.iter().zip(&rows) {
            if connection.execute(Statement::of_row(&INSERT_NEW, row)?).await? > 0 {
                inserted.insert(key(record));
            }
        }
    }
    let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
    let mut bytes: BTreeMap<&QuizId, i64> = BTreeMap::new();
    let mut counted = HashSet::new();
    // The first of several with one key is the one that was added.
    let added: Vec<&AnswersRecord> = records
        .iter()
        .copied()
        .filter(|record| inserted.contains(&key(record)) && counted.insert(key(record)))
        .collect();
    for record in &added {
        changes.entry(&record.quiz_id).or_default().add(record);
        *bytes.entry(&record.quiz_id).or_default() += usage::of_attempt(record)?;
    }
    submitted_scores::replace(connection, [].into_iter(), added.into_iter()).await?;
    tallies::apply(connection, &changes).await?;
    usage::add(connection, bytes).await?;
    Ok(inserted)
}

fn row(record: &AnswersRecord) -> Result<Value, sqlx::Error> {
    let submission = record.submission.as_ref();
    let [score, spend, save, borrow, plan, indicators, own] = score_columns(submission)?;
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
        score,
        spend,
        save,
        borrow,
        plan,
        indicators,
        own,
        record.attempt,
    ]))
}

/// Completes the custom data of records that exist.
async fn complete(connection: &mut Connection<'_>, known: &[&AnswersRecord]) -> Result<Vec<RecordRow>, sqlx::Error> {
    let given: Vec<_> = known
        .iter()
        .map(|record| {
            (record.quiz_id.as_str(), record.user.as_str(), &record.custom_data, record.activity_at.nanoseconds())
        })
        .collect();
    connection.each(&COMPLETE_KNOWN, &given).await
}

/// The overall score in tenths, those of the built-in categories, the points by question, and scores of the quiz's own.
pub(super) fn score_columns(submission: Option<&Submission>) -> Result<[Value; 7], sqlx::Error> {
    let Some(Submission { scores, .. }) = submission else { return Ok(Default::default()) };
    let [spend, save, borrow, plan] = Category::ALL.map(|category| scores.category(category).map(Points::get).into());
    let own = if scores.is_plain() { Value::Null } else { json(scores)?.into() };
    let overall = scores.overall.as_ref().map(|overall| overall.score.tenths());
    Ok([overall.into(), spend, save, borrow, plan, json(&scores.questions)?.into(), own])
}

pub(in crate::store) fn json<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
