//! `/namespaces`

use axum::extract::State;
use domain::{Measure, NamespaceId, Quota, Usage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AdminErrors, ApiError, Http, Keyed, ListParams, Made, Manager, NamespaceParams, PageBody, Path, Query,
    ReadingErrors, cursor::encode, cut, extract, quizzes::Deleted,
};
use crate::{
    clock,
    http::reply::json::Json,
    service::{Missing, NamespaceChange},
    store::{Namespace, Page},
};

/// List namespaces
///
/// By id; with a key for all namespaces.
#[utoipa::path(
    get, operation_id = "listNamespaces",
    path = "/namespaces", tag = "administration", security(("api_key" = [])), params(ListParams),
    responses((status = 200, description = "A page of namespaces", body = NamespacePage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Query(params): Query<ListParams>,
) -> Result<Json<NamespacePage>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(|text| NamespaceId::parse(text).ok())?;
    let found = http.service.list_namespaces(&caller, Page { after, limit: limit + 1 }).await?;
    let (found, next_cursor) = cut(found, limit, |last| encode(last.id.as_str()));
    Ok(Json(PageBody { items: found.into_iter().map(NamespaceBody::from).collect(), next_cursor }))
}

/// Create a namespace
///
/// With a key for all namespaces and the scope `admin`.
#[utoipa::path(
    post, operation_id = "createNamespace",
    path = "/namespaces", tag = "administration", security(("api_key" = [])), request_body = NewNamespace,
    responses(
        (status = 201, description = "The namespace", body = NamespaceBody, headers(("Location", description = "Its address"))),
        AdminErrors,
    ),
)]
pub(super) async fn create(
    State(http): State<Http>,
    Manager(caller): Manager,
    extract::Json(body): extract::Json<NewNamespace>,
) -> Result<Made, ApiError> {
    let id = NamespaceId::parse(&body.id)?;
    let namespace = http.service.create_namespace(&caller, id, body.name).await?;
    let path = format!("/namespaces/{}", namespace.id);
    Ok(Made::new(&http.base_url, &path, &NamespaceBody::from(namespace))?)
}

/// Get a namespace
///
/// Its name, what it requires of its members, and how much of its quotas it has used.
#[utoipa::path(
    get, operation_id = "getNamespace",
    path = "/namespaces/{namespaceId}", tag = "administration", security(("api_key" = [])), params(NamespaceParams),
    responses((status = 200, description = "The namespace", body = NamespaceWithUsage), ReadingErrors),
)]
pub(super) async fn show(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<NamespaceWithUsage>, ApiError> {
    let namespace = http.service.namespace(&caller, &path.namespace_id).await?.ok_or(Missing::Namespace)?;
    let (usage, quota) = http.service.usage(&caller, &path.namespace_id).await?;
    let [quizzes, bytes] = Measure::ALL.map(|measure| QuotaUse::of(usage, quota, measure));
    Ok(Json(NamespaceWithUsage { namespace: namespace.into(), quizzes, bytes }))
}

/// Change a namespace
///
/// Returns it as it is then; a field that is absent stays.
#[utoipa::path(
    patch, operation_id = "changeNamespace",
    path = "/namespaces/{namespaceId}", tag = "administration", security(("api_key" = [])), params(NamespaceParams),
    request_body = ChangeNamespace,
    responses((status = 200, description = "The namespace", body = NamespaceBody), AdminErrors),
)]
pub(super) async fn change(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<ChangeNamespace>,
) -> Result<Json<NamespaceBody>, ApiError> {
    let change = NamespaceChange { name: body.name, requires_second_factor: body.requires_second_factor };
    Ok(Json(http.service.change_namespace(&caller, &path.namespace_id, change).await?.into()))
}

/// Delete a namespace
///
/// One without quizzes, with its keys, roles and webhooks. Its audit log stays, and its id is not given again. With a key for
/// all namespaces and the scope `admin`.
#[utoipa::path(
    delete, operation_id = "deleteNamespace",
    path = "/namespaces/{namespaceId}", tag = "administration", security(("api_key" = [])), params(NamespaceParams),
    responses((status = 200, description = "The namespace is deleted", body = Deleted), AdminErrors),
)]
pub(super) async fn delete(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<Deleted>, ApiError> {
    http.service.delete_namespace(&caller, &path.namespace_id).await?;
    Ok(Json(Deleted { deleted: true }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChangeNamespace {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// Of everyone who signs in to its dashboard.
    requires_second_factor: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewNamespace {
    /// Chosen by the operator; part of every URL.
    #[schema(value_type = domain::NamespaceId, example = "demo")]
    id: String,
    #[schema(min_length = 1, max_length = 200, example = "Demo")]
    name: String,
}

type NamespacePage = PageBody<NamespaceBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NamespaceBody {
    #[schema(value_type = domain::NamespaceId)]
    id: String,
    name: String,
    /// Of everyone who signs in to its dashboard.
    requires_second_factor: bool,
    #[schema(format = DateTime)]
    created_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NamespaceWithUsage {
    #[serde(flatten)]
    namespace: NamespaceBody,
    quizzes: QuotaUse,
    /// Of settings, versions, drafts, invitations and answers.
    bytes: QuotaUse,
}

/// A part of a quota
#[derive(Debug, Serialize, ToSchema)]
struct QuotaUse {
    used: u64,
    /// Null for no bound
    quota: Option<u64>,
}

impl QuotaUse {
    fn of(usage: Usage, quota: Quota, measure: Measure) -> Self {
        let bound = Some(quota.of(measure)).filter(|bound| *bound != Quota::UNBOUNDED);
        Self { used: usage.of(measure), quota: bound }
    }
}

impl From<Namespace> for NamespaceBody {
    fn from(namespace: Namespace) -> Self {
        Self {
            id: namespace.id.into(),
            name: namespace.name,
            requires_second_factor: namespace.requires_second_factor,
            created_at: clock::to_rfc3339(namespace.created_at),
        }
    }
}
