//! All routes, and the layers of every request.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Router,
    body::Bytes,
    extract::Request,
    http::header,
    response::{IntoResponse, Response},
    routing::{any, get},
};
use futures_util::{FutureExt, future::BoxFuture};
use tower::{Layer, Service};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::{
    admin,
    api::v1::{self, ApiDocument},
    assets, docs, health,
    middleware::{auth, cors, costly, guard, observe::observe, rate_limit},
    open_routes::OpenRoutes,
    pages,
    reply::{
        compress,
        error::{ApiError, RequestError},
    },
    request::{known_parameters::KnownParameters, unread_body::Rest},
    state::Http,
};

/// The whole service. Each layer boxes every route once more and copies the boxes for every request, so there is only
/// one.
pub fn router(http: Http) -> Router {
    let (api, document) = api();
    let known = KnownParameters::of(&document);
    let document = written(&document);
    let all = Arc::new(Around { http: http.clone(), known });
    let within = |kind| AroundLayer(Arc::clone(&all), kind);
    let api = api
        .route(docs::DOCUMENT, get(async move || ([(header::CONTENT_TYPE, "application/json")], document)))
        .route("/api", any(no_such_path))
        .route("/api/", any(no_such_path))
        .route("/api/{*path}", any(no_such_path))
        .method_not_allowed_fallback(wrong_method)
        .layer(within(Kind::Api));
    let dashboard = admin::routes(&http).layer(within(Kind::Dashboard));
    let pages = docs::open_routes().into_router().merge(pages::routes(&http)).layer(within(Kind::Page));
    let plain = plain_routes().into_router().layer(within(Kind::Plain));
    api.merge(dashboard).merge(pages).merge(plain).with_state(http)
}

fn plain_routes() -> OpenRoutes {
    OpenRoutes::default()
        .route("/assets/{name}", get(assets::asset))
        .route("/embed.js", get(assets::embed))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
}

/// Paths other than those of the dashboard and the API document, for tests.
pub fn open_paths() -> Vec<&'static str> {
    [plain_routes(), docs::open_routes(), pages::open_routes()].into_iter().flat_map(|routes| routes.paths).collect()
}

struct Around {
    http: Http,
    known: KnownParameters,
}

#[derive(Clone, Copy)]
enum Kind {
    Api,
    /// Its requests wait for their turn once their visitor is known.
    Dashboard,
    Page,
    /// Files and health checks, which need no guard.
    Plain,
}

/// Wraps a route in everything that a request passes through. A layer made from a function would box the route and the
/// future once more for each request.
#[derive(Clone)]
struct AroundLayer(Arc<Around>, Kind);

#[derive(Clone)]
struct AroundRoute<S> {
    layer: AroundLayer,
    /// Shared by its clones, of which axum makes one for each request.
    route: Arc<S>,
}

impl<S> Layer<S> for AroundLayer {
    type Service = AroundRoute<S>;

    fn layer(&self, route: S) -> AroundRoute<S> {
        AroundRoute { layer: self.clone(), route: Arc::new(route) }
    }
}

impl<S> Service<Request> for AroundRoute<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static> + Clone + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    /// A future is copied whole each time it is passed on, so each kind has its own, boxed where it is created, and
    /// rare steps are boxed there.
    fn call(&mut self, request: Request) -> Self::Future {
        let AroundLayer(around, kind) = self.layer.clone();
        let mut route = S::clone(&self.route);
        let answer = move |request: Box<Request>| {
            route.call(*request).map(|answer| answer.unwrap_or_else(|never| match never {}))
        };
        // Otherwise each step on the way would hold it twice.
        let request = Box::new(request);
        match kind {
            Kind::Plain => Box::pin(async move { Ok(observed(&around.http, request, answer).await) }),
            Kind::Dashboard => Box::pin(async move {
                let http = &around.http;
                let answer = async |request| at_once(request, answer).await;
                Ok(observed(http, request, async |request| guarded(&around, request, answer).await).await)
            }),
            Kind::Page => Box::pin(async move {
                let http = &around.http;
                let answer = async |request| costly::unless_small(http, request, answer).await;
                Ok(observed(http, request, async |request| guarded(&around, request, answer).await).await)
            }),
            Kind::Api => Box::pin(async move {
                let Around { http, known } = &*around;
                let answer = async |request| api_request(http, known, request, answer).await;
                Ok(observed(http, request, async |request| guarded(&around, request, answer).await).await)
            }),
        }
    }
}

async fn at_once<F: Future<Output = Response>>(
    request: Box<Request>,
    answer: impl FnOnce(Box<Request>) -> F,
) -> Result<Response, ApiError> {
    Ok(answer(request).await)
}

async fn observed(http: &Http, request: Box<Request>, answer: impl AsyncFnOnce(Box<Request>) -> Response) -> Response {
    let encodings = request.headers().get(header::ACCEPT_ENCODING).cloned();
    let mut response = observe(request, answer).await;
    guard::strict_transport(http, response.headers_mut());
    compress::compress(encodings, response).await
}

async fn guarded(
    Around { http, known }: &Around,
    mut request: Box<Request>,
    answer: impl AsyncFnOnce(Box<Request>) -> Result<Response, ApiError>,
) -> Response {
    let guarded = async |request| guard::guard(http, guard::DEADLINE, request, answer).await;
    let limited = async |request| rate_limit::limit(http, request, guarded).await;
    let rest = Rest::of(&mut request);
    let response = cors::share(http, known, request, limited).await;
    if let Some(rest) = rest {
        Box::pin(rest.discard()).await;
    }
    response
}

async fn api_request<F: Future<Output = Response> + Send + 'static>(
    http: &Http,
    known: &KnownParameters,
    request: Box<Request>,
    answer: impl FnOnce(Box<Request>) -> F,
) -> Result<Response, ApiError> {
    let has_key = request.headers().contains_key(auth::HEADER);
    let mut response = match known.check(&request) {
        // Without its key the operation does nothing.
        Ok(()) if has_key && known.needs_key(&request) => Box::pin(costly::with_key(http, request, answer)).await?,
        Ok(()) => costly::unless_small(http, request, answer).await?,
        Err(error) => ApiError::from(error).into_response(),
    };
    guard::api_headers(response.headers_mut());
    Ok(response)
}

pub fn openapi() -> utoipa::openapi::OpenApi {
    api().1
}

fn api() -> (Router<Http>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::with_openapi(ApiDocument::openapi()).nest("/api/v1", v1::routes());
    let (routes, mut document) = api.split_for_parts();
    v1::complete_operations(&mut document);
    (routes, document)
}

/// The API document, serialized once for all requests: that takes longer than most of them.
fn written(document: &utoipa::openapi::OpenApi) -> Bytes {
    document.to_json().expect("keys are strings").into()
}

async fn no_such_path() -> ApiError {
    RequestError::NoSuchPath.into()
}

async fn wrong_method() -> ApiError {
    RequestError::WrongMethod.into()
}
