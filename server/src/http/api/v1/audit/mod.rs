//! `/audit` and `/namespaces/{namespaceId}/audit`

pub(super) mod all;
mod list;
pub(super) mod namespace;
