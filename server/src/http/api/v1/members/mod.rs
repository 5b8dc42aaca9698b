//! `/namespaces/{namespaceId}/members`

pub(super) mod link;
pub(super) mod list;
mod path;
pub(super) mod put;
pub(super) mod remove;

use path::MemberParams;
