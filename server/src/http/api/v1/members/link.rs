//! `POST /namespaces/{namespaceId}/members/{memberId}/link`

use axum::{Json, extract::State};

use super::{
    super::schema::{AdminErrors, MemberLink},
    MemberParams,
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

/// Make a password link
///
/// For somebody who has forgotten the password; needs no body. Earlier links of this person no longer work. Somebody who
/// has a part in namespaces that the key does not open is refused with 403.
#[utoipa::path(
    post, operation_id = "makeMemberLink",
    path = "/namespaces/{namespaceId}/members/{memberId}/link", tag = "administration", security(("api_key" = [])),
    params(MemberParams),
    responses((status = 200, description = "The member and the new link", body = MemberLink), AdminErrors),
)]
pub(crate) async fn link(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<MemberParams>,
) -> Result<Json<MemberLink>, ApiError> {
    let made = http.service.renew_link(&caller, &path.namespace_id, &path.member_id).await?;
    Ok(Json(MemberLink::new(made, &http.base_url)))
}
