//! A connection within a write, to either database.

use domain::NamespaceId;
use futures_util::future::BoxFuture;
use sqlx::{PgConnection, SqliteConnection, postgres::PgRow, sqlite::SqliteRow};

use super::{Statement, rows::Columns};
use crate::store::{StoreError, postgres, sqlite};

pub(in crate::store) type Run<'c, T> = BoxFuture<'c, Result<T, sqlx::Error>>;

pub(in crate::store) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// Rows that were not looked at yet.
pub(in crate::store) enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl Rows {
    pub(in crate::store) fn read<R: Columns>(&self) -> Result<Vec<R>, sqlx::Error> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(R::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(R::from_row).collect(),
        }
    }
}

impl Connection<'_> {
    /// Returns the number of rows that the statement changed.
    pub(in crate::store) fn execute(&mut self, statement: Statement) -> Run<'_, u64> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(own) => statement.for_sqlite().execute(&mut **own).await?.rows_affected(),
                Self::Postgres(own) => statement.for_postgres().execute(&mut **own).await?.rows_affected(),
            })
        })
    }

    pub(in crate::store) fn fetch(&mut self, statement: Statement) -> Run<'_, Rows> {
        Box::pin(async move {
            Ok(match self {
                Self::Sqlite(own) => Rows::Sqlite(statement.for_sqlite().fetch_all(&mut **own).await?),
                Self::Postgres(own) => Rows::Postgres(statement.for_postgres().fetch_all(&mut **own).await?),
            })
        })
    }

    pub(in crate::store) async fn rows<R: Columns>(&mut self, statement: Statement) -> Result<Vec<R>, sqlx::Error> {
        self.fetch(statement).await?.read()
    }

    /// Called before a transaction changes up to `count` records of a quiz, so that the changes get numbers in the order
    /// of commits. In SQLite one transaction writes at a time, so each statement finds the next number by itself.
    pub(in crate::store) async fn number_changes(&mut self, quiz: &str, count: usize) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(own) => postgres::number_changes(own, quiz, count).await,
        }
    }

    /// Keeps other transactions that lock the namespace waiting until this one ends; the next statement sees what those
    /// before it have committed. Locks nothing where the namespace is not there.
    pub(in crate::store) async fn lock_namespace(&mut self, namespace: &NamespaceId) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(own) => postgres::lock_namespace(own, namespace).await,
        }
    }

    /// Tells an error of this database in the terms of the store.
    pub(super) fn classify(&self) -> fn(&sqlx::Error) -> StoreError {
        match self {
            Self::Sqlite(_) => sqlite::classified,
            Self::Postgres(_) => postgres::classified,
        }
    }
}
