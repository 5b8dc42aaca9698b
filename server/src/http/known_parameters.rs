//! Refuses query parameters that an operation does not have: a misspelt filter must not return everything.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use axum::{
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::Next,
    response::{IntoResponse, Response},
};
use utoipa::openapi::{OpenApi, RefOr, path::ParameterIn, security::SecurityRequirement};

use super::{
    auth,
    error::{ApiError, RequestError},
    extract,
};

/// Each operation by method and path, as the API document has it.
#[derive(Clone)]
pub(super) struct KnownParameters(Arc<HashMap<(Method, String), Known>>);

#[derive(Clone)]
struct Known {
    needs_key: bool,
    /// Of the query.
    names: HashSet<String>,
}

impl KnownParameters {
    pub(super) fn of(document: &OpenApi) -> Self {
        let mut known = HashMap::new();
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
                    known.entry((method.clone(), path)).or_insert_with(|| operation.clone());
                }
                known.insert((method, path.clone()), operation);
            }
        }
        Self(Arc::new(known))
    }

    /// True for an operation that can be called without a key. `HEAD` is `GET`.
    pub(super) fn goes_without_key(&self, method: &Method, path: &str) -> bool {
        let method = if *method == Method::HEAD { Method::GET } else { method.clone() };
        self.0.get(&(method, path.to_owned())).is_some_and(|operation| !operation.needs_key)
    }

    /// The first parameter of the query that the operation does not have.
    fn stranger(&self, request: &Request) -> Option<String> {
        request.uri().query()?;
        let path = request.extensions().get::<MatchedPath>()?.as_str().to_owned();
        let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
        let known = self.0.get(&(method, path))?;
        // Without its key the operation is refused, whatever else the request holds.
        if known.needs_key && !request.headers().contains_key(auth::HEADER) {
            return None;
        }
        extract::pairs(request.uri()).into_iter().map(|(name, _)| name).find(|name| !known.names.contains(name))
    }
}

pub(super) async fn refuse_strangers(State(known): State<KnownParameters>, request: Request, next: Next) -> Response {
    match known.stranger(&request) {
        Some(name) => ApiError::from(RequestError::UnknownParameter(name)).into_response(),
        None => next.run(request).await,
    }
}
