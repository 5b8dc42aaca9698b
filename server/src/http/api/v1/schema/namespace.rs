//! Namespaces.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::{clock, store::Namespace};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNamespace {
    /// Chosen by the operator; part of every URL.
    #[schema(value_type = names::NamespaceId, example = "demo")]
    pub id: String,
    #[schema(min_length = 1, max_length = 200, example = "Demo")]
    pub name: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamespaceBody {
    #[schema(value_type = names::NamespaceId)]
    pub id: String,
    pub name: String,
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<Namespace> for NamespaceBody {
    fn from(namespace: Namespace) -> Self {
        Self { id: namespace.id.into(), name: namespace.name, created_at: clock::to_rfc3339(namespace.created_at) }
    }
}
