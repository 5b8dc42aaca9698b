//! Health, the end, and the secrets of the installation.

use std::{fs, path::Path, time::Duration};

use async_trait::async_trait;

use super::{SqliteStore, error::classify, queue::stopped};
use crate::{
    permissions::beside,
    store::{InstallationStore, JobKind, JobState, StoreError, StoreFigures},
};

/// Time that closing waits for reads under way.
const READS: Duration = Duration::from_secs(5);
/// Time that it waits for the last writes and for moving the log into the database.
const WRITES: Duration = Duration::from_secs(30);

#[async_trait]
impl InstallationStore for SqliteStore {
    async fn check(&self) -> Result<(), StoreError> {
        let have_stopped = [
            self.writer.has_stopped(),
            self.lookups.has_stopped(),
            self.answers.has_stopped(),
            self.begins.has_stopped(),
            self.replacements.has_stopped(),
        ];
        if have_stopped.contains(&true) {
            return Err(stopped());
        }
        self.probe.check().await
    }

    async fn figures(&self) -> Result<StoreFigures, StoreError> {
        let jobs: Vec<(String, String, bool, i64)> =
            sqlx::query_as("SELECT kind, state, is_cancelled, count(*) FROM jobs GROUP BY 1, 2, 3")
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        let jobs = jobs.into_iter().filter_map(|(kind, state, is_cancelled, count)| {
            let state = if is_cancelled { Some(JobState::Cancelled) } else { JobState::parse(&state) };
            Some(((JobKind::parse(&kind)?, state?), count.unsigned_abs()))
        });
        let file = self.readers.connect_options().get_filename().to_owned();
        let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        Ok(StoreFigures {
            jobs: jobs.collect(),
            waiting: vec![
                ("writes", self.writer.waiting()),
                ("begins", self.begins.waiting()),
                ("answers", self.answers.waiting()),
                ("submissions", self.replacements.waiting()),
                ("lookups", self.lookups.waiting()),
            ],
            database_bytes: size(&file) + size(&beside(&file, "-wal")),
        })
    }

    fn scrub(&self) {
        self.scrubber.ring();
    }

    async fn close(&self) {
        tokio::join!(self.begins.end(), self.answers.end(), self.replacements.end(), self.lookups.end());
        let reads = async {
            tokio::join!(self.readers.close(), self.scanners.close(), self.probe.settle(), self.scrubber.settle())
        };
        if tokio::time::timeout(READS, reads).await.is_err() {
            tracing::warn!("a long read is under way: keep the file that ends in -wal beside the database");
        }
        // Last, since SQLite moves its log into the database file when the last connection that may write is closed.
        if tokio::time::timeout(WRITES, self.writer.end()).await.is_err() {
            tracing::warn!("cannot close the database in time: keep the file that ends in -wal beside it");
        }
    }

    async fn installation_secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let select = || {
            sqlx::query_scalar("SELECT value FROM installation_secrets WHERE name = $1")
                .bind(name)
                .fetch_optional(&self.readers)
        };
        let mut stored: Option<Vec<u8>> = select().await.map_err(classify)?;
        if stored.is_none() {
            // Another server's may be the first.
            let insert =
                sqlx::query("INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING");
            self.writer.execute(insert.bind(name).bind(fresh.as_slice())).await?;
            stored = select().await.map_err(classify)?;
        }
        let stored = stored.and_then(|value| value.try_into().ok());
        stored.ok_or_else(|| StoreError::Internal(format!("the secret {name} has a wrong length")))
    }
}
