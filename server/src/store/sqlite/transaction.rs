//! Reads, and the transaction as the writer runs it: a savepoint in its batch.

use sqlx::{
    FromRow, Sqlite, SqliteConnection,
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};

use super::{
    SqliteStore,
    error::{classified, classify},
    writer::Run,
};
use crate::store::{StoreError, TransactionStore, Work, rows::Stored};

pub(super) type Statement = Query<'static, Sqlite, SqliteArguments>;

/// The value that a row holds.
pub(super) fn value<T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>>(row: &SqliteRow) -> Result<T, StoreError> {
    T::read(T::Row::from_row(row).map_err(classify)?)
}

/// The same within a write, where a damaged row fails the write.
pub(super) fn decode<T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>>(row: &SqliteRow) -> Result<T, sqlx::Error> {
    T::read(T::Row::from_row(row)?).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl SqliteStore {
    pub(super) async fn find<T>(&self, select: Statement) -> Result<Option<T>, StoreError>
    where
        T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>,
    {
        select.fetch_optional(&self.readers).await.map_err(classify)?.as_ref().map(value).transpose()
    }

    pub(super) async fn list<T>(&self, select: Statement) -> Result<Vec<T>, StoreError>
    where
        T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>,
    {
        select.fetch_all(&self.readers).await.map_err(classify)?.iter().map(value).collect()
    }
}

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

    pub(super) async fn find<T>(&mut self, select: Statement) -> Result<Option<T>, StoreError>
    where
        T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>,
    {
        let row = select.fetch_optional(&mut *self.connection).await;
        self.noted(row)?.as_ref().map(value).transpose()
    }

    pub(super) async fn list<T>(&mut self, select: Statement) -> Result<Vec<T>, StoreError>
    where
        T: Stored<Row: for<'r> FromRow<'r, SqliteRow>>,
    {
        self.rows(select).await?.iter().map(value).collect()
    }

    pub(super) async fn rows(&mut self, select: Statement) -> Result<Vec<SqliteRow>, StoreError> {
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
