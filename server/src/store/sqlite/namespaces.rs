//! Namespaces.

use async_trait::async_trait;
use domain::{NamespaceId, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{Namespace, NamespaceStore, NamespaceTransaction, Page, StoreError};

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    created_at: i64,
}

impl TryFrom<Row> for Namespace {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: NamespaceId::parse(&row.id).map_err(|error| StoreError::Internal(error.to_string()))?,
            name: row.name,
            created_at: Timestamp::from_nanoseconds(row.created_at),
        })
    }
}

fn by_id(id: &NamespaceId) -> Select<Row> {
    sqlx::query_as("SELECT id, name, created_at FROM namespaces WHERE id = $1").bind(id.as_str().to_owned())
}

#[async_trait]
impl NamespaceStore for SqliteStore {
    async fn namespace(&self, id: &NamespaceId) -> Result<Option<Namespace>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Namespace::try_from).transpose()
    }

    async fn namespaces(&self, page: Page<NamespaceId>) -> Result<Vec<Namespace>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as("SELECT id, name, created_at FROM namespaces WHERE id > $1 ORDER BY id LIMIT $2")
                .bind(page.after.as_ref().map_or("", NamespaceId::as_str))
                .bind(page.limit)
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        rows.into_iter().map(Namespace::try_from).collect()
    }
}

#[async_trait]
impl NamespaceTransaction for SqliteTransaction<'_> {
    async fn namespace(&mut self, id: &NamespaceId) -> Result<Option<Namespace>, StoreError> {
        self.fetch(by_id(id)).await?.map(Namespace::try_from).transpose()
    }

    async fn add_namespace(&mut self, namespace: &Namespace) -> Result<(), StoreError> {
        let insert = sqlx::query("INSERT INTO namespaces (id, name, created_at) VALUES ($1, $2, $3)")
            .bind(namespace.id.as_str())
            .bind(&namespace.name)
            .bind(namespace.created_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }
}
