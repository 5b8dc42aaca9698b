//! What only this backend can be asked: its settings, its files, and the writer from inside.

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

use super::SqliteStore;

/// The store whose database file stands in this folder.
async fn open(folder: &Path) -> anyhow::Result<SqliteStore> {
    SqliteStore::open(&format!("sqlite:{}", folder.join("test.db").display())).await
}
