//! Calls from pages of other origins: a quiz's keyless operations answer the origins that the quiz allows, and never
//! accept credentials. Operations with a key answer no origin, because a key does not belong in a page.

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use domain::{NamespaceId, QuizId};

use super::auth;
use crate::http::{request::known_parameters::KnownParameters, state::Http};
use crate::service::QuizPath;

const QUIZ: &str = "/api/v1/namespaces/{namespaceId}/quizzes/{quizId}/";
/// Response headers that scripts may read.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("etag, ratelimit, ratelimit-policy, retry-after, x-error-code, x-request-id");
/// Request headers that scripts may send.
const TAKEN: HeaderValue = HeaderValue::from_static("content-type, if-none-match");
/// Seconds for which a browser caches a preflight.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

pub(in crate::http) async fn share(
    http: &Http,
    operations: &KnownParameters,
    request: Box<Request>,
    next: impl AsyncFnOnce(Box<Request>) -> Response,
) -> Response {
    let Some(asked) = keyless(operations, &request) else { return next(request).await };
    let is_preflight = request.method() == Method::OPTIONS;
    let origin = request.headers().get(header::ORIGIN).cloned();
    let origin = origin.and_then(|origin| Some((origin, quiz(request.uri().path())?)));
    let mut response = next(request).await;
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    let Some((origin, quiz)) = origin else { return response };
    // A client over its limit must not cause reads.
    let may_read = response.status() != StatusCode::TOO_MANY_REQUESTS;
    let name = origin.to_str().unwrap_or_default();
    if !Box::pin(http.service.allows_origin(&quiz, name, may_read)).await {
        return response;
    }
    if is_preflight && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response = Response::new(axum::body::Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        permit(response.headers_mut(), &asked);
    }
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    response
}

fn permit(headers: &mut HeaderMap, method: &Method) {
    if let Ok(method) = HeaderValue::from_str(method.as_str()) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, method);
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, TAKEN);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
}

/// The method of a keyless request to a quiz's keyless operation, or of the preflight for one.
fn keyless(operations: &KnownParameters, request: &Request) -> Option<Method> {
    let route = request.extensions().get::<MatchedPath>()?.as_str();
    route.starts_with(QUIZ).then_some(())?;
    let headers = request.headers();
    let method = match request.method() {
        &Method::OPTIONS => headers.get(header::ACCESS_CONTROL_REQUEST_METHOD)?.to_str().ok()?.parse().ok()?,
        other => other.clone(),
    };
    let has_key = headers.contains_key(auth::HEADER);
    (!has_key && operations.goes_without_key(&method, route)).then_some(method)
}

fn quiz(path: &str) -> Option<QuizPath> {
    let mut parts = path.split('/').skip(4);
    let namespace = NamespaceId::parse(parts.next()?).ok()?;
    let quiz = QuizId::parse(parts.nth(1)?).ok()?;
    Some(QuizPath { namespace, quiz })
}
