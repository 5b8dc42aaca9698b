//! The start of a connection: plain, or a TLS handshake.

use std::{
    future::{self, Future},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

pub(crate) trait Handshake: Clone + Send + 'static {
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Returns the stream for HTTP, or `None` if the client did not agree in time, or wanted only the handshake.
    fn of(self, stream: TcpStream, within: Duration) -> impl Future<Output = Option<Self::Stream>> + Send;
}

#[derive(Clone)]
pub(super) struct Plain;

impl Handshake for Plain {
    type Stream = TcpStream;

    fn of(self, stream: TcpStream, _: Duration) -> impl Future<Output = Option<TcpStream>> + Send {
        future::ready(Some(stream))
    }
}

impl Handshake for TlsAcceptor {
    type Stream = TlsStream<TcpStream>;

    async fn of(self, stream: TcpStream, within: Duration) -> Option<Self::Stream> {
        let stream = tokio::time::timeout(within, self.accept(stream)).await.ok()?.ok()?;
        // A certificate authority that looks for a proof has seen it by now and does not speak HTTP.
        let is_http = stream.get_ref().1.alpn_protocol().is_none_or(|protocol| protocol == b"http/1.1");
        is_http.then_some(stream)
    }
}
