//! The manual's receiver in Rust, tested with the specification's own library.

#[path = "../../../docs/webhooks/receiver.rs"]
#[expect(unreachable_pub, reason = "it is a part of a reader's own program")]
mod receiver;

use std::sync::{Arc, Mutex};

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::{net::TcpListener, sync::mpsc};
use tower::ServiceExt;

use crate::{support::receiver::until, webhooks::sending};

const WEBHOOKS: &str = "/api/v1/namespaces/acme/webhooks";

#[tokio::test]
async fn it_takes_what_is_signed_once() {
    let app = sending().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/hooks", listener.local_addr().expect("an address"));
    let body = json!({ "url": url, "events": ["response.submitted"] });
    let made = app.post(WEBHOOKS).key(&app.key).json(body).await.is(201).json();
    let text = |name: &str| made[name].as_str().expect("a text").to_owned();
    let webhook = || Webhook::new(&text("secret")).expect("a secret");
    let (queue, waiting) = mpsc::unbounded_channel();
    let router = receiver::router(webhook(), queue);
    let server = router.clone();
    tokio::spawn(async move { axum::serve(listener, server).await });
    let processed: Arc<Mutex<Vec<Value>>> = Arc::default();
    let noted = Arc::clone(&processed);
    tokio::spawn(receiver::work(waiting, move |event| noted.lock().expect("no test has panicked").push(event)));
    let count = || processed.lock().expect("no test has panicked").len();
    let user = app.open_quiz().await.submitted().await;
    until(async || count() == 1).await;
    assert_eq!(processed.lock().expect("no test has panicked")[0]["data"]["userId"], user);

    // With two signatures, and repeated.
    let at = format!("{WEBHOOKS}/{}", text("id"));
    app.post(&format!("{at}/secret")).key(&app.key).await.is(200);
    let event = app.listed(&format!("{at}/deliveries"), &app.key, 9).await[0]["id"].as_str().expect("an id").to_owned();
    app.post(&format!("{at}/deliveries/{event}/send")).key(&app.key).await.is(200);
    let is_delivered = async || app.listed(&format!("{at}/deliveries?state=delivered"), &app.key, 9).await.len() == 1;
    until(is_delivered).await;

    let (body, now) = (json!({ "type": "x", "data": {} }).to_string(), jiff::Timestamp::now().as_second());
    let status = async |body: &str, at: i64, signed: &str| {
        let signature = webhook().sign("evt_x", at, signed.as_bytes()).expect("a signature");
        let request = Request::post("/hooks")
            .header("webhook-id", "evt_x")
            .header("webhook-timestamp", at.to_string())
            .header("webhook-signature", signature)
            .body(Body::from(body.to_owned()));
        router.clone().oneshot(request.expect("a request")).await.expect("a response").status().as_u16()
    };
    assert_eq!(status(&body, now - 3600, &body).await, 400);
    assert_eq!(status(&body, now, "{}").await, 400);
    for _ in 0..2 {
        assert_eq!(status(&body, now, &body).await, 204);
    }
    until(async || count() >= 2).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(count(), 2, "each was processed once");
}
