//! The secrets of the installation.

use super::{SqlStore, query};
use crate::store::{StoreError, rows::Stored};

struct Secret(Vec<u8>);

impl Stored for Secret {
    type Row = (Vec<u8>,);

    fn read((value,): (Vec<u8>,)) -> Result<Self, StoreError> {
        Ok(Self(value))
    }
}

/// The stored value of this name, after storing `fresh` if there was none.
pub(in crate::store) async fn secret<S: SqlStore>(
    store: &S,
    name: &'static str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    let select = || query("SELECT value FROM installation_secrets WHERE name = $1").bind(name);
    let mut stored: Option<Secret> = store.find(select()).await?;
    if stored.is_none() {
        // Another server's may be the first.
        let insert = query("INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING");
        store.execute(insert.bind(name).bind(fresh.as_slice())).await?;
        stored = store.find(select()).await?;
    }
    let stored = stored.and_then(|Secret(value)| value.try_into().ok());
    stored.ok_or_else(|| StoreError::Internal(format!("the secret {name} has a wrong length")))
}
