//! Storing and withdrawing answers: a group is one statement.

use std::collections::HashMap;

use domain::{QuizId, UserId};

use super::{
    SqlConnection,
    batcher::GroupedWrite,
    begins::json,
    changes::{taken_change, taking_changes},
    dialect::{given, greatest, in_dialect},
    query,
};
use crate::store::{
    NewAnswer, StoreError,
    rows::{RecordRow, record_columns},
};

// By `submitted_at IS NULL`, PostgreSQL would take the index of unfinished records, which it believes to be empty until
// it counts again, and read all of it for every group.
macro_rules! update {
    ($dialect:ident) => {
        concat!(
            taking_changes!($dialect),
            "UPDATE records SET
                 answers = ",
            with_answer!($dialect),
            ",
                 language = coalesce(given.value ->> 5, language),
                 custom_data = coalesce(custom_data, given.value ->> 6),
                 activity_at = ",
            greatest!($dialect, "CAST(given.value ->> 7 AS BIGINT)", "activity_at + 1"),
            ",
                 changed = given.key + ",
            taken_change!($dialect),
            " FROM ",
            given!($dialect),
            " WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
                 AND version = CAST(given.value ->> 2 AS BIGINT) AND coalesce(submitted_at, -1) = -1
                 AND (octet_length(answers) < 131072 AND octet_length(",
            answer_text!($dialect),
            ") < 131000 OR octet_length(",
            with_answer!($dialect),
            ") <= ",
            greatest!($dialect, "262144", "octet_length(answers)"),
            ")
             RETURNING ",
            record_columns!()
        )
    };
}

macro_rules! answer_text {
    (sqlite) => {
        "given.value -> 4"
    };
    (postgres) => {
        "CAST(given.value -> 4 AS text)"
    };
}

/// A question id holds nothing that means something in a JSON path. JSON's `null` withdraws the answer.
macro_rules! with_answer {
    (sqlite) => {
        "CASE WHEN given.value ->> 4 IS NULL THEN json_remove(answers, '$.' || (given.value ->> 3))
             ELSE json_set(answers, '$.' || (given.value ->> 3), json(given.value -> 4)) END"
    };
    (postgres) => {
        "CAST(CASE WHEN given.value ->> 4 IS NULL THEN CAST(answers AS jsonb) - (given.value ->> 3)
             ELSE CAST(answers AS jsonb) || jsonb_build_object(given.value ->> 3, given.value -> 4) END AS text)"
    };
}

impl GroupedWrite for NewAnswer {
    /// The record after the answer, for the caller to read: those of others do not wait for it.
    type Outcome = Option<RecordRow>;
    type Rows = Vec<RecordRow>;
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

    async fn run<C: SqlConnection>(group: Vec<Self>, connection: &mut C) -> Result<Self::Rows, sqlx::Error> {
        let given: Vec<_> = group
            .iter()
            .map(|answer| {
                (
                    answer.quiz_id.as_str(),
                    answer.user.as_str(),
                    answer.version,
                    answer.question.as_str(),
                    &answer.answer,
                    answer.language,
                    &answer.custom_data,
                    answer.now.nanoseconds(),
                )
            })
            .collect();
        connection.rows(query(in_dialect!(C::DIALECT, update)).bind(json(&given)?)).await
    }

    fn outcomes(group: &[Self], rows: Self::Rows) -> Vec<Result<Option<RecordRow>, StoreError>> {
        let mut rows = by_record(rows);
        let row_of = |answer: &Self| rows.remove(&(answer.quiz_id.to_string(), answer.user.to_string()));
        group.iter().map(row_of).map(Ok).collect()
    }
}

/// Rows by quiz and user.
pub(super) fn by_record(rows: Vec<RecordRow>) -> HashMap<(String, String), RecordRow> {
    rows.into_iter().map(|row| ((row.quiz_id.clone(), row.user_id.clone()), row)).collect()
}
