//! Health, and the end.

use std::{fs, path::Path, time::Duration};

use async_trait::async_trait;
use domain::QuizId;
use futures_util::stream::{self, BoxStream, StreamExt};

use super::{SqliteStore, error::classify, probe};
use crate::{
    permissions::beside,
    store::{
        InstallationStore, StoreError, StoreFigures,
        sql::{count_jobs, stopped},
    },
};

/// Time that closing waits for reads under way.
const READS: Duration = Duration::from_secs(5);
/// Time that it waits for the last writes and for moving the log into the database.
const WRITES: Duration = Duration::from_secs(30);

#[async_trait]
impl InstallationStore for SqliteStore {
    async fn check(&self) -> Result<(), StoreError> {
        if self.writer.has_stopped() || self.batches.have_stopped() {
            return Err(stopped());
        }
        let options = self.readers.connect_options();
        self.probe.check(probe::read_and_write(options, self.writer.clone())).await
    }

    async fn figures(&self) -> Result<StoreFigures, StoreError> {
        let file = self.readers.connect_options().get_filename().to_owned();
        let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        Ok(StoreFigures {
            jobs: count_jobs(self).await?,
            waiting: [("writes", self.writer.waiting()), ("units", self.writer.waiting_units())]
                .into_iter()
                .chain(self.batches.waiting())
                .collect(),
            database_bytes: size(&file) + size(&beside(&file, "-wal")),
        })
    }

    /// Files announce nothing.
    fn changed_quizzes(&self) -> BoxStream<'static, QuizId> {
        stream::pending().boxed()
    }

    fn scrub(&self) {
        self.scrubber.ring();
    }

    async fn close(&self) {
        self.batches.end().await;
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

    async fn compact(&self) -> Result<(), StoreError> {
        self.scrubber.compact().await.map_err(classify)
    }
}
