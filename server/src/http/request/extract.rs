//! Reading a request into valid types. Everything else is answered with an error in the API's format.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, path::ErrorKind, rejection::PathRejection},
    http::{HeaderMap, Uri, header, request::Parts},
};
use domain::{
    FieldError,
    json::{DecodeError, DecodeErrorKind, Input},
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::http::reply::error::{ApiError, RequestError};
use crate::{
    low_priority::{SMALL, offload},
    service::Malformed,
};

/// A JSON body of at most `LIMIT` bytes.
pub(in crate::http) struct Json<T, const LIMIT: usize = { 64 * 1024 }>(pub(in crate::http) T);

/// The size limit of bodies that contain a whole quiz.
pub(in crate::http) const QUIZ_LIMIT: usize = 1024 * 1024;

impl<S, T, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT>
where
    S: Send + Sync,
    T: DeserializeOwned + Send + 'static,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        parse_apart(read_body(request, LIMIT).await?).await.map(Self)
    }
}

pub(in crate::http) async fn read_body(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(RequestError::NotJson.into());
    }
    read_bytes(request, limit).await
}

pub(in crate::http) async fn read_bytes(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    let bytes = axum::body::to_bytes(request.into_body(), limit).await.map_err(|error| {
        if std::error::Error::source(&error)
            .is_some_and(<dyn std::error::Error + 'static>::is::<http_body_util::LengthLimitError>)
        {
            RequestError::TooLarge(limit)
        } else {
            RequestError::Incomplete
        }
    })?;
    Ok(bytes)
}

/// The body of an operation that takes none: nothing, or an object without fields.
pub(in crate::http) struct NoBody;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let is_json = is_json(request.headers());
        let bytes = read_bytes(request, SMALL).await?;
        match (bytes.is_empty(), is_json) {
            (true, _) => Ok(Self),
            (false, false) => Err(RequestError::NotJson.into()),
            (false, true) => parse::<Nothing>(&bytes).map(|_| Self),
        }
    }
}

/// Parses a large body on a low-priority thread.
pub(in crate::http) async fn parse_apart<T: DeserializeOwned + Send + 'static>(bytes: Bytes) -> Result<T, ApiError> {
    offload(bytes.len() > SMALL, move || parse(&bytes)).await
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase());
    essence.is_some_and(|essence| essence == "application/json" || essence.ends_with("+json"))
}

/// Returns 400 for bytes that are not JSON and for unknown fields, and 422 with the place for values of the wrong type.
pub(in crate::http) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let tree: Input = serde_json::from_slice(bytes).map_err(RequestError::Json)?;
    T::deserialize(tree).map_err(|mistake| match mistake {
        DecodeError { path, kind: DecodeErrorKind::Field(code) } => {
            FieldError::new(if path.is_whole() { "body".into() } else { path }, code).into()
        }
        unknown => RequestError::UnknownField(unknown).into(),
    })
}

pub(in crate::http) struct Path<T>(pub(in crate::http) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|refused| unreadable(refused).into())
    }
}

fn unreadable(refused: PathRejection) -> RequestError {
    let not_utf8 = || "it is not UTF-8".to_owned();
    let (name, reason) = match refused {
        PathRejection::FailedToDeserializePathParams(error) => match error.into_kind() {
            ErrorKind::DeserializeError { key, message, .. } => (key, message),
            ErrorKind::InvalidUtf8InPathParam { key } => (key, not_utf8()),
            other => ("a part".to_owned(), other.to_string()),
        },
        _ => ("a part".to_owned(), not_utf8()),
    };
    RequestError::Path { name, reason }
}

pub(in crate::http) fn pairs(uri: &Uri) -> Vec<(String, String)> {
    serde_urlencoded::from_str(uri.query().unwrap_or_default()).unwrap_or_default()
}

/// The query. Unknown parameters have been refused before; see `known_parameters`.
pub(in crate::http) struct Query<T>(pub(in crate::http) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let parameters = pairs(&parts.uri).into_iter().map(|(name, value)| (name, Input::Parameter(value)));
        let query = T::deserialize(Input::Object(parameters.collect()));
        query.map(Self).map_err(|DecodeError { path, kind }| match kind {
            DecodeErrorKind::UnknownField { name, .. } => RequestError::UnknownParameter(name).into(),
            DecodeErrorKind::Field(code) => Malformed::Parameter(FieldError::new(path, code)).into(),
        })
    }
}
