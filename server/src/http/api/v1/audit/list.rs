//! A page of the log, of whatever namespace.

use axum::Json;
use domain::NamespaceId;

use super::super::{
    cursor::{ListParams, cut, encode},
    schema::{AuditPage, PageBody},
};
use crate::{
    http::{audit_filter::AuditParams, error::ApiError, state::Http},
    service::{Caller, Malformed},
    store::Page,
};

pub(super) async fn list(
    http: &Http,
    caller: &Caller,
    namespace: Option<NamespaceId>,
    filter: &AuditParams,
    params: &ListParams,
) -> Result<Json<AuditPage>, ApiError> {
    let limit = params.limit()?;
    let after = params.after(|text| text.parse().ok())?;
    let filter = filter.read(namespace).map_err(Malformed::Parameter)?;
    let found = http.service.audit_log(caller, &filter, Page { after, limit: limit + 1 }).await?;
    let (found, next_cursor) = cut(found, limit, |last| encode(&last.seq.to_string()));
    Ok(Json(PageBody { items: found.into_iter().map(Into::into).collect(), next_cursor }))
}
