//! What namespaces hold, and their quotas. The writes that store something count it, in sums by quiz.

use async_trait::async_trait;
use domain::{AnswersRecord, NamespaceId, OwnQuota, QuizId, Usage, UserId};

use super::{
    SqlConnection, SqlStore, SqlTransaction, Statement,
    begins::json,
    dialect::{Dialect, given, in_dialect},
    query,
};
use crate::store::{QuotaStore, QuotaTransaction, StoreError};

pub(super) const ROW: i64 = Usage::ROW.cast_signed();

/// Bytes of an attempt, in `records` or `past_attempts`.
///
/// One that is not submitted counts the same whatever it holds, because answers count nothing: they would have to write
/// another row.
macro_rules! attempt_bytes {
    () => {
        "CAST(1024 + CASE WHEN submitted_at IS NULL THEN 0
             ELSE octet_length(answers) + coalesce(octet_length(custom_data), 0) END AS BIGINT)"
    };
}
pub(super) use attempt_bytes;

macro_rules! add {
    ($dialect:ident) => {
        concat!(
            "INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
             SELECT q.namespace_id, q.id, CAST(given.value ->> 1 AS BIGINT)
             FROM ",
            given!($dialect),
            " CROSS JOIN quizzes AS q WHERE q.id = given.value ->> 0
             ON CONFLICT (namespace_id, quiz_id) DO UPDATE SET bytes = quiz_usage.bytes + excluded.bytes"
        )
    };
}

/// Bytes of a record, as [`attempt_bytes`] counts them once it is stored.
pub(super) fn of_attempt(record: &AnswersRecord) -> Result<i64, sqlx::Error> {
    if record.submission.is_none() {
        return Ok(ROW);
    }
    Ok(ROW + length(&json(&record.answers)?) + record.custom_data.as_deref().map_or(0, length))
}

pub(super) fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

/// Adds bytes to what each of some quizzes holds. Those that are not there are left out.
pub(super) fn adding<'q>(dialect: Dialect, changes: impl IntoIterator<Item = (&'q QuizId, i64)>) -> Statement {
    let rows: Vec<serde_json::Value> =
        changes.into_iter().map(|(quiz, by)| serde_json::json!([quiz.as_str(), by])).collect();
    query(in_dialect!(dialect, add)).bind(serde_json::Value::Array(rows).to_string())
}

/// Bytes of everything that [erasing](super::records::erase) a respondent removes.
pub(super) async fn of_respondent<C: SqlConnection>(
    connection: &mut C,
    quiz: &QuizId,
    user: &UserId,
) -> Result<i64, sqlx::Error> {
    let select = query(concat!(
        "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM (
             SELECT ",
        attempt_bytes!(),
        " AS bytes FROM records WHERE quiz_id = $1 AND user_id = $2
             UNION ALL SELECT ",
        attempt_bytes!(),
        " FROM past_attempts WHERE quiz_id = $1 AND user_id = $2
             UNION ALL SELECT 1024 + coalesce(octet_length(name), 0) + coalesce(octet_length(email), 0)
                 + coalesce(octet_length(custom_data), 0) FROM invitations WHERE quiz_id = $1 AND id = $2
         ) AS held"
    ));
    let held: Vec<(i64,)> = connection.rows(select.bind(quiz.as_str()).bind(user.as_str())).await?;
    Ok(held.first().map_or(0, |(bytes,)| *bytes))
}

// Both sums read rows that stand together, so that thousands of quizzes take a millisecond or two.
fn of_namespace(id: &NamespaceId) -> Statement {
    query(
        "SELECT (SELECT count(*) FROM quizzes WHERE namespace_id = $1) AS used_quizzes,
             (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM quiz_usage WHERE namespace_id = $1) AS used_bytes,
             own.quizzes, own.bytes
         FROM (SELECT 1) AS one LEFT JOIN quotas AS own ON own.namespace_id = $1",
    )
    .bind(id.as_str())
}

#[async_trait]
impl<S: SqlStore> QuotaStore for S {
    async fn usage(&self, namespace: &NamespaceId) -> Result<(Usage, OwnQuota), StoreError> {
        Ok(self.find(of_namespace(namespace)).await?.unwrap_or_default())
    }
}

#[async_trait]
impl<C: SqlConnection> QuotaTransaction for SqlTransaction<'_, C> {
    async fn usage(&mut self, namespace: &NamespaceId) -> Result<(Usage, OwnQuota), StoreError> {
        Ok(self.find(of_namespace(namespace)).await?.unwrap_or_default())
    }

    async fn set_quota(&mut self, namespace: &NamespaceId, own: OwnQuota) -> Result<(), StoreError> {
        let replace = query(
            "INSERT INTO quotas (namespace_id, quizzes, bytes) VALUES ($1, $2, $3)
             ON CONFLICT (namespace_id) DO UPDATE SET quizzes = excluded.quizzes, bytes = excluded.bytes",
        );
        let replace = replace
            .bind(namespace.as_str())
            .bind(own.quizzes.map(u64::cast_signed))
            .bind(own.bytes.map(u64::cast_signed));
        self.execute(replace).await.map(drop)
    }
}

impl<C: SqlConnection> SqlTransaction<'_, C> {
    /// Counts bytes that a unit of work adds to a quiz, or with a negative number removes.
    pub(super) async fn count_bytes(&mut self, quiz: &QuizId, by: i64) -> Result<(), StoreError> {
        self.execute(adding(C::DIALECT, [(quiz, by)])).await.map(drop)
    }

    /// The number that a statement returns; 0 without a row.
    pub(super) async fn number(&mut self, select: Statement) -> Result<i64, StoreError> {
        let rows: Vec<(i64,)> = self.rows(select).await?;
        Ok(rows.first().map_or(0, |(number,)| *number))
    }
}
