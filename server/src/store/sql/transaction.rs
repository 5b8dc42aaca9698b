//! The unit of work, as a write runs it.

use super::{Run, SqlConnection, Statement};
use crate::store::{
    StoreError, WorkScope,
    rows::{Columns, Stored},
};

pub(in crate::store) struct SqlTransaction<'c, C> {
    connection: &'c mut C,
    pub(super) scope: &'c WorkScope,
    classify: fn(&sqlx::Error) -> StoreError,
    /// Of the first statement that failed.
    failure: Option<sqlx::Error>,
}

/// The value of a row within a write, where a damaged row fails the write.
pub(super) fn decode<T: Stored>(row: T::Row) -> Result<T, sqlx::Error> {
    T::read(row).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl<'c, C: SqlConnection> SqlTransaction<'c, C> {
    pub(in crate::store) fn new(
        connection: &'c mut C,
        scope: &'c WorkScope,
        classify: fn(&sqlx::Error) -> StoreError,
    ) -> Self {
        Self { connection, scope, classify, failure: None }
    }

    /// Returns the number of rows that the statement changed.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
        let done = self.connection.execute(statement).await;
        self.noted(done)
    }

    pub(super) async fn find<T: Stored>(&mut self, select: Statement) -> Result<Option<T>, StoreError> {
        Ok(self.list(select).await?.pop())
    }

    pub(super) async fn list<T: Stored>(&mut self, select: Statement) -> Result<Vec<T>, StoreError> {
        self.rows(select).await?.into_iter().map(T::read).collect()
    }

    pub(super) async fn rows<R: Columns>(&mut self, select: Statement) -> Result<Vec<R>, StoreError> {
        let rows = self.connection.rows(select).await;
        self.noted(rows)
    }

    /// Runs statements that other writes share.
    pub(super) async fn with<T>(&mut self, run: impl for<'r> FnOnce(&'r mut C) -> Run<'r, T>) -> Result<T, StoreError> {
        let outcome = run(&mut *self.connection).await;
        self.noted(outcome)
    }

    pub(in crate::store) fn into_failure(self) -> Option<sqlx::Error> {
        self.failure
    }

    fn noted<T>(&mut self, outcome: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        outcome.map_err(|error| {
            let told = (self.classify)(&error);
            self.failure.get_or_insert(error);
            told
        })
    }
}
