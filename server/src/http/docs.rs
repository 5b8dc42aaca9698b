//! `/docs`: the API document to read and to try, with the viewer's own files served from here.

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, header},
    middleware::{Next, from_fn},
    response::Response,
};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::state::Http;

pub(super) const DOCUMENT: &str = "/api/v1/openapi.json";

pub(super) fn routes() -> Router<Http> {
    let viewer = SwaggerUi::new("/docs").config(Config::from(DOCUMENT).try_it_out_enabled(true));
    Router::new().merge(viewer).layer(from_fn(headers))
}

/// The viewer styles itself from script; everything else it needs comes from this server.
async fn headers(request: Request, next: Next) -> Response {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                          img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
