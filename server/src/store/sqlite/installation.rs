//! Health checks and shutdown.

use std::{fs, path::Path, time::Duration};

use domain::QuizId;
use tokio::sync::mpsc::Sender;

use super::{SqliteDatabase, error::unavailable, probe, scan};
use crate::{
    disk::Disk,
    file_identity::OpenFiles,
    file_permissions::beside,
    store::{
        Result, StoredRecord,
        sql::{Connection, Probe, Run},
    },
};

/// Time that closing waits for reads under way.
const READS: Duration = Duration::from_secs(5);
/// Time that it waits for the last writes and for moving the log into the database.
const WRITES: Duration = Duration::from_secs(30);

impl SqliteDatabase {
    pub(in crate::store) fn has_stopped(&self) -> bool {
        self.writer.has_stopped()
    }

    pub(in crate::store) fn probe(&self) -> impl Future<Output = Result<()>> + Send + use<> {
        let in_place = self.require_in_place();
        let probe = probe::read_and_write(self.readers.way().clone(), self.writer.clone());
        async move {
            in_place?;
            probe.await
        }
    }

    pub(in crate::store) fn open_files(&self) -> Option<OpenFiles> {
        self.place.as_ref().map(|place| place.opened())
    }

    pub(in crate::store) fn require_in_place(&self) -> Result<()> {
        self.place.as_ref().map_or(Ok(()), |place| place.verify()).map_err(|error| unavailable(&error))
    }

    /// Size of the file and its log.
    pub(in crate::store) fn bytes(&self) -> u64 {
        let file = &self.readers.way().file;
        let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        size(file) + size(&beside(file, "-wal"))
    }

    pub(in crate::store) fn free_bytes(&self) -> Option<u64> {
        Disk::of(self.readers.way().file.parent()?).ok().map(|disk| disk.free)
    }

    pub(in crate::store) async fn scan(&self, quiz: &QuizId, passes: Vec<Sender<Vec<StoredRecord>>>) -> Result<()> {
        scan::records(&self.scanners, &self.writer, quiz, passes).await
    }

    pub(in crate::store) async fn snapshot<T: Send + 'static>(
        &self,
        read: impl for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send + 'static,
    ) -> Result<T> {
        self.scanners.snapshot(read).await
    }

    pub(in crate::store) async fn close(&self, probe: &Probe) {
        let reads =
            async { tokio::join!(self.readers.close(), self.scanners.close(), probe.settle(), self.scrubber.settle()) };
        if tokio::time::timeout(READS, reads).await.is_err() {
            tracing::warn!("a long read is under way: keep the file that ends in -wal beside the database");
        }
        // Last, because SQLite moves its log into the database file when the last writable connection is closed.
        if tokio::time::timeout(WRITES, self.writer.end()).await.is_err() {
            tracing::warn!("cannot close the database in time: keep the file that ends in -wal beside it");
        }
    }

    pub(in crate::store) async fn compact(&self) -> Result<()> {
        self.scrubber.compact().await
    }
}
