//! The backends that the suite runs on.

use std::sync::Arc;

use async_trait::async_trait;
use tempfile::TempDir;

use super::cluster;
use crate::store::{PostgresStore, SqliteStore, Store};

/// A place of its own for the data of one test; dropping it takes the data away.
#[async_trait(?Send)]
pub(super) trait Backend: 'static {
    /// Opens what is there, as a server that starts does.
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>>;
}

/// A database file in a temporary folder.
pub(super) struct SqliteFile {
    folder: TempDir,
}

impl SqliteFile {
    #[expect(clippy::unused_async, reason = "as with every backend")]
    pub(super) async fn empty() -> anyhow::Result<Self> {
        Ok(Self { folder: tempfile::tempdir()? })
    }
}

#[async_trait(?Send)]
impl Backend for SqliteFile {
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        let url = format!("sqlite:{}", self.folder.path().join("test.db").display());
        Ok(Arc::new(SqliteStore::open(&url).await?))
    }
}

/// A schema of its own in the cluster of the test run.
pub(super) struct PostgresSchema {
    url: String,
}

impl PostgresSchema {
    pub(super) async fn empty() -> anyhow::Result<Self> {
        Ok(Self { url: cluster::empty_schema().await? })
    }
}

#[async_trait(?Send)]
impl Backend for PostgresSchema {
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        Ok(Arc::new(PostgresStore::open(&self.url).await?))
    }
}
