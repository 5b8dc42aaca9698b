//! `GET /namespaces`

use axum::{Json, extract::State};
use domain::NamespaceId;

use super::super::{
    cursor::{ListParams, cut, encode},
    schema::{NamespaceBody, NamespacePage, PageBody, ReadingErrors},
};
use crate::{
    http::{auth::Keyed, error::ApiError, extract::Query, state::Http},
    store::Page,
};

/// List namespaces
///
/// By id; with a key for all namespaces.
#[utoipa::path(
    get, operation_id = "listNamespaces",
    path = "/namespaces", tag = "administration", security(("api_key" = [])), params(ListParams),
    responses((status = 200, description = "A page of namespaces", body = NamespacePage), ReadingErrors),
)]
pub(crate) async fn list(
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
