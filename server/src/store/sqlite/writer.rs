//! The one writer: gathers the writes that are waiting into one transaction, in which each succeeds or fails alone, and
//! answers them only after the commit is on the disk.
//!
//! A commit costs one wait for the disk however much is in it, so the more callers wait, the more each wait carries.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::FutureExt;
use sqlx::{Connection, Executor, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::oneshot;

use super::error::{self, classify, is_damage, is_of_this_write, unavailable};
use crate::{
    store::{
        StoreError, Transaction, WorkScope,
        sql::{Connection as Connected, Queue, Requests, Run, UnitTurn, UnitTurns, Work, stopped},
    },
    telemetry,
    turns::Bounds,
};

/// Writes in one transaction. More would make the first of them wait long for its answer.
const BATCH: usize = 512;
/// Units of work in the queue or under way: they take longer than an answer, and those who answer wait for their commit.
/// Of a namespace there is one, so that answers come between two that store a large definition each.
const UNITS: Bounds = Bounds { at_once: 4, at_once_each: 1, waiting_each: 256 };
/// Time the store is not ready after a write that met damage. Other writes may still succeed.
const DAMAGED: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub(in crate::store) struct Writer {
    queue: Queue<Box<dyn Job>>,
    units: UnitTurns,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    transactions: AtomicU64,
    /// When a write met damage last, and what SQLite said.
    damage: Mutex<Option<(Instant, String)>>,
}

impl Writer {
    /// Spawns the writer, which exits when it is told to [end](Self::end) or the last handle is dropped.
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        let state = Arc::default();
        let queue = Queue::start(|jobs| work(options, connection, jobs, Arc::clone(&state)));
        Self { queue, units: UnitTurns::new(UNITS), state }
    }

    /// A queue with no worker, for tests.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self { queue: Queue::stopped(), units: UnitTurns::new(UNITS), state: Arc::default() }
    }

    /// Writes that are queued, beside those of the transaction under way.
    pub(in crate::store) fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// Units of work that wait for a turn.
    pub(in crate::store) fn waiting_units(&self) -> usize {
        self.units.waiting()
    }

    /// Stores what is queued, refuses what comes after it, and closes the connection.
    pub(super) async fn end(&self) {
        self.queue.end().await;
    }

    /// True once nothing can be written any more.
    pub(super) fn has_stopped(&self) -> bool {
        self.queue.has_stopped()
    }

    /// Transactions committed since the start. Exports watch it to yield to writers.
    pub(super) fn transactions(&self) -> u64 {
        self.state.transactions.load(Ordering::Relaxed)
    }

    /// The damage that a write met in the last minute.
    pub(super) fn recent_damage(&self) -> Option<String> {
        let damage = self.state.damage.lock().unwrap_or_else(PoisonError::into_inner);
        damage.as_ref().filter(|(at, _)| at.elapsed() < DAMAGED).map(|(_, cause)| cause.clone())
    }

    /// Runs one write, whole or not at all, and returns when it is on the disk.
    ///
    /// It is carried out even if the returned future is dropped.
    pub(in crate::store) async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        self.queue(run, Extent::Statements).await
    }

    /// The same for a write of one statement, which SQLite itself does whole or not at all, so that it needs no savepoint
    /// and respondents' answers are stored faster by a third. It must read all rows that the statement returns, since the
    /// statement commits with its last step when it is alone.
    pub(in crate::store) async fn write_statement<T, F>(&self, run: F) -> Result<T, StoreError>
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
        self.queue.put(Box::new(job))?;
        answer.await.map_err(|_| stopped())?
    }

    /// Runs a unit of work in a savepoint, and returns when it is on the disk or rolled back. It is not begun if the
    /// returned future is dropped before.
    pub(in crate::store) async fn transact(&self, scope: WorkScope, work: Work) -> Result<(), StoreError> {
        let turn = self.units.take(&scope).await?;
        let (reply, answer) = oneshot::channel();
        let job = Unit { scope, work: Some(work), done: Ok(()), reply, _turn: turn };
        self.queue.put(Box::new(job))?;
        answer.await.map_err(|_| stopped())?
    }
}

/// A write whose result type is hidden, so that writes of all kinds share one queue.
trait Job: Send {
    fn extent(&self) -> Extent;
    /// Returns false when the write asks to be rolled back.
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Run<'a, bool>;
    /// Keeps the failure of this write alone.
    fn fail(&mut self, error: StoreError);
    /// Answers the caller: with what the write returned, or with why the commit of all failed.
    fn finish(self: Box<Self>, commit: Result<(), StoreError>);
}

/// The extent of a write.
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

    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Run<'a, bool> {
        Box::pin(async move {
            if let Some(run) = self.run.take() {
                self.done = Some(Ok(run(connection).await?));
            }
            Ok(true)
        })
    }

    fn fail(&mut self, error: StoreError) {
        self.done = Some(Err(error));
    }

    fn finish(self: Box<Self>, commit: Result<(), StoreError>) {
        let answer = match (commit, self.done) {
            (Ok(()), Some(done)) => done,
            (Ok(()), None) => Err(StoreError::Internal("a write was not run".to_owned())),
            (Err(error), _) => Err(error),
        };
        // The caller may have gone; the write stands all the same.
        let _ = self.reply.send(answer);
    }
}

struct Unit {
    scope: WorkScope,
    work: Option<Work>,
    done: Result<(), StoreError>,
    reply: oneshot::Sender<Result<(), StoreError>>,
    _turn: UnitTurn,
}

impl Job for Unit {
    fn extent(&self) -> Extent {
        Extent::Statements
    }

    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Run<'a, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take().filter(|_| !self.reply.is_closed()) else { return Ok(false) };
            let mut transaction = Transaction::new(Connected::Sqlite(connection), &self.scope);
            let is_kept = work(&mut transaction).await;
            match transaction.into_failure() {
                // Otherwise the work has its own error to return.
                Some(error) if is_kept || !is_of_this_write(&error) || is_damage(&error) => Err(error),
                _ => Ok(is_kept),
            }
        })
    }

    fn fail(&mut self, error: StoreError) {
        self.done = Err(error);
    }

    fn finish(self: Box<Self>, commit: Result<(), StoreError>) {
        // The caller may have gone; the write stands all the same.
        let _ = self.reply.send(commit.and(self.done));
    }
}

async fn work(
    options: SqliteConnectOptions,
    mut connection: SqliteConnection,
    mut queue: Requests<Box<dyn Job>>,
    state: Arc<State>,
) {
    let mut jobs = Vec::with_capacity(BATCH);
    while queue.take(&mut jobs, BATCH).await > 0 {
        // A panicking write must not stop the writer.
        let outcome = AssertUnwindSafe(transaction(&mut connection, &mut jobs, &state)).catch_unwind().await;
        let mut is_read_only = false;
        let commit = match outcome {
            Ok(outcome) => outcome.map_err(|error| {
                state.note(&error);
                is_read_only = error::is_read_only(&error);
                unavailable(&error)
            }),
            Err(_) => Err(StoreError::Unavailable("a write panicked".to_owned())),
        };
        state.transactions.fetch_add(1, Ordering::Relaxed);
        if let Err(cause) = &commit {
            if telemetry::is_news(cause) {
                tracing::error!(%cause, writes = jobs.len(), "a transaction failed; nothing of it was stored");
            }
            connection = recover(&options, connection, is_read_only).await;
        }
        for job in jobs.drain(..) {
            job.finish(commit.clone());
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "cannot close the database");
    }
}

impl State {
    fn note(&self, error: &sqlx::Error) {
        if is_damage(error) {
            let found = Some((Instant::now(), format!("the database file is damaged: {error}")));
            *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = found;
        }
    }
}

async fn transaction(
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn Job>],
    state: &State,
) -> Result<(), sqlx::Error> {
    if let [only] = jobs {
        return alone(connection, only, state).await;
    }
    step(connection, "BEGIN IMMEDIATE").await?;
    for job in jobs {
        match job.extent() {
            Extent::OneStatement => match job.run(connection).await {
                // A failed statement is undone; a failure after it, such as decoding the row, is not.
                Err(error) if is_of_this_write(&error) && error.as_database_error().is_some() => {
                    state.note(&error);
                    job.fail(classify(error));
                }
                outcome => _ = outcome?,
            },
            Extent::Statements => {
                step(connection, "SAVEPOINT write").await?;
                match job.run(connection).await {
                    Ok(true) => step(connection, "RELEASE write").await?,
                    Ok(false) => step(connection, "ROLLBACK TO write; RELEASE write").await?,
                    Err(error) if is_of_this_write(&error) => {
                        state.note(&error);
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

/// A transaction of one write needs no savepoint, and a single statement is a transaction by itself: each step that is
/// left out saves two switches between threads.
async fn alone(connection: &mut SqliteConnection, job: &mut Box<dyn Job>, state: &State) -> Result<(), sqlx::Error> {
    let is_one_statement = job.extent() == Extent::OneStatement;
    if !is_one_statement {
        step(connection, "BEGIN IMMEDIATE").await?;
    }
    let end = match job.run(connection).await {
        Ok(true) => "COMMIT",
        Ok(false) => "ROLLBACK",
        Err(error) if is_of_this_write(&error) && (!is_one_statement || error.as_database_error().is_some()) => {
            state.note(&error);
            job.fail(classify(error));
            "ROLLBACK"
        }
        Err(error) => return Err(error),
    };
    if is_one_statement { Ok(()) } else { step(connection, end).await }
}

/// Through `query`, which keeps the statements prepared; as a bare string they would be parsed for every write.
async fn step(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// A connection without a transaction: the old one after a rollback, or a new one. One that was opened when the file could
/// only be read stays like that.
async fn recover(
    options: &SqliteConnectOptions,
    mut connection: SqliteConnection,
    is_read_only: bool,
) -> SqliteConnection {
    // "No transaction is active" is fine too: some errors make SQLite roll back by itself.
    let _ = connection.execute("ROLLBACK").await;
    if !is_read_only && connection.execute("BEGIN; ROLLBACK").await.is_ok() {
        return connection;
    }
    let mut wait = Duration::from_millis(50);
    loop {
        match SqliteConnection::connect_with(options).await {
            Ok(fresh) => return fresh,
            Err(error) if telemetry::is_news(&error) => {
                tracing::error!(%error, "cannot open the database for writing; trying again");
            }
            Err(_) => {}
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(Duration::from_secs(2));
    }
}
