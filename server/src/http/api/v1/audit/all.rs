//! `GET /audit`

use axum::{Json, extract::State};

use super::{
    super::{
        cursor::ListParams,
        schema::{AuditPage, ReadingErrors},
    },
    list::list,
};
use crate::http::{audit_filter::AuditParams, auth::Keyed, error::ApiError, extract::Query, state::Http};

/// Read the whole audit log
///
/// Of all namespaces and of none, newest first; with a key for all namespaces and the scope `admin`.
#[utoipa::path(
    get, operation_id = "listWholeAuditLog",
    path = "/audit", tag = "administration", security(("api_key" = [])), params(AuditParams, ListParams),
    responses((status = 200, description = "A page of the log", body = AuditPage), ReadingErrors),
)]
pub(crate) async fn all(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Query(filter): Query<AuditParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<AuditPage>, ApiError> {
    list(&http, &caller, None, &filter, &params).await
}
