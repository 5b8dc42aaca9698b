//! API keys.

use domain::NamespaceId;

use super::{Stored, damaged, moment, row};
use crate::store::{ApiKey, KeyScopes, StoreError};

row!(KeyRow, key_columns {
    id: String,
    secret_hash: Vec<u8>,
    label: String,
    namespace_id: Option<String>,
    scopes: String,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    last_used_at: Option<i64>,
});

impl Stored for ApiKey {
    type Row = KeyRow;

    fn read(row: KeyRow) -> Result<Self, StoreError> {
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
