//! The scores of submitted records as indexed rows, for lists by any score.

use domain::{AnswersRecord, QuizId};
use serde::Serialize;

use super::{Connection, Sql, Texts, sql, statement::json};
use crate::store::Result;

/// Stands for an absent overall score. It is below every score, as a score has at most 15 digits.
pub(super) const WITHOUT_SCORE: i64 = -i64::MAX;

/// The category name of the overall score. No real category has it.
pub(super) const OVERALL: &str = "";

/// A row: the record, the category and its score in tenths.
#[derive(Serialize)]
struct Row<'r>(&'r str, &'r str, i64, i64, &'r str);

static INSERT: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id) VALUES ($1, $2, $3, $4, $5)",
    postgres: "INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT),
                   CAST(given.value ->> 3 AS BIGINT), given.value ->> 4
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)",
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

/// Replaces the rows of `old` with those of `new`, within the write that changes the records.
pub(super) async fn replace(
    connection: &mut Connection<'_>,
    old: impl Iterator<Item = &AnswersRecord> + Send,
    new: impl Iterator<Item = &AnswersRecord> + Send,
) -> Result<(), sqlx::Error> {
    let [old, new] = [old.flat_map(rows).collect::<Vec<_>>(), new.flat_map(rows).collect()];
    if !old.is_empty() {
        connection.execute_each(&DELETE, &old).await?;
    }
    if !new.is_empty() {
        connection.execute_each(&INSERT, &new).await?;
    }
    Ok(())
}

pub(super) fn expected<'r>(records: impl Iterator<Item = &'r AnswersRecord>) -> i64 {
    records.map(|record| i64::try_from(rows(record).len()).unwrap_or(i64::MAX)).sum()
}

pub(super) async fn present<'r>(
    connection: &mut Connection<'_>,
    records: impl Iterator<Item = &'r AnswersRecord> + Send,
) -> Result<i64, sqlx::Error> {
    let rows: Vec<_> = records.flat_map(rows).collect();
    first(&connection.rows(COUNT_GIVEN.statement().bind(json(&rows)?)).await?)
}

pub(super) async fn count(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<i64, sqlx::Error> {
    let count = sql!("SELECT count(*) FROM submitted_scores WHERE quiz_id = $1").bind(quiz);
    first(&connection.rows(count).await?)
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
