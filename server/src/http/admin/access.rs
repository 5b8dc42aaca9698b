//! Before a page of the dashboard: who is this, and may they?

use axum::{
    RequestExt,
    extract::{RawPathParams, Request, State},
    http::{HeaderMap, Method},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use domain::NamespaceId;

use super::{super::state::Http, cookie, reply, table::Access};
use crate::service::{Caller, ServiceError, SignedIn};

pub(super) async fn guard(State((http, access)): State<(Http, Access)>, mut request: Request, next: Next) -> Response {
    let signed_in = match signed_in(&http, request.headers()).await {
        Ok(signed_in) => signed_in,
        Err(error) => return reply::failed(&http, None, request.uri().path(), error),
    };
    let Some(visitor) = signed_in else {
        return match access {
            Access::Anyone => next.run(request).await,
            _ => to_sign_in(&http, &request),
        };
    };
    let params = request.extract_parts::<RawPathParams>().await;
    let namespace = params.ok().and_then(|params| {
        params.iter().find(|(name, _)| *name == "namespace").and_then(|(_, id)| NamespaceId::parse(id).ok())
    });
    let caller = Caller::Administrator(visitor.standing.clone());
    let allowed = match (access, namespace) {
        (Access::Anyone | Access::SignedIn, _) => Ok(()),
        (Access::Everywhere, _) => caller.require_everywhere(domain::Permission::Manage),
        (Access::Namespace(permission), Some(namespace)) => caller.require(permission, &namespace),
        // No namespace has such an id, and nobody a role in it.
        (Access::Namespace(_), None) => Err(ServiceError::Forbidden("you have no role in this namespace")),
    };
    if let Err(error) = allowed {
        return reply::failed(&http, Some(&visitor), request.uri().path(), error);
    }
    request.extensions_mut().insert(visitor);
    next.run(request).await
}

async fn signed_in(http: &Http, headers: &HeaderMap) -> Result<Option<SignedIn>, ServiceError> {
    match cookie::read(headers) {
        Some(token) => http.service.session(token).await,
        None => Ok(None),
    }
}

/// A page is shown after signing in; what was sent by a form is not sent again by itself.
fn to_sign_in(http: &Http, request: &Request) -> Response {
    if request.method() != Method::GET {
        return reply::signed_out(http, request.uri().path());
    }
    let next = request.uri().path_and_query().map_or("/admin", |path| path.as_str());
    let query = serde_urlencoded::to_string([("next", next)]).unwrap_or_default();
    Redirect::to(&format!("/admin/sign-in?{query}")).into_response()
}
