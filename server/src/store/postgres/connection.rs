//! Statements on PostgreSQL.

use domain::NamespaceId;
use futures_util::TryStreamExt;
use serde::Serialize;
use sqlx::{PgConnection, PgPool, postgres::PgRow};

use super::error::classify;
use crate::store::{
    Result, StoreError,
    sql::{Columns, Filling, Reader, Row, Sql, Statement, json},
};

/// Locks the row of the quiz until the transaction ends, which serializes the transactions that change its records. The
/// next statement sees what earlier ones have committed.
pub(in crate::store) async fn number_changes(
    connection: &mut PgConnection,
    quiz: &str,
    count: usize,
) -> Result<(), sqlx::Error> {
    let take = sqlx::query(
        "INSERT INTO change_numbers (quiz_id, first, next) SELECT id, 1, 2 + $2 FROM quizzes WHERE id = $1
         ON CONFLICT (quiz_id) DO UPDATE
         SET first = change_numbers.next, next = change_numbers.next + 1 + $2",
    );
    take.bind(quiz).bind(i64::try_from(count).unwrap_or(i64::MAX)).execute(connection).await.map(drop)
}

/// Rows that refer to the namespace can still be added meanwhile.
pub(in crate::store) async fn lock_namespace(
    connection: &mut PgConnection,
    namespace: &NamespaceId,
) -> Result<(), sqlx::Error> {
    let lock = sqlx::query("SELECT id FROM namespaces WHERE id = $1 FOR NO KEY UPDATE").bind(namespace.as_str());
    lock.execute(connection).await.map(drop)
}

pub(in crate::store) async fn fill<R: Columns + 'static>(
    pool: &PgPool,
    select: Statement,
    mut filling: Filling<R>,
) -> Result<Filling<R>> {
    let pool = pool.clone();
    let fill = in_task(async move {
        let mut rows = select.for_postgres().fetch(&pool);
        // Reads all rows even if no more are wanted: statements that read long texts send little beyond the limits.
        let mut is_wanted = true;
        while let Some(row) = rows.try_next().await? {
            is_wanted = is_wanted && filling.add(R::read(Row::Postgres(&row))?);
        }
        drop(rows);
        Ok(filling)
    });
    fill.await
}

/// Returns each row or its decoding error.
pub(in crate::store) fn read<R: Columns>(rows: &[PgRow]) -> Vec<Result<R, sqlx::Error>> {
    rows.iter().map(|row| R::read(Row::Postgres(row))).collect()
}

pub(in crate::store) async fn fetched(pool: &PgPool, select: Statement) -> Result<Vec<PgRow>> {
    let pool = pool.clone();
    in_task(async move { select.for_postgres().fetch_all(&pool).await }).await
}

/// In a task of its own: if the caller were dropped, the connection would return to the pool with a pending response.
async fn in_task<T: Send + 'static>(fetch: impl Future<Output = Result<T, sqlx::Error>> + Send + 'static) -> Result<T> {
    tokio::spawn(fetch).await.map_err(|error| StoreError::Internal(error.to_string()))?.map_err(classify)
}

impl Reader for PgPool {
    async fn look_up<R: Columns>(
        &mut self,
        find: &'static Sql,
        wanted: &[impl Serialize + Send + Sync],
    ) -> Result<Vec<R>> {
        let wanted = json(wanted).map_err(classify)?;
        read(&fetched(self, find.statement().bind(wanted)).await?)
            .into_iter()
            .map(|row| row.map_err(classify))
            .collect()
    }

    async fn close(self) {}
}

/// Cuts a list off one row after the byte limit, so that the rest is not sent.
pub(in crate::store) fn up_to(bytes: usize, of_row: &str, select: &str) -> String {
    format!(
        "SELECT * FROM (
             SELECT listed.*, sum({of_row}) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (
                 {select}
             ) AS listed
         ) AS sized WHERE coalesce(before, 0) < {bytes}"
    )
}
