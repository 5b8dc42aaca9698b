//! `GET /namespaces/{namespaceId}/audit`

use axum::{Json, extract::State};

use super::{
    super::{
        cursor::ListParams,
        quizzes::NamespaceParams,
        schema::{AuditPage, ReadingErrors},
    },
    list::list,
};
use crate::http::{
    audit_filter::AuditParams,
    auth::Keyed,
    error::ApiError,
    extract::{Path, Query},
    state::Http,
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
pub(crate) async fn namespace(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(filter): Query<AuditParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AuditPage>, ApiError> {
    list(&http, &caller, Some(path.namespace_id), &filter, &params).await
}
