//! Tests of this backend alone: its settings, its files, and the writer from inside.

mod audit;
mod deletion;
mod files;
mod gate;
mod groups;
mod migrating;
mod opening;
mod probe;
mod scans;
mod writer;

use std::path::Path;

use domain::Quiz;
use futures_util::future::BoxFuture;

use super::SqliteStore;
use crate::store::{Namespace, Store, StoreError};

/// The store whose database file stands in this folder.
async fn open(folder: &Path) -> anyhow::Result<SqliteStore> {
    SqliteStore::open(&format!("sqlite:{}", folder.join("test.db").display())).await
}

/// Writes in a transaction each.
impl SqliteStore {
    fn add_namespace(&self, namespace: Namespace) -> BoxFuture<'_, Result<(), StoreError>> {
        let store: &dyn Store = self;
        Box::pin(store.transact(namespace, |namespace, tx| Box::pin(tx.add_namespace(namespace))))
    }

    async fn add_quiz(&self, quiz: Quiz) -> Result<(), StoreError> {
        let store: &dyn Store = self;
        store.transact(quiz, |quiz, tx| Box::pin(tx.add_quiz(quiz))).await
    }
}
