//! Compression of replies. Large ones are not compressed by the threads that serve requests.

use std::{convert::Infallible, future::ready};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    http::{HeaderMap, HeaderValue, Request, header},
    response::Response,
};
use tokio::runtime::Handle;
use tower::{ServiceExt, service_fn};
use tower_http::compression::{Compression, CompressionBody, DefaultPredicate, predicate::Predicate};

use crate::low_priority::{SMALL, is_offloaded, offload};

/// The encodings of [`Ready`], the better one first.
const ENCODINGS: [&str; 2] = ["br", "gzip"];

/// A body that is kept, with its compressed forms where it is large, so that sending it again costs nothing.
#[derive(Clone)]
pub(in crate::http) struct Ready {
    body: Bytes,
    compressed: Option<[Bytes; 2]>,
}

impl Ready {
    pub(in crate::http) fn new(body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), compressed: None }
    }

    pub(in crate::http) async fn with_compressed(self) -> Self {
        let [br, gzip] = ENCODINGS.map(|encoding| {
            let reply = Response::new(Body::from(self.body.clone()));
            compressed(HeaderValue::from_static(encoding), reply)
        });
        let whole = async |reply: Response| to_bytes(reply.into_body(), usize::MAX).await.unwrap_or_default();
        Self { compressed: Some([whole(br.await).await, whole(gzip.await).await]), ..self }
    }

    pub(in crate::http) fn bytes(&self) -> usize {
        self.body.len() + self.compressed.iter().flatten().map(Bytes::len).sum::<usize>()
    }

    pub(in crate::http) fn is_large(&self) -> bool {
        self.body.len() > SMALL
    }

    /// The reply for a client, in the smallest form that it takes if there are several.
    pub(in crate::http) fn reply(&self, headers: &HeaderMap) -> Response {
        let forms = self.compressed.iter().flat_map(|bodies| ENCODINGS.into_iter().zip(bodies));
        let Some((encoding, body)) = forms.into_iter().find(|(encoding, _)| takes(headers, encoding)) else {
            return Response::new(Body::from(self.body.clone()));
        };
        let mut response = Response::new(Body::from(body.clone()));
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        vary(response.headers_mut());
        response
    }
}

/// The encodings that a client takes.
pub(in crate::http) fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| {
        let mut parts = item.split(';');
        parts.next().is_some_and(|name| name.trim() == encoding)
            && !parts.any(|weight| matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Compresses a reply for a client that takes it: away from the threads that serve requests if it is large and whole in
/// memory, and otherwise as it is sent.
pub(in crate::http) async fn compress(accepted: Option<HeaderValue>, mut response: Response) -> Response {
    let is_encoded = response.headers().contains_key(header::CONTENT_ENCODING);
    let Some(accepted) = accepted else {
        let is_range = response.headers().contains_key(header::CONTENT_RANGE);
        if !is_encoded && !is_range && DefaultPredicate::new().should_compress(&response) {
            vary(response.headers_mut());
        }
        return response;
    };
    let is_large = response.body().size_hint().exact().is_some_and(|bytes| bytes > SMALL as u64);
    if is_large && !is_encoded {
        Box::pin(compressed(accepted, response)).await
    } else {
        Box::pin(in_passing(accepted, response)).await.map(Body::new)
    }
}

/// Tells that the reply depends on the encodings that a client takes.
fn vary(headers: &mut HeaderMap) {
    let name = header::ACCEPT_ENCODING;
    let is_there = |value: &HeaderValue| value.to_str().is_ok_and(|names| names.contains(name.as_str()));
    if !headers.get_all(header::VARY).iter().any(is_there) {
        headers.append(header::VARY, name.into());
    }
}

/// The whole reply in the encoding that a client would get.
pub(in crate::http) async fn compressed(accepted: HeaderValue, reply: Response) -> Response {
    let work = async {
        let (head, body) = in_passing(accepted, reply).await.into_parts();
        // Reading from memory cannot fail.
        let body = to_bytes(Body::new(body), usize::MAX).await.unwrap_or_else(|_| Bytes::new());
        Response::from_parts(head, body.into())
    };
    if is_offloaded() {
        return work.await;
    }
    let runtime = Handle::current();
    offload(true, move || runtime.block_on(work)).await
}

/// The reply, which is compressed while it is read.
async fn in_passing(accepted: HeaderValue, reply: Response) -> Response<CompressionBody<Body>> {
    let mut request = Request::new(());
    request.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
    let mut reply = Some(reply);
    let service = service_fn(move |_| ready(Ok::<_, Infallible>(reply.take().unwrap_or_default())));
    let Ok(compressed) = Compression::new(service).oneshot(request).await;
    compressed
}
