//! Authentication: only the `x-api-key` header gives a caller more than anonymous rights.

use axum::{extract::FromRequestParts, http::request::Parts};

use super::rate_limit;
use crate::http::{reply::error::ApiError, state::Http};
use crate::service::{Caller, Unauthorized};

pub(in crate::http) const HEADER: &str = "x-api-key";

/// The caller of an API operation. A key that is present and wrong is refused, also where none is needed.
pub(in crate::http) struct Auth(pub(in crate::http) Caller);

impl FromRequestParts<Http> for Auth {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Http) -> Result<Self, ApiError> {
        let mut keys = parts.headers.get_all(HEADER).iter();
        match (keys.next(), keys.next()) {
            (None, _) => Ok(Self(Caller::Public)),
            (Some(key), None) => {
                // Of an operation that waited for its turn.
                if let Some(caller) = parts.extensions.get::<Caller>() {
                    return Ok(Self(caller.clone()));
                }
                let text = key.to_str().unwrap_or_default();
                let caller = state.service.authenticate(text).await?;
                rate_limit::admit_key(state, parts, &caller)?;
                Ok(Self(caller))
            }
            (Some(_), Some(_)) => Err(Unauthorized::UnknownKey.into()),
        }
    }
}

/// The caller of an operation that needs a key. Without one nothing else of the request is looked at, its body least.
pub(in crate::http) struct Keyed(pub(in crate::http) Caller);

impl FromRequestParts<Http> for Keyed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Http) -> Result<Self, ApiError> {
        let Auth(caller) = Auth::from_request_parts(parts, state).await?;
        caller.require_known()?;
        Ok(Self(caller))
    }
}
