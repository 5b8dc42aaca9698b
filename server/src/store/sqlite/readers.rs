//! A few connections for reading. A read occupies a thread until it ends, and is interrupted once its caller stops
//! waiting.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use rusqlite::InterruptHandle;
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    task,
    time::timeout,
};

use super::{SqliteConnection, connection::Way, error::classify};
use crate::store::{
    self, StoreError,
    sql::{Columns, Connection, Filling, Run, Statement},
};

const PATIENCE: Duration = Duration::from_secs(5);

/// A handle. Clones share the connections.
#[derive(Clone)]
pub(in crate::store) struct Readers(Arc<Shared>);

struct Shared {
    way: Way,
    most: u32,
    turns: Arc<Semaphore>,
    idle: Mutex<Vec<SqliteConnection>>,
}

enum Progress {
    Waiting,
    Running(InterruptHandle),
    Over,
}

/// Held by the caller of a read. Dropping it ends the read.
struct Caller(Arc<Mutex<Progress>>);

impl Drop for Caller {
    fn drop(&mut self) {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The connection starts no other read before this lock is released.
        if let Progress::Running(handle) = &*progress {
            handle.interrupt();
        }
        *progress = Progress::Over;
    }
}

impl Readers {
    pub(super) fn open(way: Way, most: u32) -> Result<Self, sqlx::Error> {
        let first = SqliteConnection::open(&way)?;
        let readers = Self::new(way, most);
        readers.lock().push(first);
        Ok(readers)
    }

    pub(super) fn new(way: Way, most: u32) -> Self {
        let turns = Arc::new(Semaphore::new(most as usize));
        Self(Arc::new(Shared { way, most, turns, idle: Mutex::default() }))
    }

    pub(super) fn way(&self) -> &Way {
        &self.0.way
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<SqliteConnection>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, sqlx::Error> {
        let turn = timeout(PATIENCE, Arc::clone(&self.0.turns).acquire_owned()).await;
        turn.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)
    }

    pub(in crate::store) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error> + Send + 'static,
    ) -> store::Result<T> {
        let turn = self.turn().await.map_err(classify)?;
        let (caller, own) = (Caller(Arc::new(Mutex::new(Progress::Waiting))), self.clone());
        let progress = Arc::clone(&caller.0);
        let done = task::spawn_blocking(move || own.run(turn, &progress, read)).await;
        done.map_err(|error| StoreError::Internal(error.to_string()))?.map_err(classify)
    }

    /// Runs a long read on a thread of its own with the priority of this one. It continues if its caller stops waiting,
    /// unless it checks for that.
    pub(super) async fn read_for_long<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error> + Send + 'static,
    ) -> store::Result<T> {
        let turn = self.turn().await.map_err(classify)?;
        let own = self.clone();
        apart(move || own.run(turn, &Mutex::new(Progress::Waiting), read)).await?.map_err(classify)
    }

    pub(super) async fn snapshot<T: Send + 'static>(
        &self,
        read: impl for<'c> FnOnce(Connection<'c>) -> Run<'c, T> + Send + 'static,
    ) -> store::Result<T> {
        let runtime = Handle::current();
        let reading = self.read_for_long(move |connection| {
            connection.step("BEGIN")?;
            let read = runtime.block_on(read(Connection::Sqlite(connection)));
            connection.step("COMMIT")?;
            read
        });
        reading.await
    }

    fn run<T>(
        &self,
        turn: OwnedSemaphorePermit,
        progress: &Mutex<Progress>,
        read: impl FnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let idle = self.lock().pop();
        let mut connection = idle.map_or_else(|| SqliteConnection::open(&self.0.way), Ok)?;
        let update = |next| {
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            let is_wanted = !matches!(*progress, Progress::Over);
            *progress = next;
            is_wanted
        };
        let is_wanted = update(Progress::Running(connection.interrupt_handle()));
        let done = if is_wanted { read(&mut connection) } else { Err(sqlx::Error::WorkerCrashed) };
        update(Progress::Over);
        // After an error, the next read gets a fresh connection.
        if done.is_ok() {
            self.lock().push(connection);
        }
        drop(turn);
        done
    }

    pub(in crate::store) async fn fill<R: Columns>(
        &self,
        select: Statement,
        mut filling: Filling<R>,
    ) -> store::Result<Filling<R>> {
        let filled = self.read(move |connection| {
            connection.each_row(&select, |row| filling.add(row))?;
            Ok(filling)
        });
        filled.await
    }

    /// Waits for reads under way, and closes the connections.
    pub(super) async fn close(&self) {
        let all = self.0.turns.acquire_many(self.0.most).await;
        self.0.turns.close();
        drop(all);
        self.lock().clear();
    }
}

/// Runs `work` on a thread of its own, which has the priority of this one. It continues if its caller stops waiting.
pub(super) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> store::Result<T> {
    let (reply, done) = oneshot::channel();
    let spawned = thread::Builder::new().name("sqlite".to_owned()).spawn(move || {
        let _ = reply.send(work());
    });
    spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    done.await.map_err(|_| StoreError::Internal("a thread of the database panicked".to_owned()))
}
