//! `/namespaces/{namespaceId}/members`

use axum::extract::State;
use domain::{Email, FieldCode, FieldError, NamespaceId, Role};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Http, Keyed, ListParams, Manager, NamespaceParams, PageBody, Path, Query, ReadingErrors,
    RequestError, cursor, extract, names,
};
use crate::{
    clock,
    http::reply::json::Json,
    service::{ExistingRole, GivenRole, Missing, NewMember, ServiceError},
    store::{Member, Page},
};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct MemberParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    member_id: String,
}

/// List members
///
/// Lists the members of the namespace by e-mail address, without the administrators of all namespaces.
#[utoipa::path(
    get, operation_id = "listMembers",
    path = "/namespaces/{namespaceId}/members", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of members", body = MemberPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<MemberPage>, ApiError> {
    let (limit, after) = (params.limit()?, params.after(|id| Some(id.to_owned()))?);
    if let Some(id) = &after {
        match http.service.member(&caller, &path.namespace_id, id).await {
            Err(ServiceError::Missing(Missing::Administrator)) => return Err(RequestError::Cursor.into()),
            found => _ = found?,
        }
    }
    let members = http.service.page_of_members(&caller, &path.namespace_id, Page { after, limit: limit + 1 }).await?;
    let (members, next_cursor) = cursor::cut(members, limit, |member| cursor::encode(&member.administrator.id));
    Ok(Json(PageBody { items: members.into_iter().map(Into::into).collect(), next_cursor }))
}

/// Give a person a role
///
/// By e-mail address. A member has the role at once, but only with `changeRole`; without it another role is refused with
/// 409. Anyone else is offered the role, and becomes a member by accepting it: the reply is the same whether or not the
/// address has an account. A later offer to the same address replaces the one before.
#[utoipa::path(
    put, operation_id = "setMember",
    path = "/namespaces/{namespaceId}/members", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = SetMember,
    responses((status = 200, description = "The member, or the offer with its link", body = RoleGiven), AdminErrors),
)]
pub(super) async fn put(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<SetMember>,
) -> Result<Json<RoleGiven>, ApiError> {
    let email = Email::parse(&body.email).map_err(|error| FieldError::new("email", FieldCode::Malformed(error)))?;
    let role = Role::parse(&body.role).ok_or_else(|| FieldError::new("role", FieldCode::NotOneOf(Role::NAMES)))?;
    let existing = if body.change_role { ExistingRole::Replace } else { ExistingRole::Keep };
    let given = http.service.give_role(&caller, &path.namespace_id, email, role, existing, body.message).await?;
    Ok(Json(RoleGiven::new(given, &http.base_url)))
}

/// Make a password link
///
/// For a member who has forgotten the password; needs no body. Earlier links of this person no longer work. A member who
/// has a part in namespaces that the key does not open is refused with 403.
#[utoipa::path(
    post, operation_id = "makeMemberLink",
    path = "/namespaces/{namespaceId}/members/{memberId}/link", tag = "administration", security(("api_key" = [])),
    params(MemberParams),
    responses((status = 200, description = "The member and the new link", body = MemberLink), AdminErrors),
)]
pub(super) async fn link(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<MemberParams>,
) -> Result<Json<MemberLink>, ApiError> {
    let made = http.service.renew_link(&caller, &path.namespace_id, &path.member_id).await?;
    Ok(Json(MemberLink::new(made, &http.base_url)))
}

/// Remove a member
///
/// Removing the last role deletes the account.
#[utoipa::path(
    delete, operation_id = "removeMember",
    path = "/namespaces/{namespaceId}/members/{memberId}", tag = "administration", security(("api_key" = [])),
    params(MemberParams),
    responses((status = 200, description = "The member is removed", body = Removed), AdminErrors),
)]
pub(super) async fn remove(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<MemberParams>,
) -> Result<Json<Removed>, ApiError> {
    http.service.remove_member(&caller, &path.namespace_id, &path.member_id).await?;
    Ok(Json(Removed { removed: true }))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberBody {
    #[schema(format = "uuid")]
    id: String,
    email: String,
    #[schema(value_type = names::MemberRole)]
    role: &'static str,
    /// False until the person has chosen one.
    has_password: bool,
    has_second_factor: bool,
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

type MemberPage = PageBody<MemberBody>;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SetMember {
    #[schema(max_length = 254, example = "ana@example.com")]
    email: String,
    #[schema(value_type = names::MemberRole)]
    role: String,
    /// Required to change the role of a member
    #[serde(default)]
    change_role: bool,
    /// Words to the person of an offer, which stand in the mail about it
    #[serde(default)]
    #[schema(max_length = 500, example = "Could you look at the translation?")]
    message: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RoleGiven {
    /// Null for an offer.
    #[schema(format = "uuid")]
    id: Option<String>,
    email: String,
    /// A link to accept the role, valid once, and shown only now. Null for a member.
    link: Option<String>,
    /// Of the offer. Null for a member.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

impl RoleGiven {
    fn new(given: GivenRole, base_url: &str) -> Self {
        match given {
            GivenRole::Member(Member { administrator, .. }) => Self {
                id: Some(administrator.id),
                email: administrator.email.to_string(),
                link: None,
                expires_at: None,
            },
            GivenRole::Offered(offer, token) => Self {
                id: None,
                email: offer.email.to_string(),
                link: Some(format!("{base_url}/admin/offer/{token}")),
                expires_at: Some(clock::to_rfc3339(offer.expires_at)),
            },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemberLink {
    #[schema(format = "uuid")]
    id: String,
    email: String,
    /// A link to choose a password, valid once, for three days, and shown only now.
    link: Option<String>,
}

impl MemberLink {
    fn new(made: NewMember, base_url: &str) -> Self {
        Self {
            id: made.administrator.id,
            email: made.administrator.email.to_string(),
            link: made.link.map(|token| format!("{base_url}/admin/link/{token}")),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Removed {
    removed: bool,
}
