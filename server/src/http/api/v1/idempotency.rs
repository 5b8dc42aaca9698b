//! `Idempotency-Key`: a request that creates something may be repeated, and gets the first reply again.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{FieldCode, Quiz};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ApiError, Http, revision};
use crate::{
    http::request::extract::{parse_apart, read_body},
    service::{Caller, Idempotency, IdempotencyKey, Idempotent, ServiceError},
};

const HEADER: &str = "idempotency-key";
/// Maximum length of a key in bytes.
const LONGEST: usize = 128;

/// A JSON body of at most `LIMIT` bytes, of a request that may carry the header.
pub(super) struct IdempotentJson<T, const LIMIT: usize = { 64 * 1024 }> {
    pub(super) body: T,
    /// Path, key and body.
    request: Option<(String, String, Bytes)>,
}

impl<T: DeserializeOwned + Send + 'static, const LIMIT: usize> FromRequest<Http> for IdempotentJson<T, LIMIT> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &Http) -> Result<Self, ApiError> {
        let keys: Vec<&HeaderValue> = request.headers().get_all(HEADER).iter().collect();
        let malformed = || ApiError::parameter("Idempotency-Key", FieldCode::WrongLength { min: 1, max: LONGEST });
        let key = match keys[..] {
            [] => None,
            [key] if (1..=LONGEST).contains(&key.len()) => Some(key.to_str().map_err(|_| malformed())?.to_owned()),
            _ => return Err(malformed()),
        };
        let path = request.uri().path().to_owned();
        let bytes = read_body(request, LIMIT).await?;
        let request = key.map(|key| (path, key, bytes.clone()));
        Ok(Self { body: parse_apart(bytes).await?, request })
    }
}

impl<T, const LIMIT: usize> IdempotentJson<T, LIMIT> {
    pub(super) fn once<M>(
        &self,
        caller: &Caller,
        made: impl Fn(&M) -> Result<Made, ServiceError> + Send + Sync + 'static,
    ) -> Option<Idempotency<M>> {
        let (path, key, body) = self.request.as_ref()?;
        let reply = move |value: &M| serde_json::to_vec(&made(value)?).map_err(internal);
        Some(Idempotency { key: IdempotencyKey::new(caller, path, key, body), reply: Box::new(reply) })
    }
}

/// The reply to a creation, and to its repetition.
#[derive(Deserialize, Serialize)]
pub(super) struct Made {
    location: String,
    etag: Option<String>,
    body: String,
}

impl Made {
    /// `path` is relative to `/api/v1`.
    pub(super) fn new(base_url: &Arc<str>, path: &str, body: &impl Serialize) -> Result<Self, ServiceError> {
        let body = serde_json::to_string(body).map_err(internal)?;
        Ok(Self { location: format!("{base_url}/api/v1{path}"), etag: None, body })
    }

    pub(super) fn of_revision(self, quiz: &Quiz) -> Self {
        Self { etag: Some(revision::tag(quiz)), ..self }
    }

    pub(super) fn of<T>(
        outcome: Idempotent<T>,
        made: impl Fn(&T) -> Result<Self, ServiceError>,
    ) -> Result<Self, ServiceError> {
        match outcome {
            Idempotent::New(value) => made(&value),
            Idempotent::Repeated(reply) => serde_json::from_slice(&reply).map_err(internal),
        }
    }
}

impl IntoResponse for Made {
    fn into_response(self) -> Response {
        let headers = [(header::LOCATION, self.location), (header::CONTENT_TYPE, "application/json".to_owned())];
        let etag = self.etag.map(|etag| [(header::ETAG, etag)]);
        (StatusCode::CREATED, headers, etag, self.body).into_response()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
fn internal(error: serde_json::Error) -> ServiceError {
    ServiceError::Internal(error.to_string())
}
