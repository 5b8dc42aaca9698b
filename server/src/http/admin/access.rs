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

use super::{
    AdminError, Http, cookie, in_turn, reply,
    route_table::{Access, Wait},
};
use crate::{
    http::request::client,
    owner::Owner,
    service::{Caller, Forbidden, ServiceError, SignedIn},
};

type Guard = (Http, Access, Wait);

pub(super) async fn guard(State((http, access, wait)): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = guarded(http, access, wait, request, next).await;
    // For files and pages alike: content behind a sign-in is not cached on the way, and browsers must not guess its
    // type.
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn guarded(http: Http, access: Access, wait: Wait, mut request: Request, next: Next) -> Response {
    if access == Access::Anyone {
        let owner = owner_of_open_page(&http, wait, &mut request).await;
        return reply::finished(&http, None, None, answer(&http, owner, request, next).await);
    }
    let back = reply::back(&http, request.headers());
    let visitor = match signed_in(&http, request.headers()).await {
        Ok(Some(visitor)) => visitor,
        Ok(None) => return to_sign_in(&http, &request),
        Err(error) => return reply::finished(&http, None, None, AdminError::from(error).into_response()),
    };
    let response = match allowed(&http, access, &visitor, &mut request).await {
        Ok(None) => reply::see("/admin/account", Flash::FactorNeeded),
        Ok(Some(owner)) => {
            request.extensions_mut().insert(visitor.clone());
            let owner = Some(owner).filter(|_| wait != Wait::Nothing);
            answer(&http, Ok(owner), request, next).await
        }
        Err(error) => AdminError::from(error).into_response(),
    };
    let mut response = reply::finished(&http, Some(&visitor), back, response);
    response.extensions_mut().insert(visitor);
    response
}

/// Answers in the owner's turn, or immediately without an owner.
async fn answer(http: &Http, owner: Result<Option<Owner>, ServiceError>, request: Request, next: Next) -> Response {
    let answered = match owner {
        Ok(Some(owner)) => in_turn(http.service.turns_of(owner), request, |request| next.run(request)).await,
        Ok(None) => Ok(next.run(request).await),
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| AdminError::from(error).into_response())
}

/// Returns `None` for a cheap page, for example that of a report that does not exist.
async fn owner_of_open_page(http: &Http, wait: Wait, request: &mut Request) -> Result<Option<Owner>, ServiceError> {
    match wait {
        Wait::Nothing => Ok(None),
        Wait::Turn => Ok(Some(Owner::Client(client::prefix(http, request)))),
        Wait::TurnOfReport => {
            let token = parameter(request, "token").await.unwrap_or_default();
            let report = match http.service.open_report(&token).await {
                Err(ServiceError::Missing(_)) => return Ok(None),
                report => report?,
            };
            let namespace = report.namespace.clone();
            // Passed on, so that the route need not look it up again.
            request.extensions_mut().insert(report);
            Ok(Some(Owner::Namespace(namespace.into())))
        }
    }
}

/// The owner of the request; `None` for an administrator who must set up a second factor first.
async fn allowed(
    http: &Http,
    access: Access,
    visitor: &SignedIn,
    request: &mut Request,
) -> Result<Option<Owner>, ServiceError> {
    let caller = Caller::Administrator(visitor.rights.clone());
    let account = Owner::of_account(&visitor.rights);
    let permission = match access {
        Access::Anyone | Access::SignedIn => return Ok(Some(account)),
        Access::Everywhere => {
            caller.require_everywhere(Permission::Manage)?;
            return Ok((!http.service.lacks_second_factor_somewhere(visitor).await?).then_some(account));
        }
        Access::Namespace(permission) => permission,
    };
    let namespace = parameter(request, "namespace").await.and_then(|id| NamespaceId::parse(&id).ok());
    // A namespace with such an id cannot exist.
    let namespace = namespace.ok_or(Forbidden::NoRole)?;
    caller.require(permission, &namespace)?;
    let lacks_factor = http.service.lacks_second_factor(&namespace, visitor).await?;
    Ok((!lacks_factor).then(|| Owner::Namespace(namespace.into())))
}

async fn parameter(request: &mut Request, name: &str) -> Option<String> {
    let params = request.extract_parts::<RawPathParams>().await.ok()?;
    params.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_owned())
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
