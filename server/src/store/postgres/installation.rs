//! Health checks and shutdown.

use std::time::Duration;

use domain::QuizId;
use futures_util::stream::BoxStream;
use sqlx::{Executor, PgConnection, PgPool};
use tokio::sync::mpsc::Sender;

use super::{
    PostgresDatabase,
    error::{classified, classify},
    listener,
    open::latest,
    scan,
};
use crate::store::{
    QuizNotice, Result, StoreError, StoredRecord,
    sql::{Probe, Run},
};

const SOON: Duration = Duration::from_secs(2);
/// Time that closing waits for reads and writes under way.
const PATIENCE: Duration = Duration::from_secs(30);

impl PostgresDatabase {
    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.readers.is_closed()
    }

    pub(in crate::store) fn probe(&self) -> impl Future<Output = Result<()>> + Send + use<> {
        probe(self.writer.pool.clone())
    }

    pub(in crate::store) fn notices(&self) -> BoxStream<'static, QuizNotice> {
        listener::notices((*self.readers.connect_options()).clone())
    }

    pub(in crate::store) async fn scan(&self, quiz: &QuizId, passes: Vec<Sender<Vec<StoredRecord>>>) -> Result<()> {
        scan::records(&self.scanners, quiz, passes).await
    }

    pub(in crate::store) async fn snapshot<T>(
        &self,
        read: impl for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, T>,
    ) -> Result<T> {
        let mut connection = self.scanners.acquire().await.map_err(classify)?;
        // If it were dropped midway, it would return to the pool with unread rows.
        connection.close_on_drop();
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await.map_err(classify)?;
        read(&mut connection).await.map_err(classify)
    }

    pub(in crate::store) async fn close(&self, _: &Probe) {
        let pools = async { tokio::join!(self.readers.close(), self.scanners.close(), self.writer.end()) };
        if tokio::time::timeout(PATIENCE, pools).await.is_err() {
            tracing::warn!("a long statement is under way; its connection is left open");
        }
    }
}

/// Reads and writes on a connection of the pool, which lends only connections to the primary. Has a shorter timeout
/// than the pool, so that proxies soon learn of a demoted primary.
async fn probe(pool: PgPool) -> Result<()> {
    let no_primary = |_| StoreError::Unavailable("no primary of the database can be reached".to_owned());
    let acquired = tokio::time::timeout(SOON, pool.acquire()).await.map_err(no_primary)?;
    let mut connection = acquired.map_err(|error| unavailable(&error))?;
    let found: i64 = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| unavailable(&error))?;
    if found < latest() {
        return Err(StoreError::Unavailable("the schema is older than this program".to_owned()));
    }
    sqlx::query("UPDATE work_turns SET name = name WHERE name = 'probe'")
        .execute(&mut *connection)
        .await
        .map_err(classify)?;
    Ok(())
}

fn unavailable(error: &sqlx::Error) -> StoreError {
    match classified(error) {
        StoreError::Internal(cause) => StoreError::Unavailable(cause),
        error => error,
    }
}
