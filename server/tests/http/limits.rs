//! Limits on requests per address, on connections, and on the time and size of headers.

use std::{
    net::SocketAddr,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use serde_json::json;
use server::{
    http::{KeyLimits, Limits, RateLimit, serve},
    service::BeginLimit,
    store::KeyScope,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::support::App;

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

/// Everything received until the peer closes the connection.
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
    move |http| http.with_rate_limits(Some(RateLimit::by_address(rate)), None).behind(proxies)
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
    // Browsers get a page.
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

#[tokio::test]
async fn every_reply_says_what_is_left_of_the_limits() {
    let rate = |number| NonZeroU32::new(number).expect("more than none");
    let (by_address, by_key) = (RateLimit::by_address(rate(9)), KeyLimits::new(rate(2), rate(2)));
    let app = App::start_with(|http| http.with_rate_limits(Some(by_address), Some(by_key)).behind(1)).await;
    let address = on_a_port(&app, Limits::default()).await;
    let key = format!("x-api-key: {}\r\n", app.key);
    let from = |client: &str| format!("x-forwarded-for: {client}\r\n{key}");
    let first = ask(address, "/api/v1/key", &from("10.0.0.1")).await;
    assert!(first.starts_with("HTTP/1.1 200 "), "{first}");
    assert!(
        first.contains("ratelimit-policy: \"address\";q=9;w=1, \"key\";q=2;w=1, \"namespace\";q=20;w=1\r\n"),
        "{first}"
    );
    assert!(first.contains("ratelimit: \"address\";r=8;t=1, \"key\";r=1;t=1, \"namespace\";r=19;t=1\r\n"), "{first}");
    // The key's limit applies wherever the requests come from.
    assert!(ask(address, "/api/v1/key", &from("10.0.0.2")).await.starts_with("HTTP/1.1 200 "));
    let refused = ask(address, "/api/v1/key", &from("10.0.0.3")).await;
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(refused.contains("ratelimit: \"address\";r=8;t=1, \"key\";r=0;t=1\r\n"), "{refused}");
    // An invalid key has no limit of its own.
    let invented = ask(address, "/api/v1/key", "x-forwarded-for: 10.0.0.4\r\nx-api-key: qa_x\r\n").await;
    assert!(invented.contains("ratelimit-policy: \"address\";q=9;w=1\r\n"), "{invented}");
}

#[tokio::test]
async fn a_key_may_send_a_burst_and_reads_when_it_may_send_the_next() {
    let rate = |number| NonZeroU32::new(number).expect("more than none");
    let by_key = KeyLimits::new(rate(1), rate(5));
    let app = App::start_with(|http| http.with_rate_limits(None, Some(by_key))).await;
    let address = on_a_port(&app, Limits::default()).await;
    let ask = async || ask(address, "/api/v1/key", &format!("x-api-key: {}\r\n", app.key)).await;
    for (left, whole) in [(4, 1), (3, 2), (2, 3), (1, 4), (0, 5)] {
        let reply = ask().await;
        assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
        assert!(reply.contains("ratelimit-policy: \"key\";q=5;w=5, \"namespace\";q=50;w=5\r\n"), "{reply}");
        assert!(reply.contains(&format!("ratelimit: \"key\";r={left};t={whole}, \"namespace\";r=")), "{reply}");
    }
    let refused = ask().await;
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(refused.contains("ratelimit: \"key\";r=0;t=5\r\n"), "{refused}");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(ask().await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn the_keys_of_a_namespace_together_send_as_much_as_ten() {
    let rate = |number| NonZeroU32::new(number).expect("more than none");
    let limits = KeyLimits::new(rate(1), rate(2));
    let app = App::start_with(|http| http.with_rate_limits(None, Some(limits))).await;
    app.namespace("other").await;
    let mut keys = Vec::new();
    for _ in 0..20 {
        keys.push(app.key_for(Some("acme"), KeyScope::Read).await);
    }
    let (mut admitted, began) = (0_u32, Instant::now());
    for key in keys.iter().chain(&keys) {
        let reply = app.get("/api/v1/key").key(key).await;
        admitted += u32::from(reply.status == 200);
        assert!(matches!(reply.status.as_u16(), 200 | 429));
    }
    // Ten more are refilled per second.
    let most = 21.0 + 10.0 * began.elapsed().as_secs_f64();
    assert!(admitted >= 20 && f64::from(admitted) <= most, "{admitted} of {most}");
    for namespace in [Some("other"), None] {
        let key = app.key_for(namespace, KeyScope::Read).await;
        app.get("/api/v1/key").key(&key).await.is(200);
    }
}

#[tokio::test]
async fn one_address_begins_only_so_many_records() {
    let three = BeginLimit::new(NonZeroU32::new(3).expect("more than none"));
    let app = App::start_as(|service| service.with_begin_limit(Some(three)), |http| http.behind(1)).await;
    let quiz = app.open_quiz().await;
    let address = on_a_port(&app, Limits::default()).await;
    let post = async |path: &str, head: &str, body: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{head}");
        read(connect(address, &format!("{head}content-length: {}\r\n\r\n{body}", body.len())).await).await
    };
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(quiz.new_anon_id().await);
    }
    let begin = async |from: &str, id: &str| {
        let head = format!("x-forwarded-for: {from}\r\ncontent-type: application/json\r\n");
        let path = format!("{}/users/anonymous/initQuiz", quiz.url);
        post(&path, &head, &json!({ "anon_id": id }).to_string()).await
    };
    for id in &ids[..3] {
        assert!(begin("10.0.0.1", id).await.starts_with("HTTP/1.1 200 "));
    }
    let refused = begin("10.0.0.1", &ids[3]).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    let wait = refused.split("retry-after: ").nth(1).and_then(|rest| rest.split("\r\n").next()?.parse().ok());
    assert!(wait.is_some_and(|wait: u32| (1190..=1201).contains(&wait)), "{refused}");
    // The same applies to pages; an existing record may be requested again.
    let form = "x-forwarded-for: 10.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n";
    assert!(post(&quiz.page(), form, "").await.starts_with("HTTP/1.1 429 "));
    assert!(begin("10.0.0.1", &ids[0]).await.starts_with("HTTP/1.1 200 "));
    // Other addresses, keys, and this machine itself are not affected.
    assert!(begin("10.0.0.2", &ids[3]).await.starts_with("HTTP/1.1 200 "));
    assert!(begin("127.0.0.1", &ids[4]).await.starts_with("HTTP/1.1 200 "));
    let with_key = format!("10.0.0.1\r\nx-api-key: {}", app.key);
    assert!(begin(&with_key, &quiz.new_anon_id().await).await.starts_with("HTTP/1.1 200 "));
}
