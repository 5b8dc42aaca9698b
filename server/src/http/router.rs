//! All routes, and what every request goes through.

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::header,
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::{
    admin,
    api::v1::{self, ApiDocument},
    assets, compress, cors, costly, docs,
    error::{ApiError, RequestError},
    guard, health,
    known_parameters::KnownParameters,
    observe::observe,
    pages, rate_limit,
    state::Http,
    unread::Rest,
};

/// The whole service. Each layer boxes every route once more and copies the boxes for every request, so there are few.
pub fn router(http: Http) -> Router {
    let (api, document) = api();
    let known = KnownParameters::of(&document);
    let document = written(&document);
    let api = api
        .route(docs::DOCUMENT, get(async move || ([(header::CONTENT_TYPE, "application/json")], document)))
        .route("/api", any(no_such_path))
        .route("/api/", any(no_such_path))
        .route("/api/{*path}", any(no_such_path))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(known.clone(), api_request));
    Router::new()
        .merge(api)
        .merge(docs::routes())
        .merge(admin::routes(&http))
        .merge(pages::routes(&http))
        .layer(from_fn_with_state((http.clone(), known), guarded_request))
        .route("/assets/{name}", get(assets::asset))
        .route("/embed.js", get(assets::embed))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .layer(from_fn_with_state(http.clone(), request))
        .layer(CompressionLayer::new())
        .with_state(http)
}

async fn request(State(http): State<Http>, request: Request, next: Next) -> Response {
    let encodings = request.headers().get(header::ACCEPT_ENCODING).cloned();
    let mut response = observe(request, async |request| next.run(request).await).await;
    guard::strict_transport(&http, response.headers_mut());
    compress::compress_if_large(encodings, response).await
}

async fn guarded_request(
    State((http, known)): State<(Http, KnownParameters)>,
    request: Request,
    next: Next,
) -> Response {
    let next = async |request| costly::unless_small(&http, request, next).await;
    let guarded = async |request| guard::guard(&http, guard::DEADLINE, request, next).await;
    let limited = async |request| rate_limit::limit(&http, request, guarded).await;
    let (request, rest) = Rest::of(request);
    let response = cors::share(&http, &known, request, limited).await;
    if let Some(rest) = rest {
        rest.discard().await;
    }
    response
}

async fn api_request(State(known): State<KnownParameters>, request: Request, next: Next) -> Response {
    let mut response = match known.check(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => ApiError::from(error).into_response(),
    };
    guard::api_headers(response.headers_mut());
    response
}

/// The API document, as it is served.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().1
}

fn api() -> (Router<Http>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::with_openapi(ApiDocument::openapi()).nest("/api/v1", v1::routes());
    let (routes, mut document) = api.split_for_parts();
    v1::describe_error_codes(&mut document);
    (routes, document)
}

/// The API document, once for all requests: writing it takes longer than most of them.
fn written(document: &utoipa::openapi::OpenApi) -> Bytes {
    document.to_json().expect("keys are strings").into()
}

async fn no_such_path() -> ApiError {
    RequestError::NoSuchPath.into()
}

async fn wrong_method() -> ApiError {
    RequestError::WrongMethod.into()
}
