//! The store: a handle to one of the two databases, with the tasks that batch single writes and lookups.

use std::{
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use domain::QuizId;
use futures_util::{
    future::BoxFuture,
    stream::{self, BoxStream, StreamExt},
};
use tokio::sync::mpsc::Sender;

use super::{
    Listeners, QuizNotice, Reads, Result, StoreError, StoreFigures, StoredRecord, Transaction, WorkScope,
    postgres::PostgresDatabase,
    sql::{Batches, Connection, Probe, Run, Source, Statement, Stored, Work, read, sql, stopped},
    sqlite::{Reserve, SqliteDatabase},
};
use crate::file_identity::OpenFiles;

/// A handle. Clones share the connections.
///
/// Every write is atomic, is on the disk when its call returns, and continues if the caller stops waiting for it.
/// `None` and `false` mean that the item does not exist.
#[derive(Clone)]
pub struct Store {
    pub(super) reads: Arc<Reads<'static>>,
    pub(super) database: Database,
    pub(super) batches: Batches,
    pub(super) probe: Probe,
    pub(super) listeners: Arc<Listeners>,
}

#[derive(Clone)]
pub(super) enum Database {
    Sqlite(SqliteDatabase),
    Postgres(PostgresDatabase),
}

/// Runs the same code on either database.
macro_rules! on {
    ($store:expr, $own:ident => $work:expr) => {
        match &$store.database {
            Database::Sqlite($own) => $work,
            Database::Postgres($own) => $work,
        }
    };
}

impl Store {
    /// Opens the database of a `sqlite:` or `postgres:` URL, and creates the file or the tables if there are none.
    /// Fails for a database of another release.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open(url) } else { PostgresDatabase::open(url).await }
    }

    /// Same as [`open`](Self::open), but fails if there is no file, or no schema of this program.
    pub async fn open_existing(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open_existing(url) } else { PostgresDatabase::open_existing(url).await }
    }

    /// Same as [`open_existing`](Self::open_existing), but only for reading. A file refuses writes, and may be on
    /// read-only storage.
    pub async fn open_to_read(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open_to_read(url) } else { Self::open_existing(url).await }
    }

    /// Migrates a database of an earlier release. Fails if a server uses it that could not continue. Leaves any other
    /// database unchanged and returns `false`.
    pub async fn upgrade(url: &str) -> anyhow::Result<bool> {
        if is_file(url) { SqliteDatabase::upgrade(url) } else { PostgresDatabase::upgrade(url).await }
    }

    pub(super) fn new(source: Source<'static>, database: Database, batches: Batches) -> Self {
        Self { reads: Arc::new(Reads(source)), database, batches, probe: Probe::default(), listeners: Arc::default() }
    }

    /// Fails unless the database responds, has the schema of this release, and is writable. Frequent calls are cheap.
    pub async fn check(&self) -> Result<()> {
        if self.batches.have_stopped() || on!(self, own => own.has_stopped()) {
            return Err(stopped());
        }
        on!(self, own => self.probe.check(own.probe()).await)
    }

    pub fn listeners(&self) -> &Arc<Listeners> {
        &self.listeners
    }

    /// The files that are open for writing. `None` on PostgreSQL.
    pub(crate) fn open_files(&self) -> Option<OpenFiles> {
        match &self.database {
            Database::Sqlite(own) => own.open_files(),
            Database::Postgres(_) => None,
        }
    }

    /// Sets the reserve. On a full disk it is given up, and nothing but readings is stored until there is room for it
    /// again.
    pub(crate) fn keep_reserve(&self, reserve: Reserve) {
        if let Database::Sqlite(own) = &self.database {
            own.writer.keep_reserve(reserve);
        }
    }

    /// Fails if files that are open for writing are no longer where they were opened.
    pub fn require_in_place(&self) -> Result<()> {
        match &self.database {
            Database::Sqlite(own) => own.require_in_place(),
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Transactions of the SQLite writer since start; 0 on PostgreSQL.
    pub fn transactions(&self) -> u64 {
        match &self.database {
            Database::Sqlite(own) => own.writer.transactions(),
            Database::Postgres(_) => 0,
        }
    }

    /// A number that changes between two calls unless the SQLite writer is stuck. `None` on PostgreSQL, which has
    /// timeouts.
    pub fn writer_rounds(&self) -> Option<u64> {
        match &self.database {
            Database::Sqlite(own) => Some(own.writer.rounds()),
            Database::Postgres(_) => None,
        }
    }

    pub async fn figures(&self) -> Result<StoreFigures> {
        let database_bytes = match &self.database {
            Database::Sqlite(own) => own.bytes(),
            Database::Postgres(_) => {
                self.number(sql!("SELECT pg_database_size(current_database())")).await?.unsigned_abs()
            }
        };
        let disk_free_bytes = match &self.database {
            Database::Sqlite(own) => own.free_bytes(),
            Database::Postgres(_) => None,
        };
        let (writes, units) = on!(self, own => (own.writer.waiting(), own.writer.waiting_units()));
        let waiting = [("writes", writes), ("units", units)].into_iter().chain(self.batches.waiting()).collect();
        Ok(StoreFigures { jobs: self.count_jobs().await?, waiting, database_bytes, disk_free_bytes })
    }

    /// Changes to quizzes by any server. Notices may be lost: they show most changes immediately and guarantee none. A
    /// file sends no notices.
    pub fn notices(&self) -> BoxStream<'static, QuizNotice> {
        match &self.database {
            Database::Sqlite(_) => stream::pending().boxed(),
            Database::Postgres(own) => own.notices(),
        }
    }

    /// Starts removing erased data from the files beside the database, where copies may remain. Returns immediately.
    /// PostgreSQL's VACUUM does this by itself.
    pub fn scrub(&self) {
        if let Database::Sqlite(own) = &self.database {
            own.scrubber.ring();
        }
    }

    /// Rewrites the files, so that they contain no replaced or deleted data. Logs and standbys of PostgreSQL keep what
    /// was written.
    pub async fn compact(&self) -> Result<()> {
        if let Database::Sqlite(own) = &self.database { own.compact().await } else { Ok(()) }
    }

    /// Finishes writes under way and closes the database. Later calls return `Unavailable`.
    pub async fn close(&self) {
        self.batches.end().await;
        on!(self, own => own.close(&self.probe).await);
    }

    /// Runs `work` in one transaction: commits all of it on `Ok` and nothing on `Err`.
    ///
    /// The work must not wait for anything but the transaction, because other writers wait for it. Once begun, it
    /// continues if the caller stops waiting. It does not begin if the caller stops waiting before.
    pub async fn transact<T, E, F>(&self, scope: WorkScope, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.unit(scope, work, false).await
    }

    /// Same as [`transact`](Self::transact), for work that only records in the audit log what is read, for which a full
    /// disk has space.
    pub async fn note_reading<T, E, F>(&self, scope: WorkScope, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.unit(scope, work, true).await
    }

    async fn unit<T, E, F>(&self, scope: WorkScope, work: F, is_reading: bool) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        let outcome = Arc::new(Mutex::new(None));
        let put = Arc::clone(&outcome);
        let work: Work = Box::new(move |transaction| {
            Box::pin(async move {
                let outcome = work(transaction).await;
                let is_kept = outcome.is_ok();
                *put.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
                is_kept
            })
        });
        match &self.database {
            Database::Sqlite(own) => own.writer.transact(scope, work, is_reading).await,
            Database::Postgres(own) => own.writer.transact(scope, work).await,
        }?;
        let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        outcome.unwrap_or_else(|| Err(StoreError::Internal("a unit of work was not run".to_owned()).into()))
    }

    /// Runs one write atomically, and returns once it is on the disk. It is carried out even if the returned future is
    /// dropped.
    pub(super) async fn write<T, F>(&self, run: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send + 'static,
    {
        match &self.database {
            Database::Sqlite(own) => own.writer.write(run).await,
            Database::Postgres(own) => own.writer.write(|connection| run(Connection::Postgres(connection))).await,
        }
    }

    /// Runs a statement that returns no rows. Returns the number of affected rows.
    pub(super) async fn execute(&self, statement: Statement) -> Result<u64> {
        self.write(|mut connection| Box::pin(async move { connection.execute(statement).await })).await
    }

    /// Runs a statement that returns the changed rows.
    pub(super) async fn changed<T: Stored>(&self, statement: Statement) -> Result<Vec<T>> {
        let write = self.write(|mut connection| Box::pin(async move { connection.fetch(statement).await }));
        // Decoded after the write, which a damaged row must not undo.
        read(write.await?)?.into_iter().map(T::read).collect()
    }

    /// Runs reads on one snapshot. They may take long.
    pub(super) async fn snapshot<T, F>(&self, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send + 'static,
    {
        match &self.database {
            Database::Sqlite(own) => own.snapshot(read).await,
            Database::Postgres(own) => own.snapshot(|connection| read(Connection::Postgres(connection))).await,
        }
    }

    /// Sends all records as of this moment, in batches, in the order of their first activity. Ends early if the
    /// receiver is dropped.
    pub async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<()> {
        self.scan_records_for(quiz, vec![pieces]).await
    }

    /// Same as [`scan_records`](Self::scan_records), once per sender, one after the other, all on one snapshot.
    pub async fn scan_records_for(&self, quiz: &QuizId, passes: Vec<Sender<Vec<StoredRecord>>>) -> Result<()> {
        on!(self, own => own.scan(quiz, passes).await)
    }
}

fn is_file(url: &str) -> bool {
    url.starts_with("sqlite:")
}

impl Deref for Store {
    type Target = Reads<'static>;

    fn deref(&self) -> &Self::Target {
        &self.reads
    }
}
