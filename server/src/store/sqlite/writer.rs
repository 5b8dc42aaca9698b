//! The one writer: gathers the writes that are waiting into one transaction, in which each succeeds or fails alone, and
//! answers them only after the commit is on the disk.
//!
//! A commit costs one wait for the disk however much is in it, so the more callers wait, the more each wait carries.

use std::{
    future::Future,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::FutureExt;
use sqlx::{Connection, Executor, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use super::error::{classify, is_of_this_write, refused, stopped};
use crate::store::StoreError;

/// Writes that may wait; the next one is refused at once.
const QUEUE: usize = 2048;
/// Writes in one transaction. More would make the first of them wait long for its answer.
const BATCH: usize = 512;

pub(super) type Run<'c, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'c>>;

#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Job>>,
    transactions: Arc<AtomicU64>,
}

impl Writer {
    /// Starts the writer; it ends when the last handle to it is gone and the queue is empty.
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let transactions = Arc::default();
        tokio::spawn(work(options, connection, jobs, Arc::clone(&transactions)));
        Self { queue, transactions }
    }

    /// One that nobody works for.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self { queue: mpsc::channel(1).0, transactions: Arc::default() }
    }

    /// Whether nothing can be written any more.
    pub(super) fn has_stopped(&self) -> bool {
        self.queue.is_closed()
    }

    /// How many transactions there were since the start: who sees it grow knows that others are at work.
    pub(super) fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }

    /// Runs one write, whole or not at all, and returns when it is on the disk.
    ///
    /// It is carried out even if the returned future is dropped.
    pub(super) async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        self.queue(run, Extent::Statements).await
    }

    /// The same for a write of one statement, which SQLite itself does whole or not at all: no savepoint is needed,
    /// and the answers of respondents come through faster by a third.
    pub(super) async fn write_statement<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        self.queue(run, Extent::OneStatement).await
    }

    async fn queue<T, F>(&self, run: F, extent: Extent) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Write { run: Some(run), extent, done: None, reply };
        self.queue.try_send(Box::new(job)).map_err(refused)?;
        answer.await.map_err(|_| stopped())?
    }
}

/// A write whose result type is hidden, so that writes of all kinds share one queue.
trait Job: Send {
    fn extent(&self) -> Extent;
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Run<'a, ()>;
    /// Keeps the failure of this write alone.
    fn fail(&mut self, error: StoreError);
    /// Answers the caller: with what the write returned, or with why the commit of all failed.
    fn finish(self: Box<Self>, commit: Result<(), String>);
}

/// How much a write does.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Extent {
    OneStatement,
    /// Several: a savepoint keeps them together.
    Statements,
}

struct Write<T, F> {
    run: Option<F>,
    extent: Extent,
    done: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send,
{
    fn extent(&self) -> Extent {
        self.extent
    }

    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Run<'a, ()> {
        Box::pin(async move {
            if let Some(run) = self.run.take() {
                self.done = Some(Ok(run(connection).await?));
            }
            Ok(())
        })
    }

    fn fail(&mut self, error: StoreError) {
        self.done = Some(Err(error));
    }

    fn finish(self: Box<Self>, commit: Result<(), String>) {
        let answer = match (commit, self.done) {
            (Ok(()), Some(done)) => done,
            (Ok(()), None) => Err(StoreError::Internal("a write was not run".to_owned())),
            (Err(reason), _) => Err(StoreError::Unavailable(reason)),
        };
        // The caller may have gone; the write stands all the same.
        let _ = self.reply.send(answer);
    }
}

async fn work(
    options: SqliteConnectOptions,
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Box<dyn Job>>,
    transactions: Arc<AtomicU64>,
) {
    let mut jobs = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut jobs, BATCH).await > 0 {
        // A write that panics is a defect, and no reason to write nothing any more.
        let outcome = AssertUnwindSafe(transaction(&mut connection, &mut jobs)).catch_unwind().await;
        let commit = match outcome {
            Ok(outcome) => outcome.map_err(|error| error.to_string()),
            Err(_) => Err("a write panicked".to_owned()),
        };
        transactions.fetch_add(1, Ordering::Relaxed);
        if let Err(reason) = &commit {
            tracing::error!(%reason, writes = jobs.len(), "a transaction failed; nothing of it was stored");
            connection = recover(&options, connection).await;
        }
        for job in jobs.drain(..) {
            job.finish(commit.clone());
        }
    }
}

async fn transaction(connection: &mut SqliteConnection, jobs: &mut [Box<dyn Job>]) -> Result<(), sqlx::Error> {
    step(connection, "BEGIN IMMEDIATE").await?;
    for job in jobs {
        match job.extent() {
            Extent::OneStatement => match job.run(connection).await {
                // What failed in the database is undone; what failed after it, such as reading the row, is not.
                Err(error) if is_of_this_write(&error) && error.as_database_error().is_some() => {
                    job.fail(classify(error));
                }
                outcome => outcome?,
            },
            Extent::Statements => {
                step(connection, "SAVEPOINT write").await?;
                match job.run(connection).await {
                    Ok(()) => step(connection, "RELEASE write").await?,
                    Err(error) if is_of_this_write(&error) => {
                        job.fail(classify(error));
                        step(connection, "ROLLBACK TO write; RELEASE write").await?;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }
    step(connection, "COMMIT").await
}

/// Through `query`, which keeps the statements prepared; as a bare string they would be parsed for every write.
async fn step(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// A connection without a transaction: the old one after a rollback, or a new one.
async fn recover(options: &SqliteConnectOptions, mut connection: SqliteConnection) -> SqliteConnection {
    // "No transaction is active" is fine too: some errors make SQLite roll back by itself.
    let _ = connection.execute("ROLLBACK").await;
    if connection.execute("BEGIN; ROLLBACK").await.is_ok() {
        return connection;
    }
    let mut wait = std::time::Duration::from_millis(50);
    loop {
        match SqliteConnection::connect_with(options).await {
            Ok(fresh) => return fresh,
            Err(error) => tracing::error!(%error, "cannot open the database for writing; trying again"),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(std::time::Duration::from_secs(2));
    }
}
