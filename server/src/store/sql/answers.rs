//! Storing and withdrawing answers. On PostgreSQL a group is one statement.

use std::collections::{BTreeMap, HashMap};

use domain::{AnswersRecord, QuizId, UserId};
use serde_json::value::{RawValue, to_raw_value};

use super::{
    Connection, Sql,
    alerts::raise_early,
    batcher::{GroupedWrite, Outcomes},
    person_words,
    record_row::RecordRow,
    sql,
    statement::json,
};
use crate::store::NewAnswer;

// PostgreSQL only: with `submitted_at IS NULL` the planner would choose the index of unfinished records, which it takes
// to be empty until the next ANALYZE, and would scan all of it for every group.
static UPDATE: Sql = Sql::with(
    &[(
        "{with_answer}",
        "CAST(CASE WHEN given.value ->> 4 IS NULL THEN CAST(answers AS jsonb) - (given.value ->> 3)
             ELSE CAST(answers AS jsonb) || jsonb_build_object(given.value ->> 3, CAST(given.value ->> 4 AS jsonb))
             END AS text)",
    )],
    "WITH taken AS (
         INSERT INTO change_numbers (quiz_id, first, next)
         SELECT id, 1, 2 + json_array_length(CAST($1 AS json)) FROM quizzes
         WHERE id = CAST($1 AS json) -> 0 ->> 0
         ON CONFLICT (quiz_id) DO UPDATE
         SET first = change_numbers.next, next = change_numbers.next + excluded.next - 1
         RETURNING first
     )
     UPDATE records SET
         answers = {with_answer},
         language = coalesce(given.value ->> 5, language),
         custom_data = coalesce(custom_data, given.value ->> 6),
         activity_at = greatest(CAST(given.value ->> 7 AS BIGINT), activity_at + 1),
         changed = given.key + coalesce((SELECT first FROM taken), 0)
     FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
     WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
         AND version = CAST(given.value ->> 2 AS BIGINT) AND coalesce(submitted_at, -1) = -1
         AND (given.value ->> 8 IS NULL OR CAST(answers AS jsonb) -> (given.value ->> 3) IS NULL
             OR CAST(answers AS jsonb) -> (given.value ->> 3) = CAST(given.value ->> 4 AS jsonb))
         AND (octet_length(answers) < 131072 AND octet_length(given.value ->> 4) < 131000
             OR octet_length({with_answer}) <= greatest(262144, octet_length(answers)))
     RETURNING {record}",
);

impl GroupedWrite for NewAnswer {
    /// The record after the answer. Each caller decodes its own row, so that writes of others do not wait for it.
    type Outcome = Option<RecordRow>;
    const IS_ONE_STATEMENT: bool = true;

    fn is_one_statement(&self) -> bool {
        self.early.is_none() && self.custom_data.is_none()
    }

    fn lane(&self) -> &str {
        self.quiz_id.as_str()
    }

    fn owner(&self) -> &str {
        self.namespace_id.as_str()
    }

    fn record(&self) -> Option<(&QuizId, &UserId)> {
        Some((&self.quiz_id, &self.user))
    }

    async fn run(group: &[&Self], connection: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
        let Connection::Postgres(_) = connection else {
            let mut outcomes = Vec::with_capacity(group.len());
            for answer in group {
                let row = store(answer, connection).await?;
                note_words(connection, row.iter().map(|row| (*answer, row))).await?;
                if answer.early.is_some() {
                    raise_early(connection, row.iter().map(|row| (*answer, row))).await?;
                }
                outcomes.push(Ok(row));
            }
            return Ok(outcomes);
        };
        let mut given = Vec::with_capacity(group.len());
        for answer in group {
            given.push((
                answer.quiz_id.as_str(),
                answer.user.as_str(),
                answer.version,
                answer.question.as_str(),
                answer.answer.as_ref().map(json).transpose()?,
                answer.language,
                &answer.custom_data,
                answer.now.nanoseconds(),
                answer.stands.then_some(true),
            ));
        }
        let mut rows = by_record(connection.rows(UPDATE.statement().bind(json(&given)?)).await?);
        let row_of = |answer: &&Self| rows.remove(&(answer.quiz_id.to_string(), answer.user.to_string()));
        let rows: Vec<_> = group.iter().map(row_of).collect();
        let stored = || group.iter().zip(&rows).filter_map(|(answer, row)| Some((*answer, row.as_ref()?)));
        note_words(connection, stored()).await?;
        if group.iter().any(|answer| answer.early.is_some()) {
            raise_early(connection, stored()).await?;
        }
        Ok(rows.into_iter().map(Ok).collect())
    }
}

/// Adds the words of custom data that came with an answer to the index of people.
async fn note_words<'a>(
    connection: &mut Connection<'_>,
    stored: impl Iterator<Item = (&'a NewAnswer, &'a RecordRow)>,
) -> Result<(), sqlx::Error> {
    let with_data = stored.filter(|(answer, _)| answer.custom_data.is_some());
    let worded = with_data.map(|(_, row)| (row.quiz_id.as_str(), row.user_id.as_str(), row.custom_data.as_deref()));
    person_words::add_records(connection, worded).await
}

/// SQLite reads the record and writes the new values, which takes two thirds of the time of a statement that computes
/// and returns them.
async fn store(new: &NewAnswer, connection: &mut Connection<'_>) -> Result<Option<RecordRow>, sqlx::Error> {
    let select = sql!(
        "SELECT {record} FROM records
         WHERE quiz_id = $1 AND user_id = $2 AND version = $3 AND coalesce(submitted_at, -1) = -1"
    );
    let select = select.bind(&new.quiz_id).bind(&new.user).bind(new.version);
    let Some(mut row) = connection.rows::<RecordRow>(select).await?.pop() else { return Ok(None) };
    let answers = with_answer(&row.answers, new).map_err(|error| sqlx::Error::Decode(error.into()))?;
    let Some(answers) = answers else { return Ok(None) };
    if answers.len() > row.answers.len().max(AnswersRecord::MOST_BYTES) {
        return Ok(None);
    }
    row.answers = answers;
    row.language = new.language.map_or(row.language, |language| language.to_string());
    row.custom_data = row.custom_data.or_else(|| new.custom_data.clone());
    row.activity_at = new.now.nanoseconds().max(row.activity_at + 1);
    let update = sql!(
        "UPDATE records SET answers = $3, language = $4, custom_data = $5, activity_at = $6,
             changed = 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                       (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1))
         WHERE quiz_id = $1 AND user_id = $2"
    )
    .bind(&new.quiz_id)
    .bind(&new.user)
    .bind(&row.answers)
    .bind(&row.language)
    .bind(&row.custom_data)
    .bind(row.activity_at);
    connection.execute(update).await?;
    Ok(Some(row))
}

/// Returns `None` if the question already has this answer.
fn with_answer(answers: &str, new: &NewAnswer) -> Result<Option<String>, serde_json::Error> {
    let answer = new.answer.as_ref().map(to_raw_value).transpose()?;
    let mut answers: BTreeMap<&str, &RawValue> = serde_json::from_str(answers)?;
    let before = match &answer {
        Some(answer) => answers.insert(new.question.as_str(), answer),
        None => answers.remove(new.question.as_str()),
    };
    let is_other = |before: &&RawValue| answer.as_ref().is_none_or(|answer| answer.get() != before.get());
    if new.stands && before.as_ref().is_some_and(is_other) {
        return Ok(None);
    }
    serde_json::to_string(&answers).map(Some)
}

pub(super) fn by_record(rows: Vec<RecordRow>) -> HashMap<(String, String), RecordRow> {
    rows.into_iter().map(|row| ((row.quiz_id.clone(), row.user_id.clone()), row)).collect()
}
