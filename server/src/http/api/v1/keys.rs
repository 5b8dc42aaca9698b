//! `/namespaces/{namespaceId}/keys`

use axum::extract::State;
use domain::{FieldCode, FieldError, Invalid, NamespaceId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Http, IdempotentJson, Keyed, ListParams, Made, Manager, NamespaceParams, PageBody, Path,
    Query, ReadingErrors, names, page_of,
};
use crate::{
    clock,
    http::{middleware::key_expiry, reply::json::Json},
    service::{IssuedKey, WantedKey},
    store::{ApiKey, KeyScope, KeyScopes},
};

/// List API keys
///
/// Those that open this namespace, newest first; without those that open all.
#[utoipa::path(
    get, operation_id = "listKeys",
    path = "/namespaces/{namespaceId}/keys", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of keys", body = KeyPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<KeyPage>, ApiError> {
    let (keys, now) = (http.service.list_keys_in(&caller, &path.namespace_id).await?, clock::now());
    let (keys, next_cursor) = page_of(keys, &params, |key| &key.id)?;
    Ok(Json(PageBody { items: keys.into_iter().map(|key| KeyBody::new(key, now)).collect(), next_cursor }))
}

/// Get the key that is sent
///
/// Tells a program what its own key opens; any valid key may ask.
#[utoipa::path(
    get, operation_id = "getOwnKey",
    path = "/key", tag = "administration", security(("api_key" = [])),
    responses((status = 200, description = "The key without its secret", body = OwnKey), ReadingErrors),
)]
pub(super) async fn own(State(http): State<Http>, Keyed(caller): Keyed) -> Result<Json<OwnKey>, ApiError> {
    let key = http.service.own_key(&caller).await?;
    Ok(Json(OwnKey {
        scopes: key.scopes.names().collect(),
        id: key.id,
        label: key.label,
        namespace_id: key.namespace_id.map(String::from),
        expires_at: key.expires_at.map(clock::to_rfc3339),
    }))
}

/// Make an API key
///
/// The key stands in this answer and nowhere after it.
#[utoipa::path(
    post, operation_id = "createKey",
    path = "/namespaces/{namespaceId}/keys", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ("Idempotency-Key" = inline(Option<names::IdempotencyKey>), Header, description = "Makes the request safe to repeat for a day")),
    request_body = NewKey,
    responses(
        (status = 201, description = "The key; shown this once", body = NewKeyBody, headers(("Location", description = "Its address"))),
        AdminErrors,
    ),
)]
pub(super) async fn create(
    State(http): State<Http>,
    Manager(caller): Manager,
    Path(path): Path<NamespaceParams>,
    request: IdempotentJson<NewKey>,
) -> Result<Made, ApiError> {
    let made = {
        let (base_url, namespace) = (http.base_url.clone(), path.namespace_id.clone());
        move |issued: &IssuedKey| {
            let path = format!("/namespaces/{namespace}/keys/{}", issued.key.id);
            Made::new(&base_url, &path, &NewKeyBody::from(issued))
        }
    };
    let once = request.once(&caller, made.clone());
    let NewKey { label, scopes, expires_in_days } = request.body;
    let scopes = read_scopes(&scopes)?;
    let expires_at = expires_in_days.map(end).transpose()?;
    let wanted = WantedKey { namespace: Some(path.namespace_id), label, scopes, expires_at };
    let issued = http.service.issue_key_once(&caller, wanted, once).await?;
    Ok(Made::of(issued, made)?)
}

fn read_scopes(names: &[String]) -> Result<KeyScopes, Invalid> {
    let scopes = names.iter().enumerate().map(|(index, name)| {
        let unknown = || Invalid::one(domain::Path::from("scopes").item(index), FieldCode::NotOneOf(KeyScope::NAMES));
        KeyScope::parse(name).ok_or_else(unknown)
    });
    let scopes: Vec<KeyScope> = scopes.collect::<Result<_, _>>()?;
    KeyScopes::new(&scopes)
        .ok_or_else(|| Invalid::one("scopes", FieldCode::TooFew { min: 1, max: KeyScope::ALL.len() }))
}

#[expect(clippy::unnecessary_wraps, reason = "null is the other choice")]
fn default_days() -> Option<u32> {
    Some(key_expiry::DEFAULT_DAYS)
}

fn end(days: u32) -> Result<Timestamp, FieldError> {
    key_expiry::after_days(days).ok_or_else(|| FieldError::new("expiresInDays", key_expiry::RANGE))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct KeyParams {
    #[param(inline, example = "demo")]
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

type KeyPage = PageBody<KeyBody>;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnKey {
    /// The part of the key between its first and second underscore.
    id: String,
    label: String,
    /// Null when it opens all.
    #[schema(value_type = Option<domain::NamespaceId>)]
    namespace_id: Option<String>,
    #[schema(value_type = Vec<names::KeyScope>)]
    scopes: Vec<&'static str>,
    /// Null when it never does.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
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
    /// 365 when it is absent; null for a key that is valid until it is revoked.
    #[schema(minimum = 1, maximum = 36500)]
    #[serde(default = "default_days")]
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

impl From<&IssuedKey> for NewKeyBody {
    fn from(issued: &IssuedKey) -> Self {
        let IssuedKey { key, text } = issued;
        Self { id: key.id.clone(), expires_at: key.expires_at.map(clock::to_rfc3339), key: text.clone() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Revoked {
    revoked: bool,
}
