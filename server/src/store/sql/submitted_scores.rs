//! The scores of submitted records as rows in their order, for lists by any of them. Writes append what they change of them
//! together with what they change of the tallies; [`fold`](super::tallies::fold) adds it.

use std::collections::BTreeMap;

use domain::{AnswersRecord, QuizId};
use serde::Serialize;

use super::{Connection, Sql, Texts, sql, statement::json};
use crate::store::Result;

/// Stands for an absent overall score: below every score, as a score has at most 15 digits.
pub(super) const WITHOUT_SCORE: i64 = -i64::MAX;

/// Of the overall score. No category has the name.
pub(super) const OVERALL: &str = "";

/// A row: the record, the category and its score in tenths.
#[derive(Serialize)]
struct Row<'r>(&'r str, &'r str, i64, i64, &'r str);

static INSERT: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
    postgres: "INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT),
                   CAST(given.value ->> 3 AS BIGINT), given.value ->> 4
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT DO NOTHING",
});

static DELETE: Sql = Sql::of(Texts {
    sqlite: "DELETE FROM submitted_scores
             WHERE quiz_id = $1 AND category = $2 AND score = $3 AND started_at = $4 AND user_id = $5",
    postgres: "DELETE FROM submitted_scores WHERE (quiz_id, category, score, started_at, user_id) IN (
                   SELECT own.quiz_id, own.category, own.score, own.started_at, own.user_id
                   FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
                   CROSS JOIN submitted_scores AS own
                   WHERE own.quiz_id = given.value ->> 0 AND own.category = given.value ->> 1
                       AND own.score = CAST(given.value ->> 2 AS BIGINT)
                       AND own.started_at = CAST(given.value ->> 3 AS BIGINT) AND own.user_id = given.value ->> 4
               )",
});

static COUNT_GIVEN: Sql = Sql::of(Texts {
    sqlite: "SELECT count(*) FROM json_each($1) AS given CROSS JOIN submitted_scores AS own
             WHERE own.quiz_id = given.value ->> 0 AND own.category = given.value ->> 1
                 AND own.score = given.value ->> 2 AND own.started_at = given.value ->> 3
                 AND own.user_id = given.value ->> 4",
    postgres: "SELECT count(*) FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN submitted_scores AS own
               WHERE own.quiz_id = given.value ->> 0 AND own.category = given.value ->> 1
                   AND own.score = CAST(given.value ->> 2 AS BIGINT)
                   AND own.started_at = CAST(given.value ->> 3 AS BIGINT) AND own.user_id = given.value ->> 4",
});

/// A row that is added (1) or taken away (-1): category, score, start, user.
pub(super) type Change<'r> = (&'r str, i64, i64, &'r str, i64);

/// What puts the scores of `new` in the place of those of `old`, by quiz.
pub(super) fn changes<'r>(
    old: impl Iterator<Item = &'r AnswersRecord>,
    new: impl Iterator<Item = &'r AnswersRecord>,
) -> BTreeMap<&'r QuizId, Vec<Change<'r>>> {
    let mut changes: BTreeMap<&QuizId, Vec<_>> = BTreeMap::new();
    for (record, by) in old.map(|record| (record, -1)).chain(new.map(|record| (record, 1))) {
        let rows = rows(record);
        if !rows.is_empty() {
            let change = |Row(_, category, score, started, user)| (category, score, started, user, by);
            changes.entry(&record.quiz_id).or_default().extend(rows.into_iter().map(change));
        }
    }
    changes
}

/// Rows with the times that each was added, less those that it was taken away.
#[derive(Default)]
pub(super) struct Sums(BTreeMap<(String, String, i64, i64, String), i64>);

impl Sums {
    /// Adds what was appended for a quiz.
    pub(super) fn add(&mut self, quiz: &str, scores: &str) -> serde_json::Result<()> {
        let scores: Vec<(String, i64, i64, String, i64)> = serde_json::from_str(scores)?;
        for (category, score, started, user, by) in scores {
            *self.0.entry((quiz.to_owned(), category, score, started, user)).or_default() += by;
        }
        Ok(())
    }

    pub(super) async fn write(&self, connection: &mut Connection<'_>) -> Result<(), sqlx::Error> {
        let of = |by: fn(i64) -> bool| -> Vec<Row<'_>> {
            let rows = self.0.iter().filter(|(_, sum)| by(**sum));
            rows.map(|((quiz, category, score, started, user), _)| Row(quiz, category, *score, *started, user))
                .collect()
        };
        let (gone, new) = (of(|sum| sum < 0), of(|sum| sum > 0));
        if !gone.is_empty() {
            connection.execute_each(&DELETE, &gone).await?;
        }
        if !new.is_empty() {
            connection.execute_each(&INSERT, &new).await?;
        }
        Ok(())
    }

    fn of(&self, row: &Row<'_>) -> i64 {
        let Row(quiz, category, score, started, user) = *row;
        let key = (quiz.to_owned(), category.to_owned(), score, started, user.to_owned());
        self.0.get(&key).copied().unwrap_or_default()
    }
}

/// What was appended for a quiz.
pub(super) async fn appended(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Sums, sqlx::Error> {
    let select = sql!("SELECT scores FROM tally_changes WHERE quiz_id = $1 ORDER BY number").bind(quiz);
    let mut sums = Sums::default();
    for (scores,) in connection.rows::<(String,)>(select).await? {
        sums.add(quiz.as_str(), &scores).map_err(|error| sqlx::Error::Decode(error.into()))?;
    }
    Ok(sums)
}

/// The number of rows that records have to have.
pub(super) fn expected<'r>(records: impl Iterator<Item = &'r AnswersRecord>) -> i64 {
    records.map(|record| i64::try_from(rows(record).len()).unwrap_or(i64::MAX)).sum()
}

/// The number of those that are there, or appended.
pub(super) async fn present<'r>(
    connection: &mut Connection<'_>,
    records: impl Iterator<Item = &'r AnswersRecord> + Send,
    appended: &Sums,
) -> Result<i64, sqlx::Error> {
    let rows: Vec<_> = records.flat_map(rows).collect();
    let stored = first(&connection.rows(COUNT_GIVEN.statement().bind(json(&rows)?)).await?)?;
    Ok(stored + rows.iter().map(|row| appended.of(row)).sum::<i64>())
}

/// The number of all rows of a quiz, with those that are appended.
pub(super) async fn count(connection: &mut Connection<'_>, quiz: &QuizId, appended: &Sums) -> Result<i64, sqlx::Error> {
    let count = sql!("SELECT count(*) FROM submitted_scores WHERE quiz_id = $1").bind(quiz);
    Ok(first(&connection.rows(count).await?)? + appended.0.values().sum::<i64>())
}

fn first(rows: &[(i64,)]) -> Result<i64, sqlx::Error> {
    rows.first().map(|(count,)| *count).ok_or(sqlx::Error::RowNotFound)
}

fn rows(record: &AnswersRecord) -> Vec<Row<'_>> {
    let Some(submission) = &record.submission else { return Vec::new() };
    let scores = &submission.scores;
    let row = |category, tenths| {
        Row(record.quiz_id.as_str(), category, tenths, record.started_at.nanoseconds(), record.user.as_str())
    };
    let overall = scores.overall.as_ref().map_or(WITHOUT_SCORE, |overall| overall.score.tenths());
    let categories = scores.categories.iter().map(|(id, scored)| row(id.as_str(), scored.score.tenths()));
    [row(OVERALL, overall)].into_iter().chain(categories).collect()
}
