//! A webhook receiver on this machine, which verifies events according to the specification.

use std::{
    collections::HashSet,
    future::Future,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, response::Response, routing::post};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;

#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) id: String,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
}

type Answer = Arc<dyn Fn(usize) -> (u16, Vec<(&'static str, String)>, Duration) + Send + Sync>;

#[derive(Clone)]
struct Desk {
    received: Arc<Mutex<Vec<Received>>>,
    answer: Answer,
}

pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// Accepts everything immediately.
    pub(crate) async fn start() -> Self {
        Self::answering(|_| (200, Vec::new(), Duration::ZERO)).await
    }

    /// Responds to each request by its number, from 0, with a status and headers after a delay.
    pub(crate) async fn answering(
        answer: impl Fn(usize) -> (u16, Vec<(&'static str, String)>, Duration) + Send + Sync + 'static,
    ) -> Self {
        let desk = Desk { received: Arc::default(), answer: Arc::new(answer) };
        let received = Arc::clone(&desk.received);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/hooks", post(take)).with_state(desk);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, received }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().expect("no test has panicked").clone()
    }

    pub(crate) fn ids(&self) -> HashSet<String> {
        self.received().into_iter().map(|received| received.id).collect()
    }

    /// The received events once there are this many; fails after half a minute.
    pub(crate) async fn wait_for(&self, count: usize) -> Vec<Received> {
        until(async || self.received().len() >= count).await;
        self.received()
    }
}

/// Waits until a condition holds; fails after half a minute.
pub(crate) async fn until<F: Future<Output = bool>>(mut holds: impl FnMut() -> F) {
    let wait = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait).await.expect("it did not come");
}

async fn take(State(desk): State<Desk>, headers: HeaderMap, bytes: Bytes) -> Response {
    let id = headers.get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned();
    let number = {
        let mut received = desk.received.lock().expect("no test has panicked");
        received.push(Received { id, headers, bytes });
        received.len() - 1
    };
    let (status, headers, time) = (desk.answer)(number);
    tokio::time::sleep(time).await;
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        response = response.header(name, value);
    }
    response.body(format!("reply {number}").into()).expect("a response")
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).expect("JSON")
    }

    pub(crate) fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a secret")).expect("base 64");
        let text = [self.id.as_bytes(), b".", self.header("webhook-timestamp").as_bytes(), b".", &self.bytes].concat();
        let mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key").chain_update(text).finalize().into_bytes();
        let expected = format!("v1,{}", STANDARD.encode(mac));
        self.header("webhook-signature").split(' ').any(|signature| signature == expected)
    }
}
