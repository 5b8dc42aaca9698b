//! The changes of a quiz's records, in the order of their commits.

use async_trait::async_trait;
use domain::{AnswersRecord, QuizId};
use sqlx::{FromRow, Row};

use super::{
    Room, SqlStore,
    dialect::{in_dialect, indexed_by, page_of_records},
    query,
};
use crate::store::{
    ChangeStore, Listed, RecordChange, StoreError,
    rows::{RecordRow, Stored, record_columns},
};

/// Begins a statement that changes the records in the array `$1`, all of one quiz in PostgreSQL, where it takes the
/// numbers of the changes as [`number_changes`](super::SqlConnection::number_changes) would before it.
///
/// The statement has to read [`taken_change`] for every record, before it changes the first.
macro_rules! taking_changes {
    (sqlite) => {
        ""
    };
    (postgres) => {
        "WITH taken AS (
             INSERT INTO change_numbers (quiz_id, first, next)
             SELECT id, 1, 2 + json_array_length(CAST($1 AS json)) FROM quizzes
             WHERE id = CAST($1 AS json) -> 0 ->> 0
             ON CONFLICT (quiz_id) DO UPDATE
             SET first = change_numbers.next, next = change_numbers.next + excluded.next - 1
             RETURNING first
         ) "
    };
}

/// The number of the next change in a statement [that takes numbers](taking_changes), together with `given.key` of each.
macro_rules! taken_change {
    (sqlite) => {
        $crate::store::sql::changes::next_change!(sqlite, "given.value ->> 0")
    };
    (postgres) => {
        // 0 only for a quiz that is not there, whose records the database refuses.
        "coalesce((SELECT first FROM taken), 0)"
    };
}

/// The number of the next change in a quiz: an expression for a statement that makes a change, or together with
/// `given.key` several.
///
/// In SQLite, transactions that write come one after the other, so no other change takes the same number. In PostgreSQL,
/// [`number_changes`](super::SqlConnection::number_changes) has taken the numbers.
macro_rules! next_change {
    (sqlite, $quiz:literal) => {
        concat!(
            "1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = ",
            $quiz,
            "), (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = ",
            $quiz,
            "))"
        )
    };
    (postgres, $quiz:literal) => {
        concat!("coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = ", $quiz, "), 0)")
    };
}
pub(super) use {next_change, taken_change, taking_changes};

#[derive(FromRow)]
struct ErasureRow {
    number: i64,
    erased_user: Option<String>,
}

pub(in crate::store) struct ChangeRow {
    number: i64,
    erased_user: Option<String>,
    /// Missing where the record was erased.
    record: Option<RecordRow>,
}

impl<'r, R: Row> FromRow<'r, R> for ChangeRow
where
    ErasureRow: FromRow<'r, R>,
    RecordRow: FromRow<'r, R>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        let ErasureRow { number, erased_user } = FromRow::from_row(row)?;
        let record = erased_user.is_none().then(|| RecordRow::from_row(row)).transpose()?;
        Ok(Self { number, erased_user, record })
    }
}

impl Stored for (u64, RecordChange) {
    type Row = ChangeRow;

    fn bytes(row: &ChangeRow) -> usize {
        row.record.as_ref().map_or(0, AnswersRecord::bytes)
    }

    fn read(ChangeRow { number, erased_user, record }: ChangeRow) -> Result<Self, StoreError> {
        let damaged = || StoreError::Internal("a stored change is damaged".to_owned());
        let change = match (erased_user, record) {
            (Some(user), _) => RecordChange::Erased { user },
            (None, record) => RecordChange::Stored(Box::new(AnswersRecord::read(record.ok_or_else(damaged)?)?)),
        };
        Ok((u64::try_from(number).map_err(|_| damaged())?, change))
    }
}

// Each part has its own end, without which PostgreSQL reads all changes of both to put them in order.
macro_rules! changes {
    ($dialect:ident) => {
        page_of_records!(
            $dialect,
            concat!(
                "WITH changes AS MATERIALIZED (
                 SELECT * FROM (
                     SELECT changed AS number, user_id AS changed_user, NULL AS erased_user
                     FROM records",
                indexed_by!($dialect, "records_by_change"),
                " WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                 ) AS stored
                 UNION ALL
                 SELECT * FROM (
                     SELECT changed, NULL, user_id FROM erased_records
                     WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                 ) AS erased
                 ORDER BY 1 LIMIT $3
             )
             SELECT changes.number, changes.erased_user, ",
                record_columns!(),
                " FROM changes LEFT JOIN records ON records.quiz_id = $1 AND records.user_id = changes.changed_user
             ORDER BY changes.number"
            )
        )
    };
}

#[async_trait]
impl<S: SqlStore> ChangeStore for S {
    async fn changes(&self, quiz: &QuizId, after: u64, limit: u32) -> Result<Listed<(u64, RecordChange)>, StoreError> {
        let room = Room::of_page(limit);
        let select = query(in_dialect!(S::DIALECT, changes))
            .bind(quiz.as_str())
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(room.limit());
        self.part(select, room).await
    }
}
