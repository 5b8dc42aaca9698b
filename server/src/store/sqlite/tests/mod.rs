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
use crate::store::{Namespace, Store, StoreError, WorkScope};

/// The store whose database file stands in this folder.
async fn open(folder: &Path) -> anyhow::Result<SqliteStore> {
    SqliteStore::open(&format!("sqlite:{}", folder.join("test.db").display())).await
}

/// The same after the start of a server, which brings a database of an earlier release up to date.
async fn upgraded(folder: &Path) -> anyhow::Result<SqliteStore> {
    SqliteStore::upgrade(&format!("sqlite:{}", folder.join("test.db").display())).await?;
    open(folder).await
}

impl SqliteStore {
    /// A write of several statements, which goes on when its future is dropped.
    fn add_namespace(&self, namespace: Namespace) -> BoxFuture<'_, Result<(), StoreError>> {
        let insert = self.writer.write(move |connection| {
            Box::pin(async move {
                let insert = sqlx::query("INSERT INTO namespaces (id, name, created_at) VALUES ($1, $2, $3)");
                let insert = insert.bind(namespace.id.as_str()).bind(&namespace.name);
                insert.bind(namespace.created_at.nanoseconds()).execute(connection).await.map(drop)
            })
        });
        Box::pin(insert)
    }

    async fn add_quiz(&self, quiz: Quiz) -> Result<(), StoreError> {
        let store: &dyn Store = self;
        store.transact(WorkScope::Installation, quiz, |quiz, tx| Box::pin(tx.add_quiz(quiz))).await
    }
}
