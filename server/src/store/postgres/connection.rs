//! Statements on a connection, and the shared store on this backend.

use async_trait::async_trait;
use domain::{NamespaceId, QuizId};
use futures_util::TryStreamExt;
use sqlx::{Executor, FromRow, PgConnection, PgPool, Postgres, postgres::PgRow};
use tokio::sync::mpsc::Sender;

use super::{PostgresStore, error::classify, scan};
use crate::store::{
    StoreError, StoredRecord, TransactionStore, Work, WorkScope,
    rows::Columns,
    sql::{Batches, Dialect, Filling, PlacedRow, Reader, Run, SqlConnection, SqlStore, Statement},
};

#[async_trait]
impl SqlConnection for PgConnection {
    const DIALECT: Dialect = Dialect::Postgres;

    async fn execute(&mut self, statement: Statement) -> Result<u64, sqlx::Error> {
        Ok(Executor::execute(self, statement.into_query::<Postgres>()).await?.rows_affected())
    }

    async fn rows<R: Columns>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        self.fetch_all(statement.into_query::<Postgres>()).await?.iter().map(R::from_row).collect()
    }

    /// Holds the row of the quiz until the transaction ends, so that those that change its records come one after the
    /// other. Each sees in its next statement what those before it have committed.
    async fn number_changes(&mut self, quiz: &str, count: usize) -> Result<bool, sqlx::Error> {
        let take = sqlx::query(
            "INSERT INTO change_numbers (quiz_id, first, next) SELECT id, 1, 2 + $2 FROM quizzes WHERE id = $1
             ON CONFLICT (quiz_id) DO UPDATE
             SET first = change_numbers.next, next = change_numbers.next + 1 + $2",
        );
        let take = take.bind(quiz).bind(i64::try_from(count).unwrap_or(i64::MAX));
        Ok(Executor::execute(self, take).await?.rows_affected() > 0)
    }

    /// Rows that refer to the namespace can be added meanwhile.
    async fn lock_namespace(&mut self, namespace: &NamespaceId) -> Result<(), sqlx::Error> {
        let lock = sqlx::query("SELECT id FROM namespaces WHERE id = $1 FOR NO KEY UPDATE").bind(namespace.as_str());
        Executor::execute(self, lock).await.map(drop)
    }
}

#[async_trait]
impl SqlStore for PostgresStore {
    type Connection = PgConnection;

    async fn rows<R: Columns>(&self, select: Statement) -> Result<Vec<R>, StoreError> {
        let rows = fetched(&self.readers, select).await?;
        rows.iter().map(|row| R::from_row(row).map_err(classify)).collect()
    }

    async fn fill<R: Columns + 'static>(
        &self,
        select: Statement,
        mut filling: Filling<R>,
    ) -> Result<Filling<R>, StoreError> {
        let pool = self.readers.clone();
        let fill = in_task(async move {
            let mut rows = select.into_query::<Postgres>().fetch(&pool);
            // To the end, even if no more is wanted: statements that read long texts send little beyond the room.
            let mut is_wanted = true;
            while let Some(row) = rows.try_next().await? {
                is_wanted = is_wanted && filling.add(R::from_row(&row)?);
            }
            drop(rows);
            Ok(filling)
        });
        fill.await
    }

    fn batches(&self) -> &Batches {
        &self.batches
    }

    async fn scan(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<(), StoreError> {
        scan::records(&self.scanners, quiz, pieces).await
    }

    async fn snapshot<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, T> + Send + 'static,
    {
        let mut connection = self.scanners.acquire().await.map_err(classify)?;
        // Dropped half-way it would go back with rows still to be read.
        connection.close_on_drop();
        Executor::execute(&mut *connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .await
            .map_err(classify)?;
        read(&mut connection).await.map_err(classify)
    }

    async fn write<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut PgConnection) -> Run<'c, T> + Send + 'static,
    {
        self.writer.write(run).await
    }

    async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        self.writer.write(move |connection| SqlConnection::execute(connection, statement)).await
    }

    async fn changed_rows<R: Columns>(&self, statement: Statement) -> Result<Vec<R>, StoreError> {
        // The rows are decoded after the write, which a damaged one must not undo.
        let rows = self.writer.write(move |connection| {
            Box::pin(async move { connection.fetch_all(statement.into_query::<Postgres>()).await })
        });
        rows.await?.iter().map(|row| R::from_row(row).map_err(classify)).collect()
    }
}

async fn fetched(pool: &PgPool, select: Statement) -> Result<Vec<PgRow>, StoreError> {
    let pool = pool.clone();
    in_task(async move { select.into_query::<Postgres>().fetch_all(&pool).await }).await
}

/// In a task of its own, since a connection whose caller has gone would go back with an answer still to be read.
async fn in_task<T: Send + 'static>(
    fetch: impl Future<Output = Result<T, sqlx::Error>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(fetch).await.map_err(|error| StoreError::Internal(error.to_string()))?.map_err(classify)
}

impl Reader for PgPool {
    const DIALECT: Dialect = Dialect::Postgres;

    async fn look_up(&mut self, select: Statement) -> Result<Vec<PlacedRow>, StoreError> {
        let rows = fetched(self, select).await?;
        rows.iter().map(|row| PlacedRow::from_row(row).map_err(classify)).collect()
    }

    async fn close(self) {}
}

#[async_trait]
impl TransactionStore for PostgresStore {
    async fn run(&self, scope: WorkScope, work: Box<dyn Work>) -> Result<(), StoreError> {
        self.writer.transact(scope, work).await
    }
}
