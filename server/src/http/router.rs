//! All routes, and what every request goes through.

use axum::{
    Router,
    body::Bytes,
    http::header,
    middleware::{from_fn, from_fn_with_state},
    routing::{any, get},
};
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::{
    admin,
    api::v1::{self, ApiDocument},
    assets, cors, docs,
    error::{ApiError, RequestError},
    guard, health,
    known_parameters::{self, KnownParameters},
    observe::observe,
    pages, rate_limit,
    state::Http,
};

/// The whole service. In a stack the first layer is the outermost. Each call of [`Router::layer`] boxes every route once
/// more and copies the boxes for every request, so there are few.
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
        .layer(
            ServiceBuilder::new()
                .layer(from_fn(guard::api_headers))
                .layer(from_fn_with_state(known.clone(), known_parameters::refuse_strangers)),
        );
    Router::new()
        .merge(api)
        .merge(docs::routes())
        .merge(admin::routes(&http))
        .merge(pages::routes(&http))
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state((http.clone(), known), cors::share))
                .layer(from_fn_with_state(http.clone(), rate_limit::limit))
                .layer(from_fn_with_state(http.clone(), guard::catch_panic))
                .layer(from_fn_with_state((http.clone(), guard::DEADLINE), guard::deadline))
                .layer(from_fn_with_state(http.clone(), guard::count_refusals)),
        )
        .route("/assets/{name}", get(assets::asset))
        .route("/embed.js", get(assets::embed))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .layer(
            ServiceBuilder::new()
                .layer(CompressionLayer::new())
                .layer(from_fn(observe))
                .layer(from_fn_with_state(http.clone(), guard::strict_transport)),
        )
        .with_state(http)
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
