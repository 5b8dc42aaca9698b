//! Limits on requests from one address, connections, and the time and size of headers.

use std::{net::SocketAddr, num::NonZeroU32, time::Duration};

use server::http::{Limits, RateLimit, serve};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::support::App;

/// The app on a port, until the test ends.
async fn on_a_port(app: &App, limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(listener, app.router.clone(), limits, std::future::pending()));
    address
}

async fn connect(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// All that comes until the other side hangs up.
async fn read(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = timeout(Duration::from_secs(5), stream.read_to_end(&mut text)).await.expect("an answer in time");
    String::from_utf8_lossy(&text).into_owned()
}

async fn ask(address: SocketAddr, path: &str, more: &str) -> String {
    read(connect(address, &format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{more}\r\n")).await).await
}

fn limited(per_second: u32, proxies: usize) -> impl FnOnce(server::http::Http) -> server::http::Http {
    let rate = NonZeroU32::new(per_second).expect("more than none");
    move |http| http.with_rate_limit(Some(RateLimit::new(rate))).behind(proxies)
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let app = App::start_with(limited(3, 0)).await;
    let address = on_a_port(&app, Limits::default()).await;
    for _ in 0..3 {
        assert!(ask(address, "/api/v1/nothing", "").await.starts_with("HTTP/1.1 404 "));
    }
    let refused = ask(address, "/api/v1/nothing", "").await;
    assert!(refused.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{refused}");
    assert!(refused.contains("content-type: application/json\r\n"), "{refused}");
    assert!(refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(refused.ends_with("{\"error\":\"too many requests, try again in 1 s\"}"), "{refused}");
    // A person gets a page.
    let page = ask(address, "/", "").await;
    assert!(page.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{page}");
    assert!(page.contains("content-type: text/html; charset=utf-8\r\n") && page.contains("retry-after: 1\r\n"));
    assert!(page.contains("Please wait a moment"));
    // Probes and metrics are not counted.
    assert!(ask(address, "/healthz", "").await.starts_with("HTTP/1.1 200 "));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert!(ask(address, "/api/v1/nothing", "").await.starts_with("HTTP/1.1 404 "));
}

#[tokio::test]
async fn without_a_trusted_proxy_nobody_can_claim_another_address() {
    let app = App::start_with(limited(1, 0)).await;
    let address = on_a_port(&app, Limits::default()).await;
    assert!(ask(address, "/api/x", "x-forwarded-for: 10.0.0.1\r\n").await.starts_with("HTTP/1.1 404 "));
    assert!(ask(address, "/api/x", "x-forwarded-for: 10.0.0.2\r\n").await.starts_with("HTTP/1.1 429 "));
}

#[tokio::test]
async fn behind_a_proxy_the_address_that_it_saw_counts() {
    let app = App::start_with(limited(1, 1)).await;
    let address = on_a_port(&app, Limits::default()).await;
    for (forwarded, status) in
        [("10.0.0.1", 404), ("10.0.0.2", 404), ("10.0.0.1", 429), ("10.0.0.9, 10.0.0.2", 429), ("10.0.0.3", 404)]
    {
        let reply = ask(address, "/api/x", &format!("x-forwarded-for: {forwarded}\r\n")).await;
        assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")), "{forwarded}: {reply}");
    }
}

#[tokio::test]
async fn more_connections_than_there_is_room_for_are_refused_politely() {
    let app = App::start().await;
    let address = on_a_port(&app, Limits { connections: 2, ..Limits::default() }).await;
    let held: [TcpStream; 2] = [connect(address, "GET ").await, connect(address, "GET ").await];
    tokio::time::sleep(Duration::from_millis(100)).await;
    let refused = read(TcpStream::connect(address).await.expect("a connection")).await;
    assert!(refused.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{refused}");
    assert!(refused.contains("retry-after: 1\r\n") && refused.contains("content-type: application/json\r\n"));
    assert!(refused.ends_with("{\"error\":\"too many connections\"}"), "{refused}");
    drop(held);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(ask(address, "/healthz", "").await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn headers_that_never_end_are_not_waited_for() {
    let app = App::start().await;
    let limits = Limits { header_time: Duration::from_millis(200), ..Limits::default() };
    let address = on_a_port(&app, limits).await;
    let stream = connect(address, "GET / HTTP/1.1\r\nhost: a\r\nx-slow: ").await;
    let reply = read(stream).await;
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 408 "), "{reply}");
}

#[tokio::test]
async fn headers_that_are_too_large_are_refused() {
    let app = App::start().await;
    let address = on_a_port(&app, Limits::default()).await;
    let reply = ask(address, "/healthz", &format!("x-large: {}\r\n", "x".repeat(100_000))).await;
    assert!(reply.starts_with("HTTP/1.1 431 "), "{reply}");
}
