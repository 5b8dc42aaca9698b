//! Statements on a connection, and the tasks of the shared store on this backend.

use async_trait::async_trait;
use domain::{NamespaceId, QuizId};
use futures_util::TryStreamExt;
use sqlx::{ConnectOptions, Connection, Sqlite, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::mpsc::Sender;

use super::{
    SqliteStore,
    error::{classified, classify},
    scan,
    writer::Writer,
};
use crate::store::{
    StoreError, StoredRecord, TransactionStore, Work, WorkScope,
    rows::Columns,
    sql::{
        Batches, Dialect, Filling, GroupWriter, GroupedWrite, PlacedRow, Reader, Run, SqlConnection, SqlStore,
        Statement, Timed, timed,
    },
};

#[async_trait]
impl SqlConnection for SqliteConnection {
    const DIALECT: Dialect = Dialect::Sqlite;

    async fn execute(&mut self, statement: Statement) -> Result<u64, sqlx::Error> {
        Ok(statement.into_query::<Sqlite>().execute(self).await?.rows_affected())
    }

    async fn rows<R: Columns>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        statement.into_query::<Sqlite>().fetch_all(self).await?.iter().map(R::from_row).collect()
    }

    /// One transaction writes at a time, so each statement finds the next number by itself.
    async fn number_changes(&mut self, _: &str, _: usize) -> Result<bool, sqlx::Error> {
        Ok(true)
    }

    /// One transaction writes at a time.
    async fn lock_namespace(&mut self, _: &NamespaceId) -> Result<(), sqlx::Error> {
        Ok(())
    }
}

#[async_trait]
impl SqlStore for SqliteStore {
    type Connection = SqliteConnection;

    async fn rows<R: Columns>(&self, select: Statement) -> Result<Vec<R>, StoreError> {
        let rows = select.into_query::<Sqlite>().fetch_all(&self.readers).await.map_err(classify)?;
        rows.iter().map(|row| R::from_row(row).map_err(classify)).collect()
    }

    async fn fill<R: Columns + 'static>(
        &self,
        select: Statement,
        mut filling: Filling<R>,
    ) -> Result<Filling<R>, StoreError> {
        let mut rows = select.into_query::<Sqlite>().fetch(&self.readers);
        while let Some(row) = rows.try_next().await.map_err(classify)? {
            if !filling.add(R::from_row(&row).map_err(classify)?) {
                break;
            }
        }
        drop(rows);
        Ok(filling)
    }

    fn batches(&self) -> &Batches {
        &self.batches
    }

    async fn scan(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError> {
        scan::records(&self.scanners, &self.writer, quiz, pieces).await
    }

    async fn snapshot<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        read(&mut *scan::begin(&self.scanners).await?).await.map_err(classify)
    }

    async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Run<'c, T> + Send + 'static,
    {
        self.writer.write(run).await
    }

    async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        self.writer.write_statement(move |connection| SqlConnection::execute(connection, statement)).await
    }

    async fn changed_rows<R: Columns>(&self, statement: Statement) -> Result<Vec<R>, StoreError> {
        // The rows are decoded after the write, which a damaged one must not undo.
        let rows = self.writer.write_statement(move |connection| {
            Box::pin(async move { statement.into_query::<Sqlite>().fetch_all(connection).await })
        });
        rows.await?.iter().map(|row| R::from_row(row).map_err(classify)).collect()
    }
}

impl GroupWriter for Writer {
    const IS_BY_LANE: bool = false;

    async fn write_group<W: GroupedWrite>(&self, group: Vec<W>) -> Result<Timed<W::Rows>, StoreError> {
        if W::IS_ONE_STATEMENT {
            self.write_statement(move |connection| Box::pin(timed(group, connection))).await
        } else {
            self.write(move |connection| Box::pin(timed(group, connection))).await
        }
    }
}

#[async_trait]
impl TransactionStore for SqliteStore {
    async fn run(&self, scope: WorkScope, work: Box<dyn Work>) -> Result<(), StoreError> {
        self.writer.transact(scope, work).await
    }
}

/// Looks up on a connection of its own.
pub(super) struct OneConnection {
    options: SqliteConnectOptions,
    open: Option<SqliteConnection>,
}

impl OneConnection {
    pub(super) fn new(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        Self { options, open: Some(connection) }
    }

    async fn rows(&mut self, select: Statement) -> Result<Vec<PlacedRow>, sqlx::Error> {
        let connection = match &mut self.open {
            Some(connection) => connection,
            none => none.insert(self.options.connect().await?),
        };
        SqlConnection::rows(connection, select).await
    }
}

impl Reader for OneConnection {
    const DIALECT: Dialect = Dialect::Sqlite;

    async fn look_up(&mut self, select: Statement) -> Result<Vec<PlacedRow>, StoreError> {
        let rows = self.rows(select).await;
        if rows.is_err() {
            // After any error, the next lookups get a fresh connection.
            self.open = None;
        }
        rows.map_err(|error| classified(&error))
    }

    async fn close(self) {
        if let Some(connection) = self.open {
            // Nothing was written on it that closing could lose.
            let _ = connection.close().await;
        }
    }
}
