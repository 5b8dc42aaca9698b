//! A transaction as the writer runs it: a savepoint in its batch.

use sqlx::{
    FromRow, Sqlite, SqliteConnection,
    query::{Query, QueryAs},
    sqlite::{SqliteArguments, SqliteRow},
};

use super::{SqliteStore, error::classified, writer::Run};
use crate::store::{StoreError, TransactionStore, Work};

pub(super) type Statement = Query<'static, Sqlite, SqliteArguments>;
pub(super) type Select<R> = QueryAs<'static, Sqlite, R, SqliteArguments>;

pub(super) struct SqliteTransaction<'c> {
    connection: &'c mut SqliteConnection,
    /// Of the first statement that failed.
    failure: Option<sqlx::Error>,
}

impl<'c> SqliteTransaction<'c> {
    pub(super) fn new(connection: &'c mut SqliteConnection) -> Self {
        Self { connection, failure: None }
    }

    /// Returns the number of rows that the statement changed.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
        let done = statement.execute(&mut *self.connection).await;
        self.noted(done).map(|done| done.rows_affected())
    }

    pub(super) async fn fetch<R>(&mut self, select: Select<R>) -> Result<Option<R>, StoreError>
    where
        R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let row = select.fetch_optional(&mut *self.connection).await;
        self.noted(row)
    }

    pub(super) async fn fetch_all<R>(&mut self, select: Select<R>) -> Result<Vec<R>, StoreError>
    where
        R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let rows = select.fetch_all(&mut *self.connection).await;
        self.noted(rows)
    }

    /// Runs statements that other writes share.
    pub(super) async fn with<T>(
        &mut self,
        run: impl for<'r> FnOnce(&'r mut SqliteConnection) -> Run<'r, T>,
    ) -> Result<T, StoreError> {
        let outcome = run(&mut *self.connection).await;
        self.noted(outcome)
    }

    pub(super) fn into_failure(self) -> Option<sqlx::Error> {
        self.failure
    }

    fn noted<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        outcome.map_err(|error| {
            let told = classified(&error);
            self.failure.get_or_insert(error);
            told
        })
    }
}

#[async_trait::async_trait]
impl TransactionStore for SqliteStore {
    async fn run(&self, work: Box<dyn Work>) -> Result<(), StoreError> {
        self.writer.transact(work).await
    }
}
