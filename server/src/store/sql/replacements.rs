//! Replacing records, for example to submit them: a group is a read of the records, an update, and the counts.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{AnswersRecord, Limit, QuizId, TallyChanges, Timestamp, UserId};

use super::{
    Connection, Sql, Texts, alerts, attempts,
    batcher::{GroupedWrite, Outcomes},
    begins::key,
    events, person_words,
    places::Taken,
    record_row::{RecordRow, score_columns},
    statement::json,
    submitted_scores, tallies,
    transaction::decode,
    usage,
};
use crate::store::{NewAlert, NewEvent, Replaced, Result};

static AS_SEEN: Sql = Sql::of(Texts {
    sqlite: "SELECT {record} FROM records
             WHERE records.quiz_id = $1 AND records.user_id = $2 AND records.activity_at = $3",
    postgres: "SELECT {record}
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN records
               WHERE records.quiz_id = given.value ->> 0 AND records.user_id = given.value ->> 1
                   AND records.activity_at = CAST(given.value ->> 2 AS BIGINT)",
});

static UPDATE: Sql = Sql::of(Texts {
    sqlite: "UPDATE records SET language = $3, answers = $4, custom_data = $5, activity_at = $6, submitted_at = $7,
                 score = $8, spend_score = $9, save_score = $10, borrow_score = $11, plan_score = $12,
                 indicators = $13, own_scores = $14,
                 changed = 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                           (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1))
             WHERE quiz_id = $1 AND user_id = $2",
    postgres: "UPDATE records SET language = given.value ->> 2, answers = given.value ->> 3,
                   custom_data = given.value ->> 4, activity_at = CAST(given.value ->> 5 AS BIGINT),
                   submitted_at = CAST(given.value ->> 6 AS BIGINT), score = CAST(given.value ->> 7 AS BIGINT),
                   spend_score = CAST(given.value ->> 8 AS SMALLINT), save_score = CAST(given.value ->> 9 AS SMALLINT),
                   borrow_score = CAST(given.value ->> 10 AS SMALLINT),
                   plan_score = CAST(given.value ->> 11 AS SMALLINT),
                   indicators = given.value ->> 12, own_scores = given.value ->> 13,
                   changed = given.key
                       + coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = given.value ->> 0), 0)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1",
});

/// A changed record, stored only if the stored one is unchanged since `seen`.
#[derive(Clone)]
pub(in crate::store) struct Replacement {
    pub(super) record: AnswersRecord,
    pub(super) seen: Timestamp,
    /// Written if the record is stored.
    pub(super) event: Option<NewEvent>,
    /// Raised if the record is stored.
    pub(super) alerts: Vec<NewAlert>,
    /// Stored only if it exceeds none of them.
    pub(super) limits: Vec<Limit>,
}

impl GroupedWrite for Replacement {
    type Outcome = Replaced;
    const IS_ONE_STATEMENT: bool = false;

    fn lane(&self) -> &str {
        self.record.quiz_id.as_str()
    }

    fn record(&self) -> Option<(&QuizId, &UserId)> {
        Some((&self.record.quiz_id, &self.record.user))
    }

    async fn run(group: &[&Self], connection: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
        if let Some(Replacement { record, .. }) = group.first() {
            connection.number_changes(record.quiz_id.as_str(), group.len()).await?;
        }
        let mut old = unchanged(connection, group).await?;
        let mut changes: BTreeMap<&QuizId, TallyChanges> = BTreeMap::new();
        let mut bytes: BTreeMap<&QuizId, i64> = BTreeMap::new();
        let mut stored = Vec::with_capacity(group.len());
        let mut given = Vec::with_capacity(group.len());
        let mut replaced = Vec::with_capacity(group.len());
        let mut told = Vec::new();
        let mut alerts = Vec::new();
        // A group is of one quiz.
        let mut taken = Taken::default();
        for replacement in group {
            let record = &replacement.record;
            let old = old.remove(&key(record));
            let Some(old) = old else {
                stored.push(Ok(Replaced::Changed));
                continue;
            };
            let before = usage::of_attempt(&old)?;
            let counted = attempts::counted(connection, old.clone()).await?;
            let changes = changes.entry(&record.quiz_id).or_default();
            if let Some(full) = taken.find_full(connection, &replacement.limits, (&counted, record), changes).await? {
                stored.push(Ok(Replaced::Full(full)));
                continue;
            }
            stored.push(Ok(Replaced::Stored));
            told.extend(&replacement.event);
            alerts.extend_from_slice(&replacement.alerts);
            replaced.push((old, record));
            changes.subtract(&counted);
            changes.add(if record.submission.is_none() && record.attempt > 1 { &counted } else { record });
            let activity_at = record.activity_at.nanoseconds().max(replacement.seen.nanoseconds() + 1);
            let row = row(record, activity_at)?;
            let after = usage::of_answers(record, row[3].as_str().unwrap_or_default());
            *bytes.entry(&record.quiz_id).or_default() += after - before;
            given.push(row);
        }
        if !given.is_empty() {
            connection.execute_each(&UPDATE, &given).await?;
            let with_data = replaced.iter().filter(|(old, _)| old.custom_data.is_none()).map(|(_, new)| *new);
            let with_data = with_data.filter(|new| new.custom_data.is_some());
            let worded = with_data.map(|new| (new.quiz_id.as_str(), new.user.as_str(), new.custom_data.as_deref()));
            person_words::add_records(connection, worded).await?;
            let (old, new): (Vec<_>, Vec<_>) = replaced.iter().map(|(old, new)| (old, *new)).unzip();
            submitted_scores::replace(connection, old.into_iter(), new.into_iter()).await?;
            tallies::apply(connection, &changes).await?;
            usage::add(connection, bytes).await?;
            events::add(connection, told).await?;
            alerts::raise(connection, &alerts).await?;
        }
        Ok(stored)
    }
}

/// Replaces the scores of submitted records, each given as old and new, if they are unchanged, and writes their events.
/// Returns the number of rescored records.
pub(super) async fn rescore(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    records: &[(AnswersRecord, AnswersRecord)],
    events: &[NewEvent],
) -> Result<u32, sqlx::Error> {
    connection.number_changes(quiz.as_str(), records.len()).await?;
    let group: Vec<_> = records
        .iter()
        .map(|(_, new)| Replacement {
            seen: new.activity_at,
            record: new.clone(),
            event: None,
            alerts: Vec::new(),
            limits: Vec::new(),
        })
        .collect();
    let mut present = unchanged(connection, &group.iter().collect::<Vec<_>>()).await?;
    let is_as_given =
        |(old, new): &&(_, AnswersRecord)| present.remove(&key(new)).is_some_and(|present| present == *old);
    let records: Vec<_> = records.iter().filter(is_as_given).collect();
    let mut changes = TallyChanges::default();
    let mut given = Vec::with_capacity(records.len());
    for (old, new) in &records {
        changes.subtract(old);
        changes.add(new);
        given.push(row(new, new.activity_at.nanoseconds())?);
    }
    connection.execute_each(&UPDATE, &given).await?;
    let (old, new) = (records.iter().map(|(old, _)| old), records.iter().map(|(_, new)| new));
    submitted_scores::replace(connection, old, new).await?;
    tallies::apply(connection, &BTreeMap::from([(quiz, changes)])).await?;
    connection.announce_scores(quiz).await?;
    if !events.is_empty() {
        let stored: HashSet<&str> = records.iter().map(|(_, new)| new.user.as_str()).collect();
        let is_stored = |event: &&NewEvent| event.user.as_deref().is_some_and(|user| stored.contains(user));
        events::add(connection, events.iter().filter(is_stored)).await?;
    }
    Ok(u32::try_from(given.len()).unwrap_or(u32::MAX))
}

/// Returns the records that are unchanged since they were seen.
async fn unchanged(
    connection: &mut Connection<'_>,
    group: &[&Replacement],
) -> Result<HashMap<(String, String), AnswersRecord>, sqlx::Error> {
    let wanted: Vec<_> = group
        .iter()
        .map(|Replacement { record, seen, .. }| (record.quiz_id.as_str(), record.user.as_str(), seen.nanoseconds()))
        .collect();
    let rows: Vec<RecordRow> = connection.each(&AS_SEEN, &wanted).await?;
    rows.into_iter().map(|row| decode(row).map(|record| (key(&record), record))).collect()
}

fn row(record: &AnswersRecord, activity_at: i64) -> Result<serde_json::Value, sqlx::Error> {
    let submission = record.submission.as_ref();
    let [score, spend, save, borrow, plan, indicators, own] = score_columns(submission)?;
    Ok(serde_json::json!([
        record.quiz_id.as_str(),
        record.user.as_str(),
        record.language.as_str(),
        json(&record.answers)?,
        record.custom_data,
        activity_at,
        submission.map(|submission| submission.at.nanoseconds()),
        score,
        spend,
        save,
        borrow,
        plan,
        indicators,
        own,
    ]))
}
