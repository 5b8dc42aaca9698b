//! The changes of a quiz's records, in the order of their commits.

use async_trait::async_trait;
use domain::{AnswersRecord, QuizId};
use sqlx::{FromRow, sqlite::SqliteRow};

use super::{SqliteStore, error::classify, transaction::value};
use crate::store::{ChangeStore, RecordChange, StoreError, rows::record_columns};

/// The number of the next change in a quiz: an expression for the statement that makes the change. Transactions that
/// write come one after the other, so no other change takes the same number.
macro_rules! next_change {
    ($quiz:literal) => {
        concat!(
            "1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = ",
            $quiz,
            "), (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = ",
            $quiz,
            "))"
        )
    };
}
pub(super) use next_change;

#[derive(FromRow)]
struct ChangeRow {
    number: i64,
    erased_user: Option<String>,
}

#[async_trait]
impl ChangeStore for SqliteStore {
    async fn changes(&self, quiz: &QuizId, after: u64, limit: u32) -> Result<Vec<(u64, RecordChange)>, StoreError> {
        let select = sqlx::query(concat!(
            "WITH changes AS MATERIALIZED (
                 SELECT changed AS number, user_id AS changed_user, NULL AS erased_user
                 FROM records INDEXED BY records_by_change WHERE quiz_id = $1 AND changed > $2
                 UNION ALL
                 SELECT changed, NULL, user_id FROM erased_records WHERE quiz_id = $1 AND changed > $2
                 ORDER BY 1 LIMIT $3
             )
             SELECT changes.number, changes.erased_user, ",
            record_columns!(),
            " FROM changes LEFT JOIN records ON records.quiz_id = $1 AND records.user_id = changes.changed_user
             ORDER BY changes.number"
        ))
        .bind(quiz.as_str())
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(i64::from(limit));
        select.fetch_all(&self.readers).await.map_err(classify)?.iter().map(change).collect()
    }
}

fn change(row: &SqliteRow) -> Result<(u64, RecordChange), StoreError> {
    let ChangeRow { number, erased_user } = ChangeRow::from_row(row).map_err(classify)?;
    let number = u64::try_from(number).map_err(|_| StoreError::Internal("a change has a damaged number".to_owned()))?;
    Ok((
        number,
        match erased_user {
            Some(user) => RecordChange::Erased { user },
            None => RecordChange::Stored(value::<AnswersRecord>(row)?),
        },
    ))
}
