//! `GET /namespaces/{namespaceId}/members`

use axum::{Json, extract::State};

use super::super::{
    quizzes::NamespaceParams,
    schema::{MemberList, ReadingErrors},
};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

/// List members
///
/// Who has a role in the namespace, by e-mail address; without the administrators of all namespaces.
#[utoipa::path(
    get, operation_id = "listMembers",
    path = "/namespaces/{namespaceId}/members", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams),
    responses((status = 200, description = "All members", body = MemberList), ReadingErrors),
)]
pub(crate) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<MemberList>, ApiError> {
    let members = http.service.members(&caller, &path.namespace_id).await?;
    Ok(Json(MemberList { items: members.into_iter().map(Into::into).collect() }))
}
