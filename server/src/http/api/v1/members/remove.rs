//! `DELETE /namespaces/{namespaceId}/members/{memberId}`

use axum::{Json, extract::State};

use super::{
    super::schema::{AdminErrors, Removed},
    MemberParams,
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

/// Remove a member
///
/// With the last role of somebody goes the account.
#[utoipa::path(
    delete, operation_id = "removeMember",
    path = "/namespaces/{namespaceId}/members/{memberId}", tag = "administration", security(("api_key" = [])),
    params(MemberParams),
    responses((status = 200, description = "The member is removed", body = Removed), AdminErrors),
)]
pub(crate) async fn remove(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<MemberParams>,
) -> Result<Json<Removed>, ApiError> {
    http.service.remove_member(&caller, &path.namespace_id, &path.member_id).await?;
    Ok(Json(Removed { removed: true }))
}
