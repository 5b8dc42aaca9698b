//! Tests of SQLite only: its settings, its files, and the writer from inside.

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

use std::{ops::Deref, path::Path};

use domain::Quiz;
use futures_util::future::BoxFuture;

use super::{SqliteDatabase, writer::Writer};
use crate::store::{
    Namespace, Store, StoreError, WorkScope,
    root::Database,
    sql::{Batches, Statement, sql},
};

#[derive(Clone)]
struct FileStore {
    store: Store,
    file: SqliteDatabase,
}

impl Deref for FileStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

async fn open(folder: &Path) -> anyhow::Result<FileStore> {
    let store = Store::open(&format!("sqlite:{}", folder.join("test.db").display())).await?;
    let Database::Sqlite(file) = store.database.clone() else { unreachable!("the URL is of a file") };
    Ok(FileStore { store, file })
}

impl FileStore {
    fn with_writer(&self, writer: Writer) -> Self {
        let file = SqliteDatabase { writer, ..self.file.clone() };
        Self { store: Store { database: Database::Sqlite(file.clone()), ..self.store.clone() }, file }
    }

    fn with_batches(&self, batches: Batches) -> Self {
        Self { store: Store { batches, ..self.store.clone() }, file: self.file.clone() }
    }

    /// A write of several statements, which continues if its future is dropped.
    fn add_namespace(&self, namespace: Namespace) -> BoxFuture<'_, Result<(), StoreError>> {
        let insert = self.file.writer.write(move |mut connection| {
            Box::pin(async move { connection.execute(insertion(&namespace)).await.map(drop) })
        });
        Box::pin(insert)
    }

    async fn run(&self, statements: &'static [&'static str]) -> Result<(), StoreError> {
        let write = self.file.writer.write(move |mut connection| {
            Box::pin(async move {
                for sql in statements {
                    connection.execute(Statement::assembled((*sql).to_owned())).await?;
                }
                Ok(())
            })
        });
        write.await
    }

    async fn count(&self, sql: &'static str) -> Result<i64, StoreError> {
        self.number(Statement::assembled(sql.to_owned())).await
    }

    async fn add_quiz(&self, quiz: Quiz) -> Result<(), StoreError> {
        self.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.add_quiz(&quiz).await })).await
    }
}

fn other_program(folder: &Path) -> rusqlite::Result<rusqlite::Connection> {
    rusqlite::Connection::open(folder.join("test.db"))
}

fn insertion(namespace: &Namespace) -> Statement {
    let insert = sql!("INSERT INTO namespaces (id, name, created_at) VALUES ($1, $2, $3)");
    insert.bind(&namespace.id).bind(&namespace.name).bind(namespace.created_at)
}
