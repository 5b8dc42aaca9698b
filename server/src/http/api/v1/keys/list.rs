//! `GET /namespaces/{namespaceId}/keys`

use axum::{Json, extract::State};

use super::super::{
    quizzes::NamespaceParams,
    schema::{KeyBody, KeyList, ReadingErrors},
};
use crate::{
    clock,
    http::{auth::Keyed, error::ApiError, extract::Path, state::Http},
};

/// List API keys
///
/// Those that open this namespace, newest first; without those that open all.
#[utoipa::path(
    get, operation_id = "listKeys",
    path = "/namespaces/{namespaceId}/keys", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams),
    responses((status = 200, description = "All keys of the namespace", body = KeyList), ReadingErrors),
)]
pub(crate) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<KeyList>, ApiError> {
    let (keys, now) = (http.service.list_keys_in(&caller, &path.namespace_id).await?, clock::now());
    Ok(Json(KeyList { items: keys.into_iter().map(|key| KeyBody::new(key, now)).collect() }))
}
