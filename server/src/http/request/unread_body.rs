//! The rest of a body that a handler did not read. Closing a connection while the client still sends resets it, and a
//! proxy then reports a bad gateway instead of the reply.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
};
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::time::timeout;

/// Maximum number of bytes to discard: twice the longest accepted body. A longer one does not come from one of our
/// clients.
const MOST: usize = 2 * 1024 * 1024;
/// Time for the client to send them.
const PATIENCE: Duration = Duration::from_secs(10);

/// The body of a request, as its handler leaves it.
pub(in crate::http) struct Rest(Arc<Mutex<Body>>);

struct Shared(Arc<Mutex<Body>>);

impl Rest {
    /// Shares the request's body. Returns `None` if there is none.
    pub(in crate::http) fn of(request: &mut Request) -> Option<Self> {
        if request.body().is_end_stream() {
            return None;
        }
        let body = Arc::new(Mutex::new(std::mem::take(request.body_mut())));
        *request.body_mut() = Body::new(Shared(Arc::clone(&body)));
        Some(Self(body))
    }

    /// Must be called once there is a reply: reads the rest and discards it.
    pub(in crate::http) async fn discard(self) {
        let mut body = std::mem::take(&mut *locked(&self.0));
        if body.is_end_stream() {
            return;
        }
        let read = async {
            let mut bytes = 0;
            while bytes <= MOST
                && let Some(Ok(frame)) = body.frame().await
            {
                bytes += frame.data_ref().map_or(0, Bytes::len);
            }
        };
        // A client that takes longer still gets its reply, but loses the connection.
        _ = timeout(PATIENCE, read).await;
    }
}

/// A panic of a handler leaves the body as it is.
fn locked(body: &Mutex<Body>) -> MutexGuard<'_, Body> {
    body.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut *locked(&self.0)).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        locked(&self.0).is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        locked(&self.0).size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::{StreamExt, stream};

    use super::*;

    /// A body of this many mebibytes, and a count of those that were read.
    fn body(mebibytes: usize) -> (Body, Arc<AtomicUsize>) {
        let taken = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&taken);
        let pieces = stream::iter(0..mebibytes).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>(Bytes::from(vec![0; 1024 * 1024]))
        });
        (Body::from_stream(pieces), taken)
    }

    #[tokio::test]
    async fn what_a_handler_leaves_is_read_up_to_a_bound() {
        for (sent, read) in [(1, 1), (2, 2), (100, 3)] {
            let (body, taken) = body(sent);
            let rest = Rest::of(&mut Request::new(body));
            rest.expect("a body").discard().await;
            assert_eq!(taken.load(Ordering::Relaxed), read);
        }
    }

    #[tokio::test]
    async fn a_handler_gets_the_body_as_it_was_sent() {
        let mut request = Request::new(Body::from("whole"));
        let rest = Rest::of(&mut request);
        assert_eq!(request.body().size_hint().exact(), Some(5));
        assert_eq!(axum::body::to_bytes(request.into_body(), 10).await.expect("read"), "whole");
        rest.expect("a body").discard().await;
        assert!(Rest::of(&mut Request::new(Body::empty())).is_none());
    }
}
