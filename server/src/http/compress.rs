//! Compression of large replies. The layer around all routes compresses small ones, on the threads that serve requests.

use std::{convert::Infallible, future::ready};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    http::{HeaderMap, HeaderValue, Request, header},
    response::Response,
};
use tokio::runtime::Handle;
use tower::{ServiceExt, service_fn};
use tower_http::compression::Compression;

use crate::apart::{SMALL, apart, is_apart};

/// The encodings that a client takes.
pub(super) fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| {
        let mut parts = item.split(';');
        parts.next().is_some_and(|name| name.trim() == encoding)
            && !parts.any(|weight| matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Compresses a reply that is large and whole in memory, away from the threads that serve requests.
pub(super) async fn compress_if_large(accepted: Option<HeaderValue>, response: Response) -> Response {
    let Some(accepted) = accepted else { return response };
    let is_large = response.body().size_hint().exact().is_some_and(|bytes| bytes > SMALL as u64);
    if !is_large || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    compressed(accepted, response).await
}

/// The reply in the encoding that the layer around all routes would choose.
pub(super) async fn compressed(accepted: HeaderValue, reply: Response) -> Response {
    let work = compress(accepted, reply);
    if is_apart() {
        return work.await;
    }
    let runtime = Handle::current();
    apart(true, move || runtime.block_on(work)).await
}

async fn compress(accepted: HeaderValue, reply: Response) -> Response {
    let mut request = Request::new(());
    request.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
    let mut reply = Some(reply);
    let service = service_fn(move |_| ready(Ok::<_, Infallible>(reply.take().unwrap_or_default())));
    let Ok(compressed) = Compression::new(service).oneshot(request).await;
    let (head, body) = compressed.into_parts();
    // What is in memory cannot fail to be read.
    let body = to_bytes(Body::new(body), usize::MAX).await.unwrap_or_else(|_| Bytes::new());
    Response::from_parts(head, body.into())
}
