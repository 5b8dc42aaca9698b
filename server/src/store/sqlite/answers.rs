//! Storing answers: a group is one statement.

use std::collections::HashMap;

use domain::{AnswersRecord, Language, QuizId, UserId};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

use super::{batcher::RecordWrite, changes::next_change, transaction::value, writer::Run};
use crate::store::{NewAnswer, StoreError, rows::record_columns};

type Found = Result<Option<AnswersRecord>, StoreError>;

impl RecordWrite for NewAnswer {
    type Outcome = Option<AnswersRecord>;
    type Rows = Vec<SqliteRow>;
    const IS_ONE_STATEMENT: bool = true;

    fn record(&self) -> (&QuizId, &UserId) {
        (&self.quiz_id, &self.user)
    }

    fn run(group: Vec<Self>, connection: &mut SqliteConnection) -> Run<'_, Self::Rows> {
        Box::pin(update(group, connection))
    }

    fn outcomes(group: &[Self], rows: Self::Rows) -> Vec<Found> {
        let mut records = by_record(&rows);
        group
            .iter()
            .map(|answer| records.remove(&(answer.quiz_id.to_string(), answer.user.to_string())).transpose())
            .collect()
    }
}

/// Records by quiz and user, as they stand in their rows. One that is damaged fails alone.
pub(super) fn by_record(rows: &[SqliteRow]) -> HashMap<(String, String), Result<AnswersRecord, StoreError>> {
    rows.iter()
        .filter_map(|row| Some(((row.try_get("quiz_id").ok()?, row.try_get("user_id").ok()?), value(row))))
        .collect()
}
async fn update(answers: Vec<NewAnswer>, connection: &mut SqliteConnection) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let given: Vec<_> = answers
        .iter()
        .map(|answer| {
            (
                answer.quiz_id.as_str(),
                answer.user.as_str(),
                answer.version,
                answer.question.as_str(),
                answer.option.as_str(),
                answer.language.map(Language::as_str),
                &answer.custom_data,
                answer.now.nanoseconds(),
            )
        })
        .collect();
    // A question id holds nothing that means something in a JSON path.
    sqlx::query(concat!(
        "UPDATE records SET
             answers = json_set(answers, '$.' || given.question, given.option),
             language = coalesce(given.language, records.language),
             custom_data = coalesce(records.custom_data, given.custom_data),
             activity_at = max(given.now, records.activity_at + 1),
             changed = given.place + ",
        next_change!("given.quiz_id"),
        " FROM (SELECT key AS place, value ->> 0 AS quiz_id, value ->> 1 AS user_id, value ->> 2 AS version, value ->> 3 AS question,
                      value ->> 4 AS option, value ->> 5 AS language, value ->> 6 AS custom_data, value ->> 7 AS now
               FROM json_each($1)) AS given
         WHERE records.quiz_id = given.quiz_id AND records.user_id = given.user_id
             AND records.version = given.version AND records.submitted_at IS NULL
         RETURNING ",
        record_columns!()
    ))
    .bind(serde_json::to_string(&given).map_err(|error| sqlx::Error::Encode(error.into()))?)
    .fetch_all(connection)
    .await
}
