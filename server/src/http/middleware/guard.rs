//! Guards every response with a deadline and against panics. Programs get an error in the API's format, browsers get a
//! page.

use std::{any::Any, panic::AssertUnwindSafe, time::Duration};

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use tokio::time::timeout;

use super::auth;
use crate::http::{
    pages,
    reply::error::{ApiError, RequestError},
    state::Http,
};
use crate::service::{RefusedCaller, ServiceError, SignedIn};

/// No request needs this long. One that does is stuck.
pub(in crate::http) const DEADLINE: Duration = Duration::from_secs(30);

/// A panic is a bug: the caller gets a plain 500, and the log gets the details.
pub(in crate::http) async fn guard(
    http: &Http,
    limit: Duration,
    request: Box<Request>,
    next: impl AsyncFnOnce(Box<Request>) -> Result<Response, ApiError>,
) -> Response {
    let asker = Asker::of(&request);
    let watch = Refusals::of(&request);
    let answer =
        async { if holds_nul(&request) { Err(RequestError::NulCharacter.into()) } else { next(request).await } };
    let error = match AssertUnwindSafe(timeout(limit, answer)).catch_unwind().await {
        Ok(Ok(Ok(response))) => {
            if let Some(caller) = watch.denied(&response) {
                Box::pin(http.service.note_denied(&caller)).await;
            }
            return response;
        }
        Ok(Ok(Err(error))) => error,
        Ok(Err(_)) => RequestError::TooSlow.into(),
        Err(panic) => ApiError::Service(ServiceError::Internal(cause(&*panic))),
    };
    Box::pin(asker.tell(http, error)).await
}

/// No stored text contains a NUL, and PostgreSQL accepts none.
fn holds_nul(request: &Request) -> bool {
    let uri = request.uri();
    [Some(uri.path()), uri.query()].into_iter().flatten().any(|part| part.contains("%00"))
}

fn cause(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message")
        .to_owned()
}

/// True for requests of programs rather than browsers.
pub(in crate::http) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// The parts of a request that are needed to answer in place of its handler.
enum Asker {
    Program,
    Person { uri: Uri, headers: HeaderMap },
}

impl Asker {
    fn of(request: &Request) -> Self {
        let uri = request.uri();
        if is_api(uri.path()) {
            Self::Program
        } else {
            Self::Person { uri: uri.clone(), headers: request.headers().clone() }
        }
    }

    async fn tell(&self, http: &Http, error: ApiError) -> Response {
        match self {
            Self::Program => {
                let mut response = error.into_response();
                api_headers(response.headers_mut());
                response
            }
            Self::Person { uri, headers } => pages::failed(http, headers, uri, &error).await,
        }
    }
}

/// Counts requests to the API and the dashboard that their callers may not make.
struct Refusals {
    is_counted: bool,
    key: Option<HeaderValue>,
}

impl Refusals {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        Self {
            is_counted: is_api(path) || path.starts_with("/admin"),
            key: request.headers().get(auth::HEADER).cloned(),
        }
    }

    fn denied(&self, response: &Response) -> Option<RefusedCaller> {
        if !self.is_counted || response.status() != StatusCode::FORBIDDEN {
            return None;
        }
        let visitor = response.extensions().get::<SignedIn>().map(|visitor| visitor.rights.id.clone());
        let key = self.key.as_ref().and_then(|key| key.to_str().ok());
        Some(match (visitor, key) {
            (Some(id), _) => RefusedCaller::Administrator(id),
            (None, Some(key)) => RefusedCaller::Key(key.to_owned()),
            (None, None) => RefusedCaller::Anyone,
        })
    }
}

/// For the API: no type sniffing, no framing, no caching.
pub(in crate::http) fn api_headers(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Keeps browsers that have seen this server over HTTPS from using plain HTTP again.
pub(in crate::http) fn strict_transport(http: &Http, headers: &mut HeaderMap) {
    if http.base_url.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::{
        Router,
        body::Body,
        extract::State,
        middleware::{Next, from_fn_with_state},
        routing::get,
    };
    use tower::ServiceExt;

    use super::*;
    use crate::{jobs::ExportFiles, secret_key::SecretKey, service::Service, store::Store};

    async fn guarded(State(http): State<Http>, request: Request, next: Next) -> Response {
        let answer = async |request: Box<Request>| Ok(next.run(*request).await);
        guard(&http, Duration::from_millis(20), Box::new(request), answer).await
    }

    /// The guard's reply to a browser or a program if a handler panics or never ends.
    async fn ask(path: &str) -> (StatusCode, HeaderMap, String) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let store = Store::open(&url).await.expect("a new database opens");
        let service = Service::start(Arc::new(store), &SecretKey::new([7; 32])).await.expect("the service starts");
        let http = Http::new(Arc::new(service), "https://quiz.example", ExportFiles::in_data_dir(folder.path()));
        let panics = || async { panic!("the secret cause") as &'static str };
        let stuck = || async { std::future::pending::<&'static str>().await };
        let router = Router::new()
            .route("/panics", get(panics))
            .route("/api/panics", get(panics))
            .route("/stuck", get(stuck))
            .route("/api/stuck", get(stuck))
            .layer(from_fn_with_state(http.clone(), guarded))
            .with_state(http);
        let request = Request::get(path).header("accept-language", "es").body(Body::empty()).expect("a request");
        let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
        let (head, body) = response.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.expect("a whole body");
        (head.status, head.headers, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn a_person_gets_a_page_after_a_panic() {
        let (status, headers, body) = ask("/panics").await;
        assert_eq!(status, 500);
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert!(body.contains("Algo falló de nuestro lado") && !body.contains("secret"), "{body}");
    }

    #[tokio::test]
    async fn a_person_gets_a_page_after_the_deadline() {
        let (status, headers, body) = ask("/stuck").await;
        assert_eq!(status, 503);
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["retry-after"], "1");
        assert!(body.contains("Hay mucha actividad en este momento"), "{body}");
    }

    #[tokio::test]
    async fn a_program_gets_json_after_both() {
        let (status, headers, body) = ask("/api/panics").await;
        assert_eq!((status.as_u16(), headers["content-type"].as_bytes()), (500, &b"application/json"[..]));
        assert_eq!(body, r#"{"error":"internal error"}"#);
        let (status, headers, body) = ask("/api/stuck").await;
        assert_eq!((status.as_u16(), headers["retry-after"].as_bytes()), (503, &b"1"[..]));
        assert_eq!(body, r#"{"error":"the request took too long"}"#);
    }
}
