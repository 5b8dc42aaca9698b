//! `POST /namespaces`

use axum::{Json, extract::State, http::StatusCode};
use domain::NamespaceId;

use super::super::schema::{AdminErrors, NamespaceBody, NewNamespace};
use crate::http::{auth::Keyed, error::ApiError, extract, state::Http};

/// Create a namespace
///
/// With a key for all namespaces and the scope `admin`.
#[utoipa::path(
    post, operation_id = "createNamespace",
    path = "/namespaces", tag = "administration", security(("api_key" = [])), request_body = NewNamespace,
    responses((status = 201, description = "The namespace", body = NamespaceBody), AdminErrors),
)]
pub(crate) async fn create(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    extract::Json(body): extract::Json<NewNamespace>,
) -> Result<(StatusCode, Json<NamespaceBody>), ApiError> {
    let id = NamespaceId::parse(&body.id)?;
    let namespace = http.service.create_namespace(&caller, id, body.name).await?;
    Ok((StatusCode::CREATED, Json(namespace.into())))
}
