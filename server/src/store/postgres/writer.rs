//! Writes, each a transaction in a task of its own, which continues if the caller is dropped.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt;
use sqlx::{PgConnection, PgPool};
use tokio::{
    sync::{Semaphore, TryAcquireError},
    time::timeout,
};

use super::{
    connection::lock_namespace,
    error::{classified, is_not_now},
};
use crate::{
    store::{
        StoreError, Transaction, WorkScope,
        sql::{
            Batcher, Connection, GroupWriter, GroupedWrite, LaneWriter, Outcomes, Run, UnitTurn, UnitTurns, Work,
            stopped,
        },
    },
    telemetry,
    turns::Bounds,
};

/// Maximum number of writes that wait for a connection. Further ones are refused immediately.
const WAITING: u32 = 2048;
/// Units of work under way. Those of one namespace wait for each other anyway, and here they wait without a connection.
/// The other connections stay free for respondents.
const UNITS: Bounds = Bounds { at_once: 4, at_once_each: 1, waiting_each: 256 };
/// A transaction that takes longer is abandoned with its connection, as the server may be unreachable.
const LIMIT: Duration = Duration::from_mins(1);

#[derive(Clone, Copy, Eq, PartialEq)]
enum Form {
    /// A single statement, which is its own transaction and saves the round trips of BEGIN and COMMIT.
    Statement,
    Transaction,
}

#[derive(Clone)]
pub(in crate::store) struct Writer {
    pub(super) pool: PgPool,
    places: Arc<Semaphore>,
    units: UnitTurns,
}

impl Writer {
    pub(super) fn new(pool: PgPool) -> Self {
        Self { pool, places: Arc::new(Semaphore::new(WAITING as usize)), units: UnitTurns::new(UNITS) }
    }

    pub(in crate::store) fn waiting(&self) -> usize {
        (WAITING as usize).saturating_sub(self.places.available_permits())
    }

    pub(in crate::store) fn waiting_units(&self) -> usize {
        self.units.waiting()
    }

    /// Waits for the writes under way, refuses new ones, and closes the connections.
    pub(super) async fn end(&self) {
        let all = self.places.acquire_many(WAITING).await;
        self.places.close();
        drop(all);
        self.pool.close().await;
    }

    /// Runs one write atomically, and returns once it is on the disk.
    pub(in crate::store) async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, T> + Send + 'static,
    {
        self.write_as(Form::Transaction, run).await
    }

    async fn write_as<T, F>(&self, form: Form, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, T> + Send + 'static,
    {
        let done =
            self.spawn(form, None, move |connection| Box::pin(async move { run(connection).await.map(Some) })).await?;
        done.ok_or_else(|| StoreError::Internal("a write was rolled back".to_owned()))
    }

    /// Runs a unit of work, and returns once it is on the disk or rolled back. It does not begin if the returned future
    /// is dropped while it waits for its turn.
    ///
    /// Units of work on the same part of the installation are serialized across all servers: otherwise two could each
    /// check what the other is about to change.
    pub(in crate::store) async fn transact(&self, scope: WorkScope, work: Work) -> Result<(), StoreError> {
        let turn = self.units.take(&scope).await?;
        let run = self.spawn(Form::Transaction, Some(turn), move |connection| {
            Box::pin(async move {
                lock(connection, &scope).await?;
                let mut transaction = Transaction::new(Connection::Postgres(connection), &scope);
                let is_kept = work(&mut transaction).await;
                match transaction.into_failure() {
                    // Otherwise the work returns its own error.
                    Some(error) if is_kept || is_not_now(&error) => Err(error),
                    _ => Ok(is_kept.then_some(())),
                }
            })
        });
        run.await.map(|_| ())
    }

    /// The turn ends with the transaction, even if the caller is dropped.
    async fn spawn<T, F>(&self, form: Form, turn: Option<UnitTurn>, run: F) -> Result<Option<T>, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, Option<T>> + Send + 'static,
    {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits => StoreError::Busy,
            TryAcquireError::Closed => stopped(),
        })?;
        let pool = self.pool.clone();
        let task = tokio::spawn(async move {
            let outcome = on_connection(&pool, form, run).await;
            drop((place, turn));
            outcome
        });
        task.await.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
    }
}

/// Locks the scope of a unit of work, always in this order.
async fn lock(connection: &mut PgConnection, scope: &WorkScope) -> Result<(), sqlx::Error> {
    // Units of work of the previous release lock this row exclusively, wherever they work.
    let whole = match scope {
        WorkScope::Everything => "SELECT name FROM work_turns WHERE name = 'work' FOR UPDATE",
        _ => "SELECT name FROM work_turns WHERE name = 'work' FOR SHARE",
    };
    step(connection, whole).await?;
    if let Some(namespace) = scope.namespace() {
        lock_namespace(connection, namespace).await?;
    }
    if scope.has_installation() {
        step(connection, "SELECT name FROM work_turns WHERE name = 'installation' FOR UPDATE").await?;
    }
    Ok(())
}

/// A connection that may have an open transaction does not return to the pool.
async fn on_connection<T, F>(pool: &PgPool, form: Form, run: F) -> Result<Option<T>, StoreError>
where
    F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, Option<T>>,
{
    let mut connection = pool.acquire().await.map_err(|error| refused(&error))?;
    let attempt = AssertUnwindSafe(transaction(&mut connection, form, run)).catch_unwind();
    let failed = match timeout(LIMIT, attempt).await {
        Ok(Ok(Ok(outcome))) => return outcome.map_err(|error| refused(&error)),
        Ok(Ok(Err(error))) => refused(&error),
        Ok(Err(_)) => StoreError::Unavailable("a write panicked".to_owned()),
        Err(_) => StoreError::Unavailable("the database does not answer".to_owned()),
    };
    connection.close_on_drop();
    Err(failed)
}

fn refused(error: &sqlx::Error) -> StoreError {
    let told = classified(error);
    if matches!(told, StoreError::Unavailable(_)) && telemetry::is_news(&told) {
        tracing::error!(cause = %told, "a transaction failed; nothing of it was acknowledged");
    }
    told
}

/// The inner result leaves the connection as it was. After an outer error, its state is unknown.
///
/// If the connection breaks during `COMMIT`, the write may stand. It is not acknowledged, and repeating it is safe.
async fn transaction<T, F>(
    connection: &mut PgConnection,
    form: Form,
    run: F,
) -> Result<Result<Option<T>, sqlx::Error>, sqlx::Error>
where
    F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, Option<T>>,
{
    let is_begun = form != Form::Statement;
    if is_begun {
        step(connection, "BEGIN").await?;
    }
    let outcome = run(connection).await;
    match &outcome {
        Err(error) if is_not_now(error) => return outcome.map(Ok),
        _ if !is_begun => {}
        Ok(Some(_)) => step(connection, "COMMIT").await?,
        Ok(None) | Err(_) => step(connection, "ROLLBACK").await?,
    }
    Ok(outcome)
}

async fn step(connection: &mut PgConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

impl GroupWriter for Writer {
    fn batcher<W: GroupedWrite>(&self) -> Batcher<W> {
        Batcher::start(self.clone())
    }
}

impl LaneWriter for Writer {
    async fn write_group<W: GroupedWrite>(&self, group: Vec<W>) -> Result<Outcomes<W>, StoreError> {
        let is_one_statement = group.iter().all(GroupedWrite::is_one_statement);
        let form = if is_one_statement { Form::Statement } else { Form::Transaction };
        let run = self.write_as(form, move |connection| {
            Box::pin(async move {
                let mut connection = Connection::Postgres(connection);
                W::run(&group.iter().collect::<Vec<_>>(), &mut connection).await
            })
        });
        run.await
    }
}
