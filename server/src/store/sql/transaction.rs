//! The unit of work: a use case reads, checks, writes and records its audit event in one transaction.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, MutexGuard};

use super::{Connection, Reads, Statement, reads::Source, rows::Stored};
use crate::store::{Result, StoreError, WorkScope};

/// A transaction. A read sees the writes before it, and no other unit of work changes its scope meanwhile.
///
/// A transaction in which a statement failed cannot commit.
pub struct Transaction<'c> {
    open: Arc<Open<'c>>,
    reads: Reads<'c>,
    pub(super) scope: &'c WorkScope,
}

pub(in crate::store) struct Open<'c> {
    pub(super) connection: Mutex<Connection<'c>>,
    classify: fn(&sqlx::Error) -> StoreError,
    /// The error of the first statement that failed.
    failure: OnceLock<sqlx::Error>,
}

/// A unit of work: returns `true` to commit and `false` to roll back.
pub(in crate::store) type Work = Box<dyn for<'t, 'c> FnOnce(&'t mut Transaction<'c>) -> BoxFuture<'t, bool> + Send>;

/// Decodes a row within a write. A damaged row fails the write.
pub(super) fn decode<T: Stored>(row: T::Row) -> Result<T, sqlx::Error> {
    T::read(row).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl Open<'_> {
    pub(super) fn noted<T>(&self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        outcome.map_err(|error| {
            let told = (self.classify)(&error);
            let _ = self.failure.set(error);
            told
        })
    }
}

impl<'c> Transaction<'c> {
    pub(in crate::store) fn new(connection: Connection<'c>, scope: &'c WorkScope) -> Self {
        let (classify, connection) = (connection.classify(), Mutex::new(connection));
        let open = Arc::new(Open { connection, classify, failure: OnceLock::new() });
        Self { reads: Reads(Source::Transaction(Arc::clone(&open))), open, scope }
    }

    /// For statements that other writes share. Their outcome must be [noted](Self::noted).
    pub(super) async fn connection(&mut self) -> MutexGuard<'_, Connection<'c>> {
        self.open.connection.lock().await
    }

    pub(super) fn noted<T>(&self, outcome: Result<T, sqlx::Error>) -> Result<T> {
        self.open.noted(outcome)
    }

    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64> {
        let done = self.connection().await.execute(statement).await;
        self.noted(done)
    }

    pub(in crate::store) fn into_failure(self) -> Option<sqlx::Error> {
        let Self { open, reads, .. } = self;
        drop(reads);
        Arc::into_inner(open)?.failure.into_inner()
    }
}

impl<'c> Deref for Transaction<'c> {
    type Target = Reads<'c>;

    fn deref(&self) -> &Reads<'c> {
        &self.reads
    }
}
