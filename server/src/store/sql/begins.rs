//! Beginning records: a group is an insertion, the counts, and an update for records that exist.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{AnswersRecord, QuizId, TallyChanges, UserId};

use super::{
    Connection, Sql, Statement, Texts,
    answers::by_record,
    batcher::{GroupedWrite, Outcomes},
    events, person_words,
    record_row::{self, RecordRow},
    submitted_scores, tallies, usage,
};
use crate::store::{NewEvent, Result, StoreError, Transaction};

static COMPLETE_KNOWN: Sql = Sql::of(Texts {
    sqlite: "UPDATE records SET
                 custom_data = coalesce(custom_data, $3),
                 activity_at = CASE WHEN custom_data IS NULL AND $3 IS NOT NULL
                     THEN max($4, activity_at + 1) ELSE activity_at END,
                 changed = CASE WHEN custom_data IS NULL AND $3 IS NOT NULL
                     THEN 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                             (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1)) ELSE changed END
             WHERE quiz_id = $1 AND user_id = $2
             RETURNING {record}",
    postgres: "UPDATE records SET
                   custom_data = coalesce(custom_data, given.value ->> 2),
                   activity_at = CASE WHEN custom_data IS NULL AND given.value ->> 2 IS NOT NULL
                       THEN greatest(CAST(given.value ->> 3 AS BIGINT), activity_at + 1) ELSE activity_at END,
                   changed = CASE WHEN custom_data IS NULL AND given.value ->> 2 IS NOT NULL
                       THEN given.key + coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = given.value ->> 0), 0)
                       ELSE changed END
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
               RETURNING {record}",
});

#[derive(Clone)]
pub(in crate::store) struct Begin {
    pub(super) record: AnswersRecord,
    /// Written if the record is new.
    pub(super) event: Option<NewEvent>,
}

pub(in crate::store) enum Begun {
    New,
    /// The user's existing record, for the caller to decode.
    Known(Box<RecordRow>),
}

/// The quiz and the user of each new record.
type Inserted = HashSet<(String, String)>;

impl GroupedWrite for Begin {
    type Outcome = Begun;
    const IS_ONE_STATEMENT: bool = false;

    fn lane(&self) -> &str {
        self.record.quiz_id.as_str()
    }

    fn record(&self) -> Option<(&QuizId, &UserId)> {
        Some((&self.record.quiz_id, &self.record.user))
    }

    async fn run(group: &[&Self], connection: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
        let records: Vec<&AnswersRecord> = group.iter().map(|begin| &begin.record).collect();
        let inserted = insert(connection, &records).await?;
        let is_new = |begin: &&&Self| inserted.contains(&key(&begin.record));
        let events = group.iter().filter(|begin| begin.event.is_some()).filter(is_new);
        events::add(connection, events.filter_map(|begin| begin.event.as_ref())).await?;
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
            let key = key(&begin.record);
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

impl Transaction<'_> {
    /// Adds the record of a user who has none, and writes an event for it. Returns `false` if the user has one.
    pub async fn begin(&mut self, record: &AnswersRecord, event: Option<&NewEvent>) -> Result<bool> {
        let begun = begin(&mut *self.connection().await, record, event).await;
        self.noted(begun)
    }
}

async fn begin(
    connection: &mut Connection<'_>,
    record: &AnswersRecord,
    event: Option<&NewEvent>,
) -> Result<bool, sqlx::Error> {
    let is_new = insert(connection, &[record]).await?.contains(&key(record));
    if is_new {
        events::add(connection, event).await?;
    }
    Ok(is_new)
}

pub(super) fn key(record: &AnswersRecord) -> (String, String) {
    (record.quiz_id.to_string(), record.user.to_string())
}

/// Adds the records of users who have none, and counts them. On PostgreSQL they belong to one quiz.
pub(super) async fn insert(
    connection: &mut Connection<'_>,
    records: &[&AnswersRecord],
) -> Result<Inserted, sqlx::Error> {
    let rows = records.iter().map(|record| record_row::values(record)).collect::<Result<Vec<_>, _>>()?;
    let mut inserted = Inserted::new();
    if let Connection::Postgres(_) = connection {
        inserted.extend(connection.each::<(String, String)>(&record_row::INSERT, &rows).await?);
    } else {
        for (record, row) in records.iter().zip(&rows) {
            if connection.execute(Statement::of_row(&record_row::INSERT, row)?).await? > 0 {
                inserted.insert(key(record));
            }
        }
    }
    let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
    let mut bytes: BTreeMap<&QuizId, i64> = BTreeMap::new();
    let mut counted = HashSet::new();
    // Of several records with the same key, the first one was added.
    let added: Vec<&AnswersRecord> = records
        .iter()
        .copied()
        .filter(|record| inserted.contains(&key(record)) && counted.insert(key(record)))
        .collect();
    for record in &added {
        changes.entry(&record.quiz_id).or_default().add(record);
        *bytes.entry(&record.quiz_id).or_default() += usage::of_attempt(record)?;
    }
    let worded = added.iter().map(|record| words(record));
    person_words::add_records(connection, worded).await?;
    person_words::add_fields(connection, added.iter().copied()).await?;
    submitted_scores::replace(connection, [].into_iter(), added.into_iter()).await?;
    tallies::apply(connection, &changes).await?;
    usage::add(connection, bytes).await?;
    Ok(inserted)
}

/// Sets the custom data of existing records that have none.
async fn complete(connection: &mut Connection<'_>, known: &[&AnswersRecord]) -> Result<Vec<RecordRow>, sqlx::Error> {
    let given: Vec<_> = known
        .iter()
        .map(|record| {
            (record.quiz_id.as_str(), record.user.as_str(), &record.custom_data, record.activity_at.nanoseconds())
        })
        .collect();
    let rows: Vec<RecordRow> = connection.each(&COMPLETE_KNOWN, &given).await?;
    // A record that keeps what it had was not active now.
    let given: HashMap<_, _> = known.iter().map(|record| (key(record), record.activity_at.nanoseconds())).collect();
    let is_completed = |row: &&RecordRow| {
        let at = given.get(&(row.quiz_id.clone(), row.user_id.clone()));
        row.custom_data.is_some() && at.is_some_and(|at| *at <= row.activity_at)
    };
    let completed = rows.iter().filter(is_completed);
    let worded = completed.map(|row| (row.quiz_id.as_str(), row.user_id.as_str(), row.custom_data.as_deref()));
    person_words::add_records(connection, worded).await?;
    Ok(rows)
}

fn words(record: &AnswersRecord) -> (&str, &str, Option<&str>) {
    (record.quiz_id.as_str(), record.user.as_str(), record.custom_data.as_deref())
}
