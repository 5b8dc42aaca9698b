//! Refuses query parameters that an operation does not have: a misspelt filter must not return everything.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use axum::{
    extract::{MatchedPath, Request},
    http::Method,
};
use utoipa::openapi::{OpenApi, RefOr, path::ParameterIn, security::SecurityRequirement};

use super::extract;
use crate::http::{middleware::auth, reply::error::RequestError};

/// Each operation by path and method, from the API document.
#[derive(Clone)]
pub(in crate::http) struct KnownParameters(Arc<HashMap<String, HashMap<Method, Known>>>);

#[derive(Clone)]
struct Known {
    needs_key: bool,
    names: HashSet<String>,
}

impl KnownParameters {
    pub(in crate::http) fn of(document: &OpenApi) -> Self {
        let mut known: HashMap<String, HashMap<Method, Known>> = HashMap::new();
        for (path, item) in &document.paths.paths {
            let operations = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            for (method, operation) in operations {
                let Some(operation) = operation else { continue };
                let names = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
                    RefOr::T(one) if matches!(one.parameter_in, ParameterIn::Query) => Some(one.name.clone()),
                    _ => None,
                });
                let needs_key = operation.security.as_ref().is_none_or(|security| {
                    !security.is_empty() && security.iter().all(|one| *one != SecurityRequirement::default())
                });
                let operation = Known { needs_key, names: names.collect() };
                // `anonymous` and `inapp` are also possible ids of users.
                for word in ["anonymous", "inapp"] {
                    let path = path.replace("/users/{invitedUserUUID}/", &format!("/users/{word}/"));
                    known.entry(path).or_default().entry(method.clone()).or_insert_with(|| operation.clone());
                }
                known.entry(path.clone()).or_default().insert(method, operation);
            }
        }
        Self(Arc::new(known))
    }

    /// True for an operation that can be called without a key. `HEAD` counts as `GET`.
    pub(in crate::http) fn goes_without_key(&self, method: &Method, path: &str) -> bool {
        self.operation(method, path).is_some_and(|operation| !operation.needs_key)
    }

    /// True for an operation that cannot be called without a key.
    pub(in crate::http) fn needs_key(&self, request: &Request) -> bool {
        let path = request.extensions().get::<MatchedPath>();
        let operation = path.and_then(|path| self.operation(request.method(), path.as_str()));
        operation.is_some_and(|operation| operation.needs_key)
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Known> {
        self.0.get(path)?.get(if method == Method::HEAD { &Method::GET } else { method })
    }

    /// Fails for the first unknown parameter of the query.
    pub(in crate::http) fn check(&self, request: &Request) -> Result<(), RequestError> {
        self.stranger(request).map_or(Ok(()), |name| Err(RequestError::UnknownParameter(name)))
    }

    fn stranger(&self, request: &Request) -> Option<String> {
        request.uri().query()?;
        let known = self.operation(request.method(), request.extensions().get::<MatchedPath>()?.as_str())?;
        // Without its key the operation is refused, whatever else the request contains.
        if known.needs_key && !request.headers().contains_key(auth::HEADER) {
            return None;
        }
        extract::pairs(request.uri()).into_iter().map(|(name, _)| name).find(|name| !known.names.contains(name))
    }
}
