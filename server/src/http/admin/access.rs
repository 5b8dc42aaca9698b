//! Authentication and authorisation before a page's handler runs.

use app::admin::Flash;
use axum::{
    RequestExt,
    extract::{RawPathParams, Request, State},
    http::{HeaderMap, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use domain::{NamespaceId, Permission};

use super::{AdminError, Http, cookie, in_turn, reply, route_table::Access};
use crate::service::{Caller, Forbidden, ServiceError, SignedIn};

pub(super) async fn guard(State((http, access)): State<(Http, Access)>, request: Request, next: Next) -> Response {
    let mut response = guarded(http, access, request, next).await;
    // Files as well as pages: what is behind a sign-in is not kept on the way, and is what its type says.
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn guarded(http: Http, access: Access, mut request: Request, next: Next) -> Response {
    if access == Access::Anyone {
        return reply::finished(&http, None, None, next.run(request).await);
    }
    let back = reply::back(&http, request.headers());
    let visitor = match signed_in(&http, request.headers()).await {
        Ok(Some(visitor)) => visitor,
        Ok(None) => return to_sign_in(&http, &request),
        Err(error) => return reply::finished(&http, None, None, AdminError::from(error).into_response()),
    };
    let response = match allowed(&http, access, &visitor, &mut request).await {
        Ok(false) => reply::see("/admin/account", Flash::FactorNeeded),
        Ok(true) => {
            request.extensions_mut().insert(visitor.clone());
            // Pages show much; what a form does is checked and done by its use-case.
            if request.method() == Method::GET && access != Access::SignedIn {
                in_turn(request, |request| next.run(request))
                    .await
                    .unwrap_or_else(|error| AdminError::from(error).into_response())
            } else {
                next.run(request).await
            }
        }
        Err(error) => AdminError::from(error).into_response(),
    };
    let mut response = reply::finished(&http, Some(&visitor), back, response);
    response.extensions_mut().insert(visitor);
    response
}

/// False for a person who must set up a second factor first.
async fn allowed(http: &Http, access: Access, visitor: &SignedIn, request: &mut Request) -> Result<bool, ServiceError> {
    let caller = Caller::Administrator(visitor.rights.clone());
    let permission = match access {
        Access::Anyone | Access::SignedIn => return Ok(true),
        Access::Everywhere => {
            caller.require_everywhere(Permission::Manage)?;
            return Ok(!http.service.lacks_second_factor_somewhere(visitor).await?);
        }
        Access::Namespace(permission) => permission,
    };
    let params = request.extract_parts::<RawPathParams>().await;
    let namespace = params.ok().and_then(|params| {
        params.iter().find(|(name, _)| *name == "namespace").and_then(|(_, id)| NamespaceId::parse(id).ok())
    });
    // A namespace with such an id cannot exist.
    let namespace = namespace.ok_or(Forbidden::NoRole)?;
    caller.require(permission, &namespace)?;
    Ok(!http.service.lacks_second_factor(&namespace, visitor).await?)
}

pub(super) async fn signed_in(http: &Http, headers: &HeaderMap) -> Result<Option<SignedIn>, ServiceError> {
    match cookie::session(headers) {
        Some(token) => http.service.session(token).await,
        None => Ok(None),
    }
}

/// Pages are shown after signing in. Forms must be sent again by hand.
fn to_sign_in(http: &Http, request: &Request) -> Response {
    if request.method() != Method::GET {
        return reply::signed_out(http);
    }
    let next = request.uri().path_and_query().map_or("/admin", |path| path.as_str());
    let query = serde_urlencoded::to_string([("next", next)]).unwrap_or_default();
    Redirect::to(&format!("/admin/sign-in?{query}")).into_response()
}
