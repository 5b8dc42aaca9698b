//! The loop that accepts connections, and its end.

use std::{convert::Infallible, future::Future, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use metrics::Gauge;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tower::ServiceExt;

use super::{
    addresses::Addresses,
    handshake::{Handshake, Plain},
    progress::Progress,
};
use crate::http::middleware::{metrics::CONNECTIONS, rate_limit::Peer};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub connections: usize,
    /// Per client address, or /64 of IPv6; 0 means no limit.
    pub per_address: usize,
    /// From the connection, or the end of the last response, to the last byte of the next request's headers.
    pub header_time: Duration,
    /// Including the line with method and URL. Beyond it the client gets 431.
    pub header_bytes: usize,
    /// Maximum time for which a client may leave a waiting response unread.
    pub write_time: Duration,
    /// Time for requests under way after the signal to stop.
    pub drain_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            per_address: 256,
            header_time: Duration::from_secs(15),
            header_bytes: 32 * 1024,
            write_time: Duration::from_secs(30),
            drain_time: Duration::from_secs(8),
        }
    }
}

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\n\
connection: close\r\nx-error-code: too_many_connections\r\ncontent-length: 32\r\n\r\n{\"error\":\"too many connections\"}";

/// Serves until `stop` resolves, then lets requests under way finish.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    serve_after(Plain, listener, router, limits, stop).await;
}

/// Like [`serve`], on connections that begin with a handshake.
pub(crate) async fn serve_after(
    handshake: impl Handshake,
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let addresses = Addresses::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely out of file handles, which are freed as connections end.
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let share = addresses.admit(peer.ip(), limits.per_address);
        let (Some(share), Ok(place)) = (share, Arc::clone(&places).try_acquire_owned()) else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let (watcher, handshake, router) = (graceful.watcher(), handshake.clone(), router.clone());
        let open = OpenConnection::begin();
        tokio::spawn(async move {
            // Replies are small and must not wait for more data.
            let _ = stream.set_nodelay(true);
            if let Some(stream) = handshake.of(stream, limits.header_time).await {
                // An error here is the client's: it hung up, stalled, or did not speak HTTP.
                let _ = watcher.watch(connection(stream, peer, router, limits)).await;
            }
            drop((open, place, share));
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.drain_time, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Counted in the metrics while it lives.
struct OpenConnection(Gauge);

impl OpenConnection {
    fn begin() -> Self {
        let open = metrics::gauge!(CONNECTIONS);
        open.increment(1);
        Self(open)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

fn connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    let service = service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {}))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(limits.header_bytes)
        // The buffer takes somewhat more.
        .max_header_size(limits.header_bytes)
        .serve_connection(TokioIo::new(Progress::new(stream, limits.write_time)), service)
}

async fn refuse(mut stream: TcpStream) {
    let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
}
