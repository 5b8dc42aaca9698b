//! The backend's part: connections, reads and writes.

use std::{future::Future, pin::Pin};

use async_trait::async_trait;
use domain::{NamespaceId, QuizId};
use tokio::sync::mpsc::Sender;

use super::{Batches, Dialect, Statement};
use crate::{
    apart::{SMALL, apart},
    store::{
        InstallationStore, Listed, StoreError, StoredRecord,
        rows::{Columns, Stored},
    },
};

/// Bytes of a page.
const PAGE: usize = 1024 * 1024;

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

/// A part of a list while it is read.
pub(in crate::store) struct Filling<R> {
    room: Room,
    bytes_of: fn(&R) -> usize,
    rows: Vec<R>,
    bytes: usize,
    is_more: bool,
}

/// The room of a part of a list, which ends with the row that fills it.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Room {
    pub(in crate::store) rows: u32,
    pub(in crate::store) bytes: usize,
}

impl Room {
    /// Of a page of so many rows.
    pub(super) fn of_page(rows: u32) -> Self {
        Self { rows, bytes: PAGE }
    }

    /// The limit of a statement that tells whether there is more.
    pub(super) fn limit(self) -> i64 {
        i64::from(self.rows) + 1
    }
}

impl<R> Filling<R> {
    /// Returns `false` when no further row is wanted.
    pub(in crate::store) fn add(&mut self, row: R) -> bool {
        self.is_more = self.rows.len() >= self.room.rows as usize || self.bytes >= self.room.bytes;
        if !self.is_more {
            self.bytes += (self.bytes_of)(&row);
            self.rows.push(row);
        }
        !self.is_more
    }
}

#[async_trait]
pub(in crate::store) trait SqlStore: InstallationStore {
    type Connection: SqlConnection;
    const DIALECT: Dialect = <Self::Connection as SqlConnection>::DIALECT;

    /// Rows as the last commit left them.
    async fn rows<R: Columns>(&self, select: Statement) -> Result<Vec<R>, StoreError>;

    /// Adds rows until there is no room.
    async fn fill<R: Columns + 'static>(
        &self,
        select: Statement,
        filling: Filling<R>,
    ) -> Result<Filling<R>, StoreError>;

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

    async fn find<T: Stored + 'static>(&self, select: Statement) -> Result<Option<T>, StoreError> {
        Ok(self.list(select).await?.pop())
    }

    async fn list<T: Stored + 'static>(&self, select: Statement) -> Result<Vec<T>, StoreError> {
        let rows = self.rows(select).await?;
        let bytes = rows.iter().map(T::bytes).sum();
        read_apart(rows, bytes).await
    }

    /// A part of a list. The statement asks for [`Room::limit`] rows.
    async fn part<T: Stored + 'static>(&self, select: Statement, room: Room) -> Result<Listed<T>, StoreError> {
        let filling = Filling { room, bytes_of: T::bytes, rows: Vec::new(), bytes: 0, is_more: false };
        let Filling { rows, bytes, is_more, .. } = self.fill(select, filling).await?;
        Ok(Listed { items: read_apart(rows, bytes).await?, is_more })
    }

    async fn changed<T: Stored>(&self, statement: Statement) -> Result<Vec<T>, StoreError> {
        self.changed_rows(statement).await?.into_iter().map(T::read).collect()
    }
}

async fn read_apart<T: Stored + 'static>(rows: Vec<T::Row>, bytes: usize) -> Result<Vec<T>, StoreError> {
    apart(bytes > SMALL, move || rows.into_iter().map(T::read).collect()).await
}
