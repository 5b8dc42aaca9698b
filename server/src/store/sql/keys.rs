//! API keys.

use domain::{NamespaceId, Timestamp};
use macro_rules_attribute::derive;
use serde::Serialize;

use super::{
    Reads, Sql, Texts,
    lookups::Keyed,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{ApiKey, KeyScopes, Result, Store, Transaction};

#[derive(Clone, columns!)]
pub(in crate::store) struct KeyRow {
    id: String,
    secret_hash: Vec<u8>,
    label: String,
    namespace_id: Option<String>,
    scopes: String,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    last_used_at: Option<i64>,
}

impl Stored for ApiKey {
    type Row = KeyRow;

    fn read(row: KeyRow) -> Result<Self> {
        let what = format!("key {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: row.id,
            secret_hash: row.secret_hash.try_into().map_err(|_| damaged())?,
            label: row.label,
            namespace_id: row.namespace_id.as_deref().map(NamespaceId::parse).transpose().map_err(|_| damaged())?,
            scopes: KeyScopes::parse(&row.scopes).ok_or_else(damaged)?,
            created_at: moment(row.created_at),
            expires_at: row.expires_at.map(moment),
            revoked_at: row.revoked_at.map(moment),
            last_used_at: row.last_used_at.map(moment),
        })
    }
}

impl Keyed for KeyRow {
    type Key = String;

    const IS_SHARED: bool = true;

    const FIND: &'static Sql = &FIND;

    fn given(place: usize, id: &String) -> impl Serialize + Send + Sync {
        (place, id)
    }
}

static FIND: Sql = Sql::of(Texts {
    sqlite:
        "SELECT $1 AS place, api_keys.id, secret_hash, label, namespace_id, scopes, created_at, expires_at, revoked_at,
                 last_used_at
             FROM api_keys WHERE api_keys.id = $2",
    postgres:
        "SELECT CAST(given.value ->> 0 AS BIGINT) AS place, api_keys.id, secret_hash, label, namespace_id, scopes,
                   created_at, expires_at, revoked_at, last_used_at
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN api_keys WHERE api_keys.id = given.value ->> 1",
});

impl Store {
    /// Looks up the key of a request. There is no cache, so that a revoked key is refused immediately.
    pub async fn key_in_use(&self, id: &str) -> Result<Option<ApiKey>> {
        self.batches.keys.find(id.to_owned()).await?.map(ApiKey::read).transpose()
    }
}

impl Reads<'_> {
    pub async fn key(&self, id: &str) -> Result<Option<ApiKey>> {
        let select = sql!(
            "SELECT id, secret_hash, label, namespace_id, scopes, created_at, expires_at, revoked_at, last_used_at
             FROM api_keys WHERE id = $1"
        );
        self.find(select.bind(id)).await
    }

    /// Newest first.
    pub async fn keys(&self) -> Result<Vec<ApiKey>> {
        let select = sql!(
            "SELECT id, secret_hash, label, namespace_id, scopes, created_at, expires_at, revoked_at, last_used_at
             FROM api_keys ORDER BY created_at DESC, id"
        );
        self.list(select).await
    }

    /// Keys for this namespace only, newest first, without keys for all namespaces.
    pub async fn keys_of(&self, namespace: &NamespaceId) -> Result<Vec<ApiKey>> {
        let select = sql!(
            "SELECT id, secret_hash, label, namespace_id, scopes, created_at, expires_at, revoked_at, last_used_at
             FROM api_keys WHERE namespace_id = $1 ORDER BY created_at DESC, id"
        );
        self.list(select.bind(namespace)).await
    }

    /// Counts keys that are neither revoked nor expired, for one namespace or, with `None`, for all namespaces.
    pub async fn count_valid_keys(&self, namespace: Option<&NamespaceId>, now: Timestamp) -> Result<u64> {
        let select = match namespace {
            Some(namespace) => sql!(
                "SELECT count(*) FROM api_keys
                 WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND namespace_id = $2"
            )
            .bind(now)
            .bind(namespace),
            None => sql!(
                "SELECT count(*) FROM api_keys
                 WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND namespace_id IS NULL"
            )
            .bind(now),
        };
        Ok(self.number(select).await?.unsigned_abs())
    }

    /// Counts valid keys that expire before `until`.
    pub async fn count_ending_keys(&self, now: Timestamp, until: Timestamp) -> Result<u64> {
        let select =
            sql!("SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND expires_at > $1 AND expires_at < $2");
        Ok(self.number(select.bind(now).bind(until)).await?.unsigned_abs())
    }
}

impl Store {
    pub async fn note_key_use(&self, id: &str, now: Timestamp) -> Result<()> {
        let update = sql!("UPDATE api_keys SET last_used_at = $2 WHERE id = $1");
        self.execute(update.bind(id).bind(now)).await.map(drop)
    }
}

impl Transaction<'_> {
    /// Fails with a conflict if the id is taken.
    pub async fn add_key(&mut self, key: &ApiKey) -> Result<()> {
        let insert = sql!(
            "INSERT INTO api_keys (id, secret_hash, label, namespace_id, scopes, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&key.id)
        .bind(key.secret_hash.as_slice())
        .bind(&key.label)
        .bind(key.namespace_id.as_ref().map(NamespaceId::as_str))
        .bind(key.scopes.to_string())
        .bind(key.created_at)
        .bind(key.expires_at);
        self.execute(insert).await.map(drop)
    }

    pub async fn rename_key(&mut self, id: &str, label: &str) -> Result<()> {
        let update = sql!("UPDATE api_keys SET label = $2 WHERE id = $1");
        self.execute(update.bind(id).bind(label)).await.map(drop)
    }

    /// Keeps the time of the first revocation.
    pub async fn revoke_key(&mut self, id: &str, now: Timestamp) -> Result<()> {
        let update = sql!("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1");
        self.execute(update.bind(id).bind(now)).await.map(drop)
    }
}
