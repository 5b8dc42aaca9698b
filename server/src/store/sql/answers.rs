//! Storing and withdrawing answers: a group is one statement.

use std::collections::HashMap;

use domain::{QuizId, UserId};

use super::{
    Connection, Sql,
    batcher::{GroupedWrite, Outcomes},
    begins::json,
    record_row::RecordRow,
};
use crate::store::NewAnswer;

// By `submitted_at IS NULL`, PostgreSQL would take the index of unfinished records, which it believes to be empty until
// it counts again, and read all of it for every group.
static UPDATE: Sql = Sql::each(
    "{taking_changes}
     UPDATE records SET
         answers = {with_answer},
         language = coalesce(given.value ->> 5, language),
         custom_data = coalesce(custom_data, given.value ->> 6),
         activity_at = {greatest}(CAST(given.value ->> 7 AS BIGINT), activity_at + 1),
         changed = given.key + {taken_change}
     FROM {given}
     WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
         AND version = CAST(given.value ->> 2 AS BIGINT) AND coalesce(submitted_at, -1) = -1
         AND (octet_length(answers) < 131072 AND octet_length(given.value ->> 4) < 131000
             OR octet_length({with_answer}) <= {greatest}(262144, octet_length(answers)))
     RETURNING {record}",
);

impl GroupedWrite for NewAnswer {
    /// The record after the answer, for the caller to read: those of others do not wait for it.
    type Outcome = Option<RecordRow>;
    const IS_ONE_STATEMENT: bool = true;

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
            ));
        }
        let mut rows = by_record(connection.each(&UPDATE, &given).await?);
        let row_of = |answer: &&Self| rows.remove(&(answer.quiz_id.to_string(), answer.user.to_string()));
        Ok(group.iter().map(row_of).map(Ok).collect())
    }
}

/// Rows by quiz and user.
pub(super) fn by_record(rows: Vec<RecordRow>) -> HashMap<(String, String), RecordRow> {
    rows.into_iter().map(|row| ((row.quiz_id.clone(), row.user_id.clone()), row)).collect()
}
