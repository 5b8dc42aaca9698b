//! API keys.

use domain::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::{clock, service::IssuedKey, store::ApiKey};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyBody {
    /// The part of the key between its first and second underscore.
    pub id: String,
    pub label: String,
    #[schema(value_type = names::KeyScope)]
    pub scope: &'static str,
    #[schema(value_type = names::KeyState)]
    pub state: &'static str,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Null when it never does.
    #[schema(format = DateTime)]
    pub expires_at: Option<String>,
    /// To the minute.
    #[schema(format = DateTime)]
    pub last_used_at: Option<String>,
    #[schema(format = DateTime)]
    pub revoked_at: Option<String>,
}

impl KeyBody {
    pub fn new(key: ApiKey, now: Timestamp) -> Self {
        Self {
            scope: key.scope.as_str(),
            state: key.state(now),
            created_at: clock::to_rfc3339(key.created_at),
            expires_at: key.expires_at.map(clock::to_rfc3339),
            last_used_at: key.last_used_at.map(clock::to_rfc3339),
            revoked_at: key.revoked_at.map(clock::to_rfc3339),
            id: key.id,
            label: key.label,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeyList {
    pub items: Vec<KeyBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewKey {
    /// What it is for, to tell it from others later.
    #[schema(min_length = 1, max_length = 100, example = "nightly report")]
    pub label: String,
    #[schema(value_type = names::KeyScope)]
    pub scope: String,
    /// Without it the key is valid until it is revoked.
    #[schema(minimum = 1, maximum = 36500)]
    pub expires_in_days: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyBody {
    pub id: String,
    /// The key itself; told this once.
    pub key: String,
    #[schema(format = DateTime)]
    pub expires_at: Option<String>,
}

impl From<IssuedKey> for NewKeyBody {
    fn from(issued: IssuedKey) -> Self {
        Self { id: issued.key.id, expires_at: issued.key.expires_at.map(clock::to_rfc3339), key: issued.text }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Revoked {
    pub revoked: bool,
}
