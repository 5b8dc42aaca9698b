//! The store: a handle on one of the two databases, with the tasks that gather single writes and lookups.

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

/// A handle; its clones share the connections.
///
/// Every write is on the disk when its call returns, is done whole or not at all, and goes on even if the caller stops
/// waiting for it. `None` and `false` mean that the thing is not there.
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

/// Runs one piece of work on the database, with the same words for either.
macro_rules! on {
    ($store:expr, $own:ident => $work:expr) => {
        match &$store.database {
            Database::Sqlite($own) => $work,
            Database::Postgres($own) => $work,
        }
    };
}

impl Store {
    /// Opens the database of a `sqlite:` or `postgres:` URL, and makes the file or the tables if there are none. Fails for
    /// a database of another release.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open(url) } else { PostgresDatabase::open(url).await }
    }

    /// The same, but fails when there is no file, or no schema of this program.
    pub async fn open_existing(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open_existing(url) } else { PostgresDatabase::open_existing(url).await }
    }

    /// The same for reading alone. A file refuses to be written, and may stand where nothing can be.
    pub async fn open_to_read(url: &str) -> anyhow::Result<Self> {
        if is_file(url) { SqliteDatabase::open_to_read(url) } else { Self::open_existing(url).await }
    }

    /// Brings a database of an earlier release up to date, which no server may use meanwhile that could not go on; leaves
    /// any other as it is, and returns false.
    pub async fn upgrade(url: &str) -> anyhow::Result<bool> {
        if is_file(url) { SqliteDatabase::upgrade(url) } else { PostgresDatabase::upgrade(url).await }
    }

    pub(super) fn new(source: Source<'static>, database: Database, batches: Batches) -> Self {
        Self { reads: Arc::new(Reads(source)), database, batches, probe: Probe::default(), listeners: Arc::default() }
    }

    /// Fails unless the database answers, has the schema of this release, and can be written. Asking often is cheap.
    pub async fn check(&self) -> Result<()> {
        if self.batches.have_stopped() || on!(self, own => own.has_stopped()) {
            return Err(stopped());
        }
        on!(self, own => self.probe.check(own.probe()).await)
    }

    /// The endpoints that listen, as this server knows them.
    pub fn listeners(&self) -> &Arc<Listeners> {
        &self.listeners
    }

    /// The files that are open for writing, of a database that is a file.
    pub(crate) fn open_files(&self) -> Option<OpenFiles> {
        match &self.database {
            Database::Sqlite(own) => own.open_files(),
            Database::Postgres(_) => None,
        }
    }

    /// On a full disk, gives this up and stores nothing but who reads answers, until there is room for it.
    pub(crate) fn keep_reserve(&self, reserve: Reserve) {
        if let Database::Sqlite(own) = &self.database {
            own.writer.keep_reserve(reserve);
        }
    }

    /// Fails once files that are open for writing are no longer where they were opened.
    pub fn require_in_place(&self) -> Result<()> {
        match &self.database {
            Database::Sqlite(own) => own.require_in_place(),
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Transactions of the file's writer since the start.
    pub fn transactions(&self) -> u64 {
        match &self.database {
            Database::Sqlite(own) => own.writer.transactions(),
            Database::Postgres(_) => 0,
        }
    }

    /// A number that changes between two looks unless the file's writer is stuck. PostgreSQL ends what takes too long by
    /// itself, so there is none.
    pub fn writer_rounds(&self) -> Option<u64> {
        match &self.database {
            Database::Sqlite(own) => Some(own.writer.rounds()),
            Database::Postgres(_) => None,
        }
    }

    /// The state of jobs, queues and file.
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

    /// What any server does to quizzes. A server may miss a notice, so this makes most changes seen at once and promises
    /// none. Files announce nothing.
    pub fn notices(&self) -> BoxStream<'static, QuizNotice> {
        match &self.database {
            Database::Sqlite(_) => stream::pending().boxed(),
            Database::Postgres(own) => own.notices(),
        }
    }

    /// Begins to remove what was erased from the files, where copies of it may remain; returns at once. The VACUUM of
    /// PostgreSQL's server does so by itself.
    pub fn scrub(&self) {
        if let Database::Sqlite(own) = &self.database {
            own.scrubber.ring();
        }
    }

    /// Writes the files anew, so that nothing is left in them of what was replaced or deleted. Logs and standbys of
    /// PostgreSQL have what was written anyhow.
    pub async fn compact(&self) -> Result<()> {
        if let Database::Sqlite(own) = &self.database { own.compact().await } else { Ok(()) }
    }

    /// Finishes what was begun and lets go of the database: what is asked for afterwards is `Unavailable`.
    pub async fn close(&self) {
        self.batches.end().await;
        on!(self, own => own.close(&self.probe).await);
    }

    /// Runs `work` in one transaction: commits all of it on `Ok` and nothing on `Err`.
    ///
    /// The work must not wait for anything but the transaction, because other writers wait for it. Once begun, it goes on
    /// if the caller stops waiting; a caller that leaves before takes it along.
    pub async fn transact<T, E, F>(&self, scope: WorkScope, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.unit(scope, work, false).await
    }

    /// The same for work that only notes in the audit log what is read, for which there is space on a full disk.
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

    /// Runs one write, whole or not at all, and returns when it is on the disk. It is carried out even if the returned
    /// future is dropped.
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

    /// A write of one statement that returns no rows; returns the number of rows that it changed.
    pub(super) async fn execute(&self, statement: Statement) -> Result<u64> {
        self.write(|mut connection| Box::pin(async move { connection.execute(statement).await })).await
    }

    /// A write of one statement that returns what it changed.
    pub(super) async fn changed<T: Stored>(&self, statement: Statement) -> Result<Vec<T>> {
        let write = self.write(|mut connection| Box::pin(async move { connection.fetch(statement).await }));
        // The rows are read after the write, which a damaged one must not undo.
        read(write.await?)?.into_iter().map(T::read).collect()
    }

    /// Runs reads that all see one moment. They may take long.
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

    /// All records as they are at this moment, in the order of their first activity, sent in pieces. Ends early when the
    /// receiver is dropped.
    pub async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<()> {
        self.scan_records_for(quiz, vec![pieces]).await
    }

    /// The same once for each of these, one after the other, all as the records are at one moment.
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
