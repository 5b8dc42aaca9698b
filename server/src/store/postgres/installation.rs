//! Health, and the end.

use std::time::Duration;

use async_trait::async_trait;
use domain::QuizId;
use futures_util::stream::BoxStream;
use sqlx::PgPool;

use super::{
    PostgresStore,
    error::{classified, classify},
    listener,
    open::MIGRATIONS,
};
use crate::store::{
    InstallationStore, StoreError, StoreFigures,
    sql::{SqlStore, count_jobs, query, stopped},
};

const SOON: Duration = Duration::from_secs(2);
/// Time that closing waits for reads and writes under way.
const PATIENCE: Duration = Duration::from_secs(30);

#[async_trait]
impl InstallationStore for PostgresStore {
    async fn check(&self) -> Result<(), StoreError> {
        if self.batches.have_stopped() || self.readers.is_closed() {
            return Err(stopped());
        }
        self.probe.check(probe(self.writer.pool.clone())).await
    }

    async fn figures(&self) -> Result<StoreFigures, StoreError> {
        let size: Vec<(i64,)> = self.rows(query("SELECT pg_database_size(current_database())")).await?;
        Ok(StoreFigures {
            jobs: count_jobs(self).await?,
            waiting: [("writes", self.writer.waiting()), ("units", self.writer.waiting_units())]
                .into_iter()
                .chain(self.batches.waiting())
                .collect(),
            database_bytes: size.first().map_or(0, |(bytes,)| bytes.unsigned_abs()),
        })
    }

    fn changed_quizzes(&self) -> BoxStream<'static, QuizId> {
        listener::changed_quizzes((*self.readers.connect_options()).clone())
    }

    /// The server's own VACUUM removes what was erased from its files.
    fn scrub(&self) {}

    async fn close(&self) {
        self.batches.end().await;
        let pools = async { tokio::join!(self.readers.close(), self.scanners.close(), self.writer.end()) };
        if tokio::time::timeout(PATIENCE, pools).await.is_err() {
            tracing::warn!("a long statement is under way; its connection is left open");
        }
    }

    /// See [`scrub`](Self::scrub). Logs and standbys have what was written anyhow.
    async fn compact(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Reads and writes on a connection of the pool, which lends only those that may write. Waits less for one than the pool
/// does, so that proxies soon know of a primary that was demoted.
async fn probe(pool: PgPool) -> Result<(), StoreError> {
    let no_primary = |_| StoreError::Unavailable("no primary of the database can be reached".to_owned());
    let acquired = tokio::time::timeout(SOON, pool.acquire()).await.map_err(no_primary)?;
    let mut connection = acquired.map_err(|error| unavailable(&error))?;
    let found: i64 = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| unavailable(&error))?;
    if found < i64::try_from(MIGRATIONS.iter().count()).unwrap_or(i64::MAX) {
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
