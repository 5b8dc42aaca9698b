//! The parts of the path that name a member.

use domain::NamespaceId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::names;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct MemberParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    pub(super) namespace_id: NamespaceId,
    pub(super) member_id: String,
}
