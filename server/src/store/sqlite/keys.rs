//! API keys.

use async_trait::async_trait;
use domain::{NamespaceId, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{ApiKey, KeyScope, KeyStore, KeyTransaction, StoreError};

#[derive(FromRow)]
struct Row {
    id: String,
    secret_hash: Vec<u8>,
    label: String,
    namespace_id: Option<String>,
    scope: String,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    last_used_at: Option<i64>,
}

impl TryFrom<Row> for ApiKey {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let damaged = || StoreError::Internal(format!("the stored key {} is damaged", row.id));
        let namespace_id = row.namespace_id.as_deref().map(NamespaceId::parse).transpose().map_err(|_| damaged())?;
        Ok(Self {
            secret_hash: row.secret_hash.as_slice().try_into().map_err(|_| damaged())?,
            namespace_id,
            scope: KeyScope::parse(&row.scope).ok_or_else(damaged)?,
            id: row.id,
            label: row.label,
            created_at: Timestamp::from_nanoseconds(row.created_at),
            expires_at: row.expires_at.map(Timestamp::from_nanoseconds),
            revoked_at: row.revoked_at.map(Timestamp::from_nanoseconds),
            last_used_at: row.last_used_at.map(Timestamp::from_nanoseconds),
        })
    }
}

fn by_id(id: &str) -> Select<Row> {
    sqlx::query_as(
        "SELECT id, secret_hash, label, namespace_id, scope, created_at, expires_at, revoked_at, last_used_at
         FROM api_keys WHERE id = $1",
    )
    .bind(id.to_owned())
}

#[async_trait]
impl KeyStore for SqliteStore {
    async fn key(&self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(ApiKey::try_from).transpose()
    }

    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, secret_hash, label, namespace_id, scope, created_at, expires_at, revoked_at, last_used_at
             FROM api_keys ORDER BY created_at DESC, id",
        )
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(ApiKey::try_from).collect()
    }

    async fn note_key_use(&self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1")
                        .bind(id)
                        .bind(now.nanoseconds())
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }
}

#[async_trait]
impl KeyTransaction for SqliteTransaction<'_> {
    async fn key(&mut self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        self.fetch(by_id(id)).await?.map(ApiKey::try_from).transpose()
    }

    async fn add_key(&mut self, key: &ApiKey) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO api_keys (id, secret_hash, label, namespace_id, scope, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&key.id)
        .bind(key.secret_hash.as_slice())
        .bind(&key.label)
        .bind(key.namespace_id.as_ref().map(NamespaceId::as_str))
        .bind(key.scope.as_str())
        .bind(key.created_at.nanoseconds())
        .bind(key.expires_at.map(Timestamp::nanoseconds));
        self.execute(insert).await.map(drop)
    }

    async fn revoke_key(&mut self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1");
        self.execute(update.bind(id).bind(now.nanoseconds())).await.map(drop)
    }
}
