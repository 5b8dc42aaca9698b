//! Authentication: only the `x-api-key` header gives a caller more than anonymous rights.

use axum::{
    RequestPartsExt,
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use domain::{NamespaceId, Permission};

use super::rate_limit;
use crate::http::{reply::error::ApiError, state::Http};
use crate::service::{Caller, Unauthorized};

pub(in crate::http) const HEADER: &str = "x-api-key";
const NAMESPACE: &str = "namespaceId";

/// The caller of an API operation. A wrong key is refused even if the operation needs none.
pub(in crate::http) struct Auth(pub(in crate::http) Caller);

impl FromRequestParts<Http> for Auth {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Http) -> Result<Self, ApiError> {
        let mut keys = parts.headers.get_all(HEADER).iter();
        match (keys.next(), keys.next()) {
            (None, _) => Ok(Self(Caller::Public)),
            (Some(key), None) => {
                // Set if the operation waited for its turn.
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

/// The caller of an operation that needs a key. Without one, nothing else of the request is read, least of all its
/// body.
pub(in crate::http) struct Keyed(pub(in crate::http) Caller);

impl FromRequestParts<Http> for Keyed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &Http) -> Result<Self, ApiError> {
        let Auth(caller) = Auth::from_request_parts(parts, state).await?;
        caller.require_known()?;
        Ok(Self(caller))
    }
}

/// The callers of operations with a body: those whose keys grant the permission in the namespace of the path, or in all
/// of them if the path names none. All others are refused before their bodies are read.
macro_rules! permitted {
    ($($name:ident => $permission:ident,)+) => {
        $(
            pub(in crate::http) struct $name(pub(in crate::http) Caller);

            impl FromRequestParts<Http> for $name {
                type Rejection = ApiError;

                async fn from_request_parts(parts: &mut Parts, state: &Http) -> Result<Self, ApiError> {
                    permitted(parts, state, Permission::$permission).await.map(Self)
                }
            }
        )+
    };
}

permitted! {
    Exporter => Export,
    Editor => Edit,
    Manager => Manage,
}

async fn permitted(parts: &mut Parts, state: &Http, permission: Permission) -> Result<Caller, ApiError> {
    let Keyed(caller) = Keyed::from_request_parts(parts, state).await?;
    let params = parts.extract::<RawPathParams>().await.ok();
    let namespace = params.as_ref().and_then(|params| params.iter().find(|(name, _)| *name == NAMESPACE));
    match namespace.map(|(_, id)| NamespaceId::parse(id)) {
        Some(Ok(namespace)) => caller.require(permission, &namespace)?,
        // No key grants access to it: the operation reports that when it parses its path.
        Some(Err(_)) => {}
        None => caller.require_everywhere(permission)?,
    }
    Ok(caller)
}
