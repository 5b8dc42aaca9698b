//! The people of a namespace.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::{service::NewMember, store::Member};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBody {
    #[schema(format = "uuid")]
    pub id: String,
    pub email: String,
    #[schema(value_type = names::MemberRole)]
    pub role: &'static str,
    /// False until the person has followed a link.
    pub has_password: bool,
    pub has_second_factor: bool,
}

impl From<Member> for MemberBody {
    fn from(member: Member) -> Self {
        Self {
            role: member.role.as_str(),
            email: member.administrator.email.to_string(),
            has_password: member.administrator.password_hash.is_some(),
            has_second_factor: member.administrator.totp.is_some(),
            id: member.administrator.id,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MemberList {
    pub items: Vec<MemberBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetMember {
    #[schema(max_length = 254, example = "ana@example.com")]
    pub email: String,
    #[schema(value_type = names::MemberRole)]
    pub role: String,
    /// Required to change the role of a member
    #[serde(default)]
    pub change_role: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MemberLink {
    #[schema(format = "uuid")]
    pub id: String,
    pub email: String,
    /// Where the person chooses a password: once, for three days, and told this once. Null for whoever has one, or
    /// was a member before.
    pub link: Option<String>,
}

impl MemberLink {
    pub fn new(made: NewMember, base_url: &str) -> Self {
        Self {
            id: made.administrator.id,
            email: made.administrator.email.to_string(),
            link: made.link.map(|token| format!("{base_url}/admin/link/{token}")),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Removed {
    pub removed: bool,
}
