//! Statements on this database.

use domain::NamespaceId;
use futures_util::TryStreamExt;
use serde::Serialize;
use sqlx::{PgConnection, PgPool, postgres::PgRow};

use super::error::classify;
use crate::store::{
    Result, StoreError,
    sql::{Columns, Filling, Reader, Row, Sql, Statement, json},
};

/// Holds the row of the quiz until the transaction ends, so that those that change its records come one after the other.
/// Each sees in its next statement what those before it have committed.
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

/// Rows that refer to the namespace can be added meanwhile.
pub(in crate::store) async fn lock_namespace(
    connection: &mut PgConnection,
    namespace: &NamespaceId,
) -> Result<(), sqlx::Error> {
    let lock = sqlx::query("SELECT id FROM namespaces WHERE id = $1 FOR NO KEY UPDATE").bind(namespace.as_str());
    lock.execute(connection).await.map(drop)
}

/// Adds rows until there is no room.
pub(in crate::store) async fn fill<R: Columns + 'static>(
    pool: &PgPool,
    select: Statement,
    mut filling: Filling<R>,
) -> Result<Filling<R>> {
    let pool = pool.clone();
    let fill = in_task(async move {
        let mut rows = select.for_postgres().fetch(&pool);
        // To the end, even if no more is wanted: statements that read long texts send little beyond the room.
        let mut is_wanted = true;
        while let Some(row) = rows.try_next().await? {
            is_wanted = is_wanted && filling.add(R::read(Row::Postgres(&row))?);
        }
        drop(rows);
        Ok(filling)
    });
    fill.await
}

/// Each row, or why it cannot be read.
pub(in crate::store) fn read<R: Columns>(rows: &[PgRow]) -> Vec<Result<R, sqlx::Error>> {
    rows.iter().map(|row| R::read(Row::Postgres(row))).collect()
}

pub(in crate::store) async fn fetched(pool: &PgPool, select: Statement) -> Result<Vec<PgRow>> {
    let pool = pool.clone();
    in_task(async move { select.for_postgres().fetch_all(&pool).await }).await
}

/// In a task of its own, since a connection whose caller has gone would go back with an answer still to be read.
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

/// Leaves out of a list what lies further than one row beyond so many bytes, so that it is not sent.
pub(in crate::store) fn up_to(bytes: usize, of_row: &str, select: &str) -> String {
    format!(
        "SELECT * FROM (
             SELECT listed.*, sum({of_row}) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (
                 {select}
             ) AS listed
         ) AS sized WHERE coalesce(before, 0) < {bytes}"
    )
}
