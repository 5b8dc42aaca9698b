//! Readiness: opens the file anew and writes to it, at most once in two seconds however often it is asked.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tokio::sync::Mutex;

use super::{error::unavailable, schema::MIGRATIONS, writer::Writer};
use crate::store::StoreError;

/// Validity of an outcome.
const FRESH: Duration = Duration::from_secs(2);
/// Time that the caller waits. Another process may lock the database for longer.
const PATIENCE: Duration = Duration::from_secs(5);

type Outcome = Result<(), StoreError>;

#[derive(Clone)]
pub(super) struct Probe {
    reading: SqliteConnectOptions,
    writer: Writer,
    /// Locked while a probe is under way, so that there is never more than one.
    last: Arc<Mutex<Option<(Instant, Outcome)>>>,
}

impl Probe {
    pub(super) fn new(reading: SqliteConnectOptions, writer: Writer) -> Self {
        Self { reading, writer, last: Arc::default() }
    }

    /// Returns when no probe is under way.
    pub(super) async fn settle(&self) {
        drop(self.last.lock().await);
    }

    pub(super) async fn check(&self) -> Outcome {
        let probing = async {
            let mut last = Arc::clone(&self.last).lock_owned().await;
            if let Some((at, outcome)) = last.as_ref()
                && at.elapsed() < FRESH
            {
                return outcome.clone();
            }
            let (reading, writer) = (self.reading.clone(), self.writer.clone());
            // Goes on without its caller: a write that waits must not be joined by another one.
            let probe = tokio::spawn(async move {
                let outcome = match read(&reading).await {
                    Ok(()) => write(&writer).await,
                    Err(error) => Err(error),
                };
                *last = Some((Instant::now(), outcome.clone()));
                outcome
            });
            probe.await.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
        };
        let late = || Err(StoreError::Unavailable("a write has been waiting for five seconds".to_owned()));
        tokio::time::timeout(PATIENCE, probing).await.unwrap_or_else(|_| late())
    }
}

/// A new connection reads the file's header and schema, which those that are open keep in memory.
async fn read(options: &SqliteConnectOptions) -> Outcome {
    let mut connection = options.connect().await.map_err(|error| unavailable(&error))?;
    let found = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut connection)
        .await
        .map_err(|error| unavailable(&error));
    let _ = connection.close().await;
    let found: i64 = found?;
    let expected = i64::try_from(MIGRATIONS.iter().count()).unwrap_or(i64::MAX);
    if found < expected {
        return Err(StoreError::Unavailable("the schema is older than this program".to_owned()));
    }
    Ok(())
}

/// The value changes each time: SQLite does not write what is there already.
async fn write(writer: &Writer) -> Outcome {
    if let Some(damage) = writer.recent_damage() {
        return Err(StoreError::Unavailable(damage));
    }
    let run = writer.write_statement(|connection| {
        Box::pin(async move {
            sqlx::query(
                "INSERT INTO installation_secrets (name, value) VALUES ('probe', randomblob(8))
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .execute(connection)
            .await
            .map(drop)
        })
    });
    run.await.map_err(|error| match error {
        StoreError::Internal(cause) => StoreError::Unavailable(cause),
        error => error,
    })
}
