//! Reading a request into types that cannot be wrong; whatever does not fit is answered in the API's own error shape.

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, header, request::Parts},
};
use domain::Invalid;
use serde::de::DeserializeOwned;

use super::{
    apart::{SMALL, apart},
    error::ApiError,
};

/// A JSON body of at most `LIMIT` bytes.
pub(super) struct Json<T, const LIMIT: usize = { 64 * 1024 }>(pub(super) T);

/// The limit for bodies that hold a whole quiz.
pub(super) const QUIZ_LIMIT: usize = 1024 * 1024;

impl<S, T, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT>
where
    S: Send + Sync,
    T: DeserializeOwned + Send + 'static,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let bytes = axum::body::to_bytes(request.into_body(), LIMIT).await.map_err(|error| {
            if std::error::Error::source(&error)
                .is_some_and(<dyn std::error::Error + 'static>::is::<http_body_util::LengthLimitError>)
            {
                ApiError::TooLarge(LIMIT)
            } else {
                ApiError::malformed("the body did not arrive whole")
            }
        })?;
        apart(bytes.len() > SMALL, move || parse(&bytes).map(Self)).await
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase());
    essence.is_some_and(|essence| essence == "application/json" || essence.ends_with("+json"))
}

/// 400 for what is not JSON and for fields nobody knows, 422 with the place for values of the wrong kind.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // Taken for the fields in their order otherwise, which nobody means.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::Service(Invalid::one("body", "must be an object").into()));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let message = error.inner().to_string();
        let message = worded(message.split(" at line ").next().unwrap_or(&message));
        match error.inner().classify() {
            serde_json::error::Category::Data if !message.starts_with("unknown field") => {
                ApiError::Service(invalid(&path, &message).into())
            }
            _ => ApiError::malformed(format!("malformed JSON: {message}")),
        }
    })?;
    json.end().map_err(|error| ApiError::malformed(format!("malformed JSON: {error}")))?;
    Ok(value)
}

/// Without the names of our types.
fn worded(message: &str) -> String {
    match message.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object"),
        None => message.to_owned(),
    }
}

fn invalid(path: &str, message: &str) -> Invalid {
    let parent = if path == "." { "" } else { path };
    match message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        Some(field) if parent.is_empty() => Invalid::one(field, "is required"),
        Some(field) => Invalid::one(format!("{parent}.{field}"), "is required"),
        None if parent.is_empty() => Invalid::one("body", message),
        None => Invalid::one(parent, message),
    }
}

/// The named parts of the path.
pub(super) struct Path<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|error| ApiError::malformed(error.body_text()))
    }
}

/// The query; parameters nobody knows are let be.
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query.map(|query| Self(query.0)).map_err(|error| ApiError::malformed(error.body_text()))
    }
}
