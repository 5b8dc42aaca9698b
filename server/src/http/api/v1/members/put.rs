//! `PUT /namespaces/{namespaceId}/members`

use axum::{Json, extract::State};
use domain::{Email, FieldCode, FieldError, Role};

use super::super::{
    quizzes::NamespaceParams,
    schema::{AdminErrors, MemberLink, SetMember},
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{self, Path},
        state::Http,
    },
    service::ExistingRole,
};

/// Give somebody a role
///
/// By e-mail address, creating an account if there is none. The role of a member changes only with `changeRole`; without
/// it another role is refused with 409. A person who has a part in namespaces that the key does not open is refused with
/// 403: the key must not become able to act for that person.
#[utoipa::path(
    put, operation_id = "setMember",
    path = "/namespaces/{namespaceId}/members", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = SetMember,
    responses((status = 200, description = "The member, with a link for a new account", body = MemberLink), AdminErrors),
)]
pub(crate) async fn put(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<SetMember>,
) -> Result<Json<MemberLink>, ApiError> {
    // Whoever may not do this learns nothing about the body.
    caller.require(domain::Permission::Manage, &path.namespace_id)?;
    let email = Email::parse(&body.email).map_err(|error| FieldError::new("email", FieldCode::Malformed(error)))?;
    let role = Role::parse(&body.role).ok_or_else(|| FieldError::new("role", FieldCode::NotOneOf(Role::NAMES)))?;
    let existing = if body.change_role { ExistingRole::Replace } else { ExistingRole::Keep };
    let made = http.service.set_member(&caller, &path.namespace_id, email, role, existing).await?;
    Ok(Json(MemberLink::new(made, &http.base_url)))
}
