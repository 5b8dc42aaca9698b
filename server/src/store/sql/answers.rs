//! Storing answers: a group is one statement.

use std::collections::HashMap;

use domain::{AnswersRecord, QuizId, UserId};

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
    rows::{RecordRow, Stored, record_columns},
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

/// A question id holds nothing that means something in a JSON path.
macro_rules! with_answer {
    (sqlite) => {
        "json_set(answers, '$.' || (given.value ->> 3), json(given.value -> 4))"
    };
    (postgres) => {
        "CAST(CAST(answers AS jsonb) || jsonb_build_object(given.value ->> 3, given.value -> 4) AS text)"
    };
}

type Found = Result<Option<AnswersRecord>, StoreError>;

impl GroupedWrite for NewAnswer {
    type Outcome = Option<AnswersRecord>;
    type Rows = Vec<RecordRow>;
    const IS_ONE_STATEMENT: bool = true;

    fn lane(&self) -> &str {
        self.quiz_id.as_str()
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

    fn outcomes(group: &[Self], rows: Self::Rows) -> Vec<Found> {
        let mut records = by_record(rows);
        group
            .iter()
            .map(|answer| records.remove(&(answer.quiz_id.to_string(), answer.user.to_string())).transpose())
            .collect()
    }
}

/// Records by quiz and user, as they stand in their rows. One that is damaged fails alone.
pub(super) fn by_record(rows: Vec<RecordRow>) -> HashMap<(String, String), Result<AnswersRecord, StoreError>> {
    rows.into_iter().map(|row| ((row.quiz_id.clone(), row.user_id.clone()), AnswersRecord::read(row))).collect()
}
