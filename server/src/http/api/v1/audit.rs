//! `/audit` and `/namespaces/{namespaceId}/audit`

use axum::extract::State;
use domain::NamespaceId;
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ApiError, Http, Keyed, ListParams, NamespaceParams, PageBody, Path, Query, ReadingErrors, cursor::encode, cut,
    names,
};
use crate::{
    clock,
    http::{reply::json::Json, request::audit_filter::AuditParams},
    service::{Caller, Malformed},
    store::{AuditEntry, Page},
};

/// Read the audit log of a namespace
///
/// Newest first; with the scope `admin`.
#[utoipa::path(
    get, operation_id = "listAuditLog",
    path = "/namespaces/{namespaceId}/audit", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, AuditParams, ListParams),
    responses((status = 200, description = "A page of the log", body = AuditPage), ReadingErrors),
)]
pub(super) async fn namespace(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(filter): Query<AuditParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AuditPage>, ApiError> {
    list(&http, &caller, Some(path.namespace_id), &filter, &params).await
}

/// Read the whole audit log
///
/// Of all namespaces and of none, newest first; with a key for all namespaces and the scope `admin`.
#[utoipa::path(
    get, operation_id = "listWholeAuditLog",
    path = "/audit", tag = "administration", security(("api_key" = [])), params(AuditParams, ListParams),
    responses((status = 200, description = "A page of the log", body = AuditPage), ReadingErrors),
)]
pub(super) async fn all(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Query(filter): Query<AuditParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AuditPage>, ApiError> {
    list(&http, &caller, None, &filter, &params).await
}

async fn list(
    http: &Http,
    caller: &Caller,
    namespace: Option<NamespaceId>,
    filter: &AuditParams,
    params: &ListParams,
) -> Result<Json<AuditPage>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(|text| text.parse().ok())?;
    let filter = filter.read(namespace, &TimeZone::UTC).map_err(Malformed::Parameter)?;
    let found = http.service.audit_log(caller, &filter, Page { after, limit: limit + 1 }).await?;
    let (found, next_cursor) = cut(found, limit, |last| encode(&last.seq.to_string()));
    Ok(Json(PageBody { items: found.into_iter().map(Into::into).collect(), next_cursor }))
}

type AuditPage = PageBody<AuditBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditBody {
    /// Counted from 1 over all namespaces, without gaps.
    line: u64,
    #[schema(format = DateTime)]
    at: String,
    actor: ActorBody,
    /// Such as `quiz.delete`.
    action: String,
    #[schema(value_type = Option<domain::NamespaceId>)]
    namespace_id: Option<String>,
    #[schema(value_type = Option<domain::QuizId>)]
    quiz_id: Option<String>,
    /// The object of the action within the quiz or namespace, such as a user or a key.
    subject: Option<String>,
    /// Further details, in words.
    details: Option<String>,
    /// Over this line and the hash of the one before it in its namespace.
    #[schema(value_type = names::Sha256)]
    hash: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ActorBody {
    #[schema(value_type = names::ActorKind)]
    kind: &'static str,
    /// Of the administrator or the key; empty for the others.
    id: String,
    /// A readable name: an e-mail address, the label of a key.
    name: String,
}

impl From<AuditEntry> for AuditBody {
    fn from(AuditEntry { seq, event, hash, .. }: AuditEntry) -> Self {
        Self {
            line: seq,
            at: clock::to_rfc3339(event.at),
            actor: ActorBody { kind: event.actor.kind.as_str(), id: event.actor.id, name: event.actor.name },
            action: event.action,
            namespace_id: event.namespace_id.map(Into::into),
            quiz_id: event.quiz_id.map(Into::into),
            subject: event.subject,
            details: event.details,
            hash: hex::encode(hash),
        }
    }
}
