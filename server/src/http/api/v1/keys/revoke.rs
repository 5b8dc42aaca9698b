//! `DELETE /namespaces/{namespaceId}/keys/{keyId}`

use axum::{Json, extract::State};
use domain::NamespaceId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::{AdminErrors, Revoked, names};
use crate::http::{auth::Keyed, error::ApiError, extract::Path, state::Http};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct KeyParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    key_id: String,
}

/// Revoke an API key
///
/// One that opens this namespace; takes effect with the next request, and for good.
#[utoipa::path(
    delete, operation_id = "revokeKey",
    path = "/namespaces/{namespaceId}/keys/{keyId}", tag = "administration", security(("api_key" = [])),
    params(KeyParams),
    responses((status = 200, description = "The key is revoked", body = Revoked), AdminErrors),
)]
pub(crate) async fn revoke(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<KeyParams>,
) -> Result<Json<Revoked>, ApiError> {
    http.service.revoke_key_in(&caller, &path.namespace_id, &path.key_id).await?;
    Ok(Json(Revoked { revoked: true }))
}
