//! `POST /namespaces/{namespaceId}/keys`

use axum::{Json, extract::State, http::StatusCode};
use domain::{FieldCode, FieldError, Timestamp};

use super::super::{
    quizzes::NamespaceParams,
    schema::{AdminErrors, NewKey, NewKeyBody},
};
use crate::{
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{self, Path},
        key_expiry,
        state::Http,
    },
    store::KeyScope,
};

/// Make an API key
///
/// The key stands in this answer and nowhere after it.
#[utoipa::path(
    post, operation_id = "createKey",
    path = "/namespaces/{namespaceId}/keys", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = NewKey,
    responses((status = 201, description = "The key; shown this once", body = NewKeyBody), AdminErrors),
)]
pub(crate) async fn create(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<NewKey>,
) -> Result<(StatusCode, Json<NewKeyBody>), ApiError> {
    // Whoever may not do this learns nothing about the body.
    caller.require(domain::Permission::Manage, &path.namespace_id)?;
    let scope =
        KeyScope::parse(&body.scope).ok_or_else(|| FieldError::new("scope", FieldCode::NotOneOf(KeyScope::NAMES)))?;
    let expires_at = body.expires_in_days.map(end).transpose()?;
    let issued = http.service.issue_key(&caller, Some(path.namespace_id), body.label, scope, expires_at).await?;
    Ok((StatusCode::CREATED, Json(issued.into())))
}

fn end(days: u32) -> Result<Timestamp, FieldError> {
    key_expiry::after_days(days).ok_or_else(|| FieldError::new("expiresInDays", key_expiry::RANGE))
}
