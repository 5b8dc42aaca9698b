//! Quizzes that open or close by date, and the resulting events.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, Unit};
use serde_json::{Value, json};

use crate::{
    support::{App, receiver::Receiver},
    webhooks::{send, sending, to_loopback},
};

/// Longer than the interval at which dates are checked.
const LOOK: Duration = Duration::from_secs(3);

/// This many milliseconds from now, rounded to a millisecond.
fn soon(milliseconds: i64) -> String {
    let at = Timestamp::now() + SignedDuration::from_millis(milliseconds);
    at.round(Unit::Millisecond).expect("a moment").to_string()
}

async fn listen(app: &App, receiver: &Receiver) {
    let body = json!({ "url": receiver.url(), "events": ["quiz.opened", "quiz.closed"] });
    app.post("/api/v1/namespaces/acme/webhooks").key(&app.key).json(body).await.is(201);
}

/// The received events: type, name of the quiz, and time.
fn told(receiver: &Receiver) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let event = |event: &Value| (text(&event["type"]), text(&event["data"]["name"]), text(&event["timestamp"]));
    let mut told: Vec<_> = receiver.received().iter().map(|received| event(&received.json())).collect();
    told.sort();
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn a_date_is_told_once_by_two_servers_and_not_if_it_was_moved() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let beside = app.beside_as(to_loopback).await;
    send(&beside);
    listen(&app, &receiver).await;
    let [opens, closes] = [4_000, 5_000].map(soon);
    let dated = |name: &str| json!({ "name": name, "opensAt": opens, "closesAt": closes });
    app.quiz(dated("Dated")).await;
    let moved = app.quiz(dated("Moved")).await;
    moved.patch(json!({ "opensAt": "2098-01-01T00:00:00Z", "closesAt": "2099-01-01T00:00:00Z" })).await.is(200);
    let closed = app.quiz(dated("Closed before")).await;
    closed.patch(json!({ "status": "closed" })).await.is(200);
    receiver.wait_for(2).await;
    tokio::time::sleep(LOOK).await;
    let expected = |kind: &str, at: &str| (kind.to_owned(), "Dated".to_owned(), at.to_owned());
    assert_eq!(told(&receiver), [expected("quiz.closed", &closes), expected("quiz.opened", &opens)]);
}

#[tokio::test]
async fn a_date_that_came_while_no_server_worked_is_told_late_and_once() {
    let (app, receiver) = (App::start_as(to_loopback, |http| http).await, Receiver::start().await);
    listen(&app, &receiver).await;
    let worker = send(&app);
    worker.abort();
    let opens = soon(3_000);
    app.quiz(json!({ "name": "Slept", "opensAt": opens })).await;
    let changed = app.quiz(json!({ "name": "Changed", "opensAt": opens })).await;
    tokio::time::sleep(Duration::from_millis(3_100)).await;
    // The change reports it.
    changed.patch(json!({ "description": "It has begun." })).await.is(200);
    send(&app);
    receiver.wait_for(2).await;
    tokio::time::sleep(LOOK).await;
    let expected = |name: &str| ("quiz.opened".to_owned(), name.to_owned(), opens.clone());
    assert_eq!(told(&receiver), [expected("Changed"), expected("Slept")]);
}

#[tokio::test]
async fn what_came_before_there_was_a_webhook_is_not_told() {
    let (app, receiver, other) = (sending().await, Receiver::start().await, Receiver::start().await);
    app.namespace("other").await;
    let key = app.key_for(Some("other"), server::store::KeyScope::Admin).await;
    listen(&app, &receiver).await;
    let quiz = app.quiz_in("other", &key, json!({ "name": "Early", "opensAt": soon(100) })).await;
    tokio::time::sleep(LOOK).await;
    let body = json!({ "url": other.url() });
    app.post("/api/v1/namespaces/other/webhooks").key(&key).json(body).await.is(201);
    app.patch(&quiz.url).key(&key).json(json!({ "description": "Later." })).await.is(200);
    tokio::time::sleep(LOOK).await;
    assert!(other.received().is_empty() && receiver.received().is_empty(), "{:?}", told(&other));
}
