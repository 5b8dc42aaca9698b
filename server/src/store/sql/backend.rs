//! The backend's part: connections, reads and writes.

use std::{future::Future, pin::Pin};

use async_trait::async_trait;
use domain::{NamespaceId, QuizId};
use tokio::sync::mpsc::Sender;

use super::{Batches, Dialect, Statement};
use crate::store::{
    InstallationStore, StoreError, StoredRecord,
    rows::{Columns, Stored},
};

pub(in crate::store) type Run<'c, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'c>>;

/// A connection within a write.
#[async_trait]
pub(in crate::store) trait SqlConnection: Send {
    const DIALECT: Dialect;

    /// Returns the number of rows that the statement changed.
    async fn execute(&mut self, statement: Statement) -> Result<u64, sqlx::Error>;

    async fn rows<R: Columns>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error>;

    /// Called before a transaction changes up to `count` records of a quiz, so that the changes get numbers in the order
    /// of commits. False when there is no such quiz.
    async fn number_changes(&mut self, quiz: &str, count: usize) -> Result<bool, sqlx::Error>;

    /// Keeps other transactions that lock the namespace waiting until this one ends; the next statement sees what those
    /// before it have committed. Locks nothing where the namespace is not there.
    async fn lock_namespace(&mut self, namespace: &NamespaceId) -> Result<(), sqlx::Error>;
}

#[async_trait]
pub(in crate::store) trait SqlStore: InstallationStore {
    type Connection: SqlConnection;
    const DIALECT: Dialect = <Self::Connection as SqlConnection>::DIALECT;

    /// Rows as the last commit left them.
    async fn rows<R: Columns>(&self, select: Statement) -> Result<Vec<R>, StoreError>;

    /// The writes and lookups that are done in groups.
    fn batches(&self) -> &Batches;

    /// Sends all records of a quiz as of one moment, in the order of their first activity. Ends early when the receiver is
    /// dropped.
    async fn scan(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError>;

    /// Runs reads that all see one moment. They may take long.
    async fn snapshot<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Self::Connection) -> Run<'c, T> + Send + 'static;

    /// Runs one write, whole or not at all, and returns when it is on the disk. It is carried out even if the returned
    /// future is dropped.
    async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Self::Connection) -> Run<'c, T> + Send + 'static;

    /// A write of one statement that returns no rows; returns the number of rows that it changed.
    async fn execute(&self, statement: Statement) -> Result<u64, StoreError>;

    /// A write of one statement that returns what it changed.
    async fn changed_rows<R: Columns>(&self, statement: Statement) -> Result<Vec<R>, StoreError>;

    async fn find<T: Stored>(&self, select: Statement) -> Result<Option<T>, StoreError> {
        Ok(self.list(select).await?.pop())
    }

    async fn list<T: Stored>(&self, select: Statement) -> Result<Vec<T>, StoreError> {
        self.rows(select).await?.into_iter().map(T::read).collect()
    }

    async fn changed<T: Stored>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        self.changed_rows(statement).await?.into_iter().map(T::read).collect()
    }
}
