//! `/namespaces/{namespaceId}/keys`

use axum::{Json, extract::State, http::StatusCode};
use domain::{FieldCode, FieldError, Invalid, NamespaceId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    names,
    quizzes::NamespaceParams,
    responses::{AdminErrors, ReadingErrors},
};
use crate::{
    clock,
    http::{
        auth::Keyed,
        error::ApiError,
        extract::{self, Path},
        key_expiry,
        state::Http,
    },
    service::IssuedKey,
    store::{ApiKey, KeyScope, KeyScopes},
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
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
) -> Result<Json<KeyList>, ApiError> {
    let (keys, now) = (http.service.list_keys_in(&caller, &path.namespace_id).await?, clock::now());
    Ok(Json(KeyList { items: keys.into_iter().map(|key| KeyBody::new(key, now)).collect() }))
}

/// Make an API key
///
/// The key stands in this answer and nowhere after it.
#[utoipa::path(
    post, operation_id = "createKey",
    path = "/namespaces/{namespaceId}/keys", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams), request_body = NewKey,
    responses((status = 201, description = "The key; shown this once", body = NewKeyBody), AdminErrors),
)]
pub(super) async fn create(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    extract::Json(body): extract::Json<NewKey>,
) -> Result<(StatusCode, Json<NewKeyBody>), ApiError> {
    // Callers without the right learn nothing about the body.
    caller.require(domain::Permission::Manage, &path.namespace_id)?;
    let scopes = read_scopes(&body.scopes)?;
    let expires_at = body.expires_in_days.map(end).transpose()?;
    let issued = http.service.issue_key(&caller, Some(path.namespace_id), body.label, scopes, expires_at).await?;
    Ok((StatusCode::CREATED, Json(issued.into())))
}

fn read_scopes(names: &[String]) -> Result<KeyScopes, Invalid> {
    let scopes = names.iter().enumerate().map(|(index, name)| {
        let unknown = || Invalid::one(format!("scopes[{index}]"), FieldCode::NotOneOf(KeyScope::NAMES));
        KeyScope::parse(name).ok_or_else(unknown)
    });
    let scopes: Vec<KeyScope> = scopes.collect::<Result<_, _>>()?;
    KeyScopes::new(&scopes)
        .ok_or_else(|| Invalid::one("scopes", FieldCode::TooFew { min: 1, max: KeyScope::ALL.len() }))
}

fn end(days: u32) -> Result<Timestamp, FieldError> {
    key_expiry::after_days(days).ok_or_else(|| FieldError::new("expiresInDays", key_expiry::RANGE))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct KeyParams {
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
pub(super) async fn revoke(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<KeyParams>,
) -> Result<Json<Revoked>, ApiError> {
    http.service.revoke_key_in(&caller, &path.namespace_id, &path.key_id).await?;
    Ok(Json(Revoked { revoked: true }))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyBody {
    /// The part of the key between its first and second underscore.
    id: String,
    label: String,
    #[schema(value_type = Vec<names::KeyScope>)]
    scopes: Vec<&'static str>,
    #[schema(value_type = names::KeyState)]
    state: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    /// Null when it never does.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// To the minute.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
    #[schema(format = DateTime)]
    revoked_at: Option<String>,
}

impl KeyBody {
    pub(crate) fn new(key: ApiKey, now: Timestamp) -> Self {
        Self {
            scopes: key.scopes.names().collect(),
            state: key.state(now),
            created_at: clock::to_rfc3339(key.created_at),
            expires_at: key.expires_at.map(clock::to_rfc3339),
            last_used_at: key.last_used_at.map(clock::to_rfc3339),
            revoked_at: key.revoked_at.map(clock::to_rfc3339),
            id: key.id,
            label: key.label,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeyList {
    items: Vec<KeyBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewKey {
    /// A label that tells the key from others.
    #[schema(min_length = 1, max_length = 100, example = "nightly report")]
    label: String,
    /// One or more.
    #[schema(value_type = Vec<names::KeyScope>, min_items = 1)]
    scopes: Vec<String>,
    /// Without it the key is valid until it is revoked.
    #[schema(minimum = 1, maximum = 36500)]
    expires_in_days: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewKeyBody {
    id: String,
    /// The key itself; told this once.
    key: String,
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

impl From<IssuedKey> for NewKeyBody {
    fn from(issued: IssuedKey) -> Self {
        Self { id: issued.key.id, expires_at: issued.key.expires_at.map(clock::to_rfc3339), key: issued.text }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Revoked {
    revoked: bool,
}
