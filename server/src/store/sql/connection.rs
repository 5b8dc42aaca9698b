//! A connection to either database within a write.

use domain::{NamespaceId, QuizId};
use futures_util::future::BoxFuture;
use serde::Serialize;
use sqlx::PgConnection;

use super::{
    Sql, Statement,
    rows::Columns,
    statement::{fields, json},
};
use crate::store::{
    StoreError, postgres,
    sqlite::{self, SqliteConnection},
};

pub(in crate::store) type Run<'c, T> = BoxFuture<'c, Result<T, sqlx::Error>>;

pub(in crate::store) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Connection<'_> {
    pub(in crate::store) fn execute(&mut self, statement: Statement) -> Run<'_, u64> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(own) => own.execute(&statement)?,
                Self::Postgres(own) => statement.for_postgres().execute(&mut **own).await?.rows_affected(),
            })
        })
    }

    /// Returns each row or its decoding error. A row that cannot be decoded does not fail the write.
    pub(in crate::store) fn fetch<R: Columns>(&mut self, statement: Statement) -> Run<'_, Vec<Result<R, sqlx::Error>>> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(own) => own.fetch(&statement)?,
                Self::Postgres(own) => postgres::read(&statement.for_postgres().fetch_all(&mut **own).await?),
            })
        })
    }

    pub(in crate::store) async fn rows<R: Columns>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        self.fetch(statement).await?.into_iter().collect()
    }

    /// Runs a statement once per row of input and returns all rows of output.
    pub(in crate::store) async fn each<R: Columns>(
        &mut self,
        sql: &'static Sql,
        rows: &[impl Serialize + Sync],
    ) -> Result<Vec<R>, sqlx::Error> {
        match self {
            Self::Postgres(_) => self.rows(sql.statement().bind(json(rows)?)).await,
            Self::Sqlite(own) => own.each(sql, rows.iter().map(fields)),
        }
    }

    /// Same as [`each`](Self::each), for a statement that returns nothing.
    pub(in crate::store) async fn execute_each(
        &mut self,
        sql: &'static Sql,
        rows: &[impl Serialize + Sync],
    ) -> Result<(), sqlx::Error> {
        self.each::<(i64,)>(sql, rows).await.map(drop)
    }

    /// Must be called before a transaction changes up to `count` records of a quiz, so that changes are numbered in the
    /// order of commits. SQLite has one writer, so each statement finds the next number itself.
    pub(in crate::store) async fn number_changes(&mut self, quiz: &str, count: usize) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(own) => postgres::number_changes(own, quiz, count).await,
        }
    }

    /// Notifies other servers, once the transaction is committed, that scores of the quiz's records have changed.
    pub(in crate::store) async fn announce_scores(&mut self, quiz: &QuizId) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(own) => postgres::announce_scores(own, quiz).await,
        }
    }

    /// Blocks other transactions that lock the namespace until this one ends. The next statement sees what earlier
    /// holders have committed. Locks nothing if the namespace does not exist.
    pub(in crate::store) async fn lock_namespace(&mut self, namespace: &NamespaceId) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(own) => postgres::lock_namespace(own, namespace).await,
        }
    }

    /// The function that maps errors of this database to errors of the store.
    pub(super) fn classify(&self) -> fn(&sqlx::Error) -> StoreError {
        match self {
            Self::Sqlite(_) => sqlite::classified,
            Self::Postgres(_) => postgres::classified,
        }
    }
}
