//! The single writer: a thread that carries out the waiting writes in one transaction, in which each succeeds or fails
//! individually, and answers them only after the commit is on the disk.
//!
//! A commit costs one wait for the disk, however many writes it contains, so throughput grows with the number of
//! callers.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::{
    Gathering, Reserve, SqliteConnection,
    connection::Way,
    error::{self, classify, is_damage, is_of_this_write, unavailable},
};
use crate::{
    store::{
        StoreError, Transaction, WorkScope,
        sql::{
            Batcher, Connection, GroupWriter, GroupedWrite, Queue, Requests, Run, UnitTurn, UnitTurns, Work, stopped,
        },
    },
    telemetry,
    turns::Bounds,
};

/// Writes per transaction. With more, the first of them would wait too long.
const BATCH: usize = 512;
/// Units of work in the queue or under way: they take longer than an answer, and respondents wait for their commit. One
/// per namespace, so that answers come between two that store a large definition each.
const UNITS: Bounds = Bounds { at_once: 4, at_once_each: 1, waiting_each: 256 };
/// Time for which the store is not ready after a write that met damage. Other writes may still succeed.
const DAMAGED: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub(in crate::store) struct Writer {
    queue: Queue<Box<dyn Job>>,
    units: UnitTurns,
    state: Arc<State>,
}

#[derive(Default)]
pub(super) struct State {
    transactions: AtomicU64,
    /// Number of times that the writer has taken waiting writes, or tried to reopen the database.
    rounds: AtomicU64,
    /// The last time that a write met damage, and SQLite's message.
    damage: Mutex<Option<(Instant, String)>>,
    /// Set by a server.
    reserve: OnceLock<Reserve>,
}

impl Writer {
    /// Spawns the writer, which exits after [`end`](Self::end) or when the last handle is dropped.
    pub(super) fn start(way: Way, connection: SqliteConnection) -> Self {
        let state = Arc::default();
        let queue = Queue::on_thread("writer", |jobs| work(way, connection, jobs, Arc::clone(&state)));
        Self { queue, units: UnitTurns::new(UNITS), state }
    }

    /// A queue with no worker, for tests.
    #[cfg(test)]
    pub(super) fn stopped() -> Self {
        Self { queue: Queue::stopped(), units: UnitTurns::new(UNITS), state: Arc::default() }
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    pub(in crate::store) fn waiting_units(&self) -> usize {
        self.units.waiting()
    }

    /// Carries out queued writes, refuses new ones, and closes the connection.
    pub(super) async fn end(&self) {
        self.queue.end().await;
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.queue.has_stopped()
    }

    /// Sets the reserve. On a full disk it is released, and nothing but readings is stored.
    pub(in crate::store) fn keep_reserve(&self, reserve: Reserve) {
        let _ = self.state.reserve.set(reserve);
    }

    /// Transactions committed since start. Exports watch it to yield to writers.
    pub(in crate::store) fn transactions(&self) -> u64 {
        self.state.transactions.load(Ordering::Relaxed)
    }

    /// The number of the writer's rounds. Triggers another round, so that the number stays the same only while a
    /// transaction hangs.
    pub(in crate::store) fn rounds(&self) -> u64 {
        let rounds = self.state.rounds.load(Ordering::Relaxed);
        // A full queue triggers rounds by itself.
        let _ = self.queue.put(Box::new(Round));
        rounds
    }

    /// The damage that a write met within the last minute.
    pub(super) fn recent_damage(&self) -> Option<String> {
        let damage = self.state.damage.lock().unwrap_or_else(PoisonError::into_inner);
        damage.as_ref().filter(|(at, _)| at.elapsed() < DAMAGED).map(|(_, cause)| cause.clone())
    }

    /// Runs one write atomically, and returns once it is on the disk.
    ///
    /// It is carried out even if the returned future is dropped.
    pub(in crate::store) async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Write { run: Some(run), done: None, reply };
        self.queue.put(Box::new(job))?;
        answer.await.map_err(|_| stopped())?
    }

    /// Runs a unit of work in a savepoint, and returns once it is on the disk or rolled back. It does not begin if the
    /// returned future is dropped before.
    pub(in crate::store) async fn transact(
        &self,
        scope: WorkScope,
        work: Work,
        is_reading: bool,
    ) -> Result<(), StoreError> {
        let turn = self.units.take(&scope).await?;
        let (reply, answer) = oneshot::channel();
        let job = Unit { scope, work: Some(work), is_reading, done: Ok(()), reply, _turn: turn };
        self.queue.put(Box::new(job))?;
        answer.await.map_err(|_| stopped())?
    }
}

impl GroupWriter for Writer {
    fn batcher<W: GroupedWrite>(&self) -> Batcher<W> {
        Batcher::Gathering(Gathering::new(self.queue.clone()))
    }
}

/// A job of the writer, with its result type erased, so that all jobs share one queue.
pub(in crate::store) trait Job: Send {
    /// Fails if the transaction cannot continue. A failure of this job alone is rolled back and kept for
    /// [`finish`](Self::finish).
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection, state: &'a State) -> Run<'a, ()>;

    /// Answers the callers, with the result of the job or the error of the commit. Returns a job for the next
    /// transaction, if there is one.
    fn finish(self: Box<Self>, commit: Result<(), StoreError>) -> Option<Box<dyn Job>>;

    /// True if the job only records in the audit log what is read, for which a full disk has space.
    fn is_reading(&self) -> bool {
        false
    }

    /// True if there is nothing to do, and so no transaction to begin.
    fn is_round(&self) -> bool {
        false
    }
}

/// Shows that the writer takes waiting jobs.
struct Round;

impl Job for Round {
    fn run<'a>(&'a mut self, _: &'a mut SqliteConnection, _: &'a State) -> Run<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn finish(self: Box<Self>, _: Result<(), StoreError>) -> Option<Box<dyn Job>> {
        None
    }

    fn is_round(&self) -> bool {
        true
    }
}

struct Write<T, F> {
    run: Option<F>,
    done: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send,
{
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection, state: &'a State) -> Run<'a, ()> {
        Box::pin(async move {
            let Some(run) = self.run.take() else { return Ok(()) };
            connection.step("SAVEPOINT write")?;
            self.done = Some(match run(Connection::Sqlite(connection)).await {
                Ok(done) => {
                    connection.step("RELEASE write")?;
                    Ok(done)
                }
                Err(error) if is_of_this_write(&error) => {
                    state.note(&error);
                    connection.roll_back_write()?;
                    Err(classify(error))
                }
                Err(error) => return Err(error),
            });
            Ok(())
        })
    }

    fn finish(self: Box<Self>, commit: Result<(), StoreError>) -> Option<Box<dyn Job>> {
        let not_run = || Err(StoreError::Internal("a write was not run".to_owned()));
        // The caller may be gone. The write is kept all the same.
        let _ = self.reply.send(commit.and(self.done.unwrap_or_else(not_run)));
        None
    }
}

struct Unit {
    scope: WorkScope,
    work: Option<Work>,
    is_reading: bool,
    done: Result<(), StoreError>,
    reply: oneshot::Sender<Result<(), StoreError>>,
    _turn: UnitTurn,
}

impl Job for Unit {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection, state: &'a State) -> Run<'a, ()> {
        Box::pin(async move {
            let Some(work) = self.work.take().filter(|_| !self.reply.is_closed()) else { return Ok(()) };
            connection.step("SAVEPOINT write")?;
            let mut transaction = Transaction::new(Connection::Sqlite(connection), &self.scope);
            let is_kept = work(&mut transaction).await;
            match transaction.into_failure() {
                Some(error) if !is_of_this_write(&error) => return Err(error),
                // Otherwise the work returns its own error.
                Some(error) if is_kept || is_damage(&error) => {
                    state.note(&error);
                    connection.roll_back_write()?;
                    self.done = Err(classify(error));
                }
                _ if is_kept => connection.step("RELEASE write")?,
                _ => connection.roll_back_write()?,
            }
            Ok(())
        })
    }

    fn finish(self: Box<Self>, commit: Result<(), StoreError>) -> Option<Box<dyn Job>> {
        // The caller may be gone. The write is kept all the same.
        let _ = self.reply.send(commit.and(self.done));
        None
    }

    fn is_reading(&self) -> bool {
        self.is_reading
    }
}

async fn work(way: Way, mut connection: SqliteConnection, mut queue: Requests<Box<dyn Job>>, state: Arc<State>) {
    let mut jobs = Vec::with_capacity(BATCH);
    loop {
        if jobs.is_empty() {
            if queue.take(&mut jobs, BATCH).await == 0 {
                break;
            }
        } else {
            queue.take_waiting(&mut jobs, BATCH);
        }
        state.rounds.fetch_add(1, Ordering::Relaxed);
        if jobs.iter().all(|job| job.is_round()) {
            jobs.clear();
            continue;
        }
        let mut next = Vec::new();
        let refusal = state.reserve.get().and_then(Reserve::refusal);
        if let Some(refusal) = &refusal {
            let refused = jobs.extract_if(.., |job| !job.is_reading());
            next.extend(refused.filter_map(|job| job.finish(Err(refusal.clone()))));
            if jobs.is_empty() {
                jobs = next;
                continue;
            }
        }
        // A panicking write must not stop the writer.
        let outcome = AssertUnwindSafe(transaction(&way, &mut connection, &mut jobs, &state)).catch_unwind().await;
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
            connection = recover(&way, connection, is_read_only, &state).await;
        } else if refusal.is_some() {
            // The log is then overwritten from its beginning and takes no more space.
            connection.checkpoint();
        }
        next.extend(jobs.into_iter().filter_map(|job| job.finish(commit.clone())));
        jobs = next;
    }
}

impl State {
    pub(super) fn note(&self, error: &sqlx::Error) {
        if let Some(reserve) = self.reserve.get() {
            reserve.note(error);
        }
        if is_damage(error) {
            let found = Some((Instant::now(), format!("the database file is damaged: {error}")));
            *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = found;
        }
    }
}

async fn transaction(
    way: &Way,
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn Job>],
    state: &State,
) -> Result<(), sqlx::Error> {
    connection.step("BEGIN IMMEDIATE")?;
    for job in jobs {
        job.run(connection, state).await?;
    }
    way.verify()?;
    connection.step("COMMIT")?;
    // They may be gone since the commit, which can wait long for the disk.
    way.verify()
}

/// Returns a connection without a transaction: the old one after a rollback, or a new one. A connection that was opened
/// while the file was read-only stays read-only.
async fn recover(way: &Way, mut connection: SqliteConnection, is_read_only: bool, state: &State) -> SqliteConnection {
    // "No transaction is active" is fine too: some errors make SQLite roll back by itself.
    let _ = connection.step("ROLLBACK");
    if !is_read_only && connection.step("BEGIN").and_then(|()| connection.step("ROLLBACK")).is_ok() {
        return connection;
    }
    let mut wait = Duration::from_millis(50);
    loop {
        state.rounds.fetch_add(1, Ordering::Relaxed);
        match SqliteConnection::open(way) {
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
