//! Receives webhooks with axum, and the crate `standardwebhooks`.

use std::{collections::HashSet, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use serde_json::Value;
use standardwebhooks::Webhook;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

/// Id and event. A real receiver keeps them in a database: what is in memory is lost in a crash.
type Queue = UnboundedSender<(String, Value)>;

pub fn router(webhook: Webhook, queue: Queue) -> Router {
    Router::new().route("/hooks", post(receive)).with_state((Arc::new(webhook), queue))
}

async fn receive(State((webhook, queue)): State<(Arc<Webhook>, Queue)>, headers: HeaderMap, body: Bytes) -> StatusCode {
    // The bytes as they came; any one of several signatures will do.
    if webhook.verify(&body, &headers).is_err() {
        return StatusCode::BAD_REQUEST;
    }
    let id = headers.get("webhook-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
    let Ok(event) = serde_json::from_slice(&body) else { return StatusCode::BAD_REQUEST };
    match queue.send((id.to_owned(), event)) {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

pub async fn work(mut queue: UnboundedReceiver<(String, Value)>, process: impl Fn(Value)) {
    // A real receiver keeps ids for five days, in the transaction that processes the event.
    let mut done = HashSet::new();
    while let Some((id, event)) = queue.recv().await {
        if !done.contains(&id) {
            process(event);
            done.insert(id);
        }
    }
}
