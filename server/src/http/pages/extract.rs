//! Extractors for paths and queries that reject with a page.

use app::pages::Notice;
use axum::{extract::FromRequestParts, http::request::Parts, response::Response};
use serde::de::DeserializeOwned;

use super::{super::state::Http, reply};

pub(in crate::http) struct Path<T>(pub(in crate::http) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Http> for Path<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        if let Ok(path) = axum::extract::Path::<T>::from_request_parts(parts, http).await {
            return Ok(Self(path.0));
        }
        Err(unreadable(parts, http, Notice::NotFound).await)
    }
}

/// Ignores unknown parameters.
pub(in crate::http) struct Query<T>(pub(in crate::http) T);

impl<T: DeserializeOwned> FromRequestParts<Http> for Query<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Response> {
        if let Ok(query) = axum::extract::Query::<T>::from_request_parts(parts, http).await {
            return Ok(Self(query.0));
        }
        Err(unreadable(parts, http, Notice::BadRequest).await)
    }
}

async fn unreadable(parts: &Parts, http: &Http, what: Notice) -> Response {
    let asked = reply::asked_language(&parts.uri);
    reply::problem(http, &parts.headers, parts.uri.path(), asked.as_deref(), what).await
}
