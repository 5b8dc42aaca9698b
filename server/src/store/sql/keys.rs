//! API keys.

use async_trait::async_trait;
use domain::{NamespaceId, Timestamp};

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, query};
use crate::store::{ApiKey, KeyStore, KeyTransaction, StoreError, rows::key_columns};

fn by_id(id: &str) -> Statement {
    query(concat!("SELECT ", key_columns!(), " FROM api_keys WHERE id = $1")).bind(id)
}

#[async_trait]
impl<S: SqlStore> KeyStore for S {
    async fn key(&self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        self.list(query(concat!("SELECT ", key_columns!(), " FROM api_keys ORDER BY created_at DESC, id"))).await
    }

    async fn note_key_use(&self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        let update = query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1");
        self.execute(update.bind(id).bind(now.nanoseconds())).await.map(drop)
    }
}

#[async_trait]
impl<C: SqlConnection> KeyTransaction for SqlTransaction<'_, C> {
    async fn key(&mut self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn add_key(&mut self, key: &ApiKey) -> Result<(), StoreError> {
        let insert = query(
            "INSERT INTO api_keys (id, secret_hash, label, namespace_id, scopes, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&key.id)
        .bind(key.secret_hash.as_slice())
        .bind(&key.label)
        .bind(key.namespace_id.as_ref().map(NamespaceId::as_str))
        .bind(key.scopes.to_string())
        .bind(key.created_at.nanoseconds())
        .bind(key.expires_at.map(Timestamp::nanoseconds));
        self.execute(insert).await.map(drop)
    }

    async fn revoke_key(&mut self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        let update = query("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1");
        self.execute(update.bind(id).bind(now.nanoseconds())).await.map(drop)
    }
}
