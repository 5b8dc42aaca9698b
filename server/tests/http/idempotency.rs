//! `Idempotency-Key`: requests that are executed once.

use std::future::IntoFuture;

use serde_json::{Value, json};
use server::store::KeyScope;

use crate::support::{App, Call};

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";
const KEYS: &str = "/api/v1/namespaces/acme/keys";
const WEBHOOKS: &str = "/api/v1/namespaces/acme/webhooks";

fn once(app: &App, path: &str, key: &str, body: Value) -> Call {
    app.post(path).key(&app.key).header("idempotency-key", key).json(body)
}

async fn count(app: &App, path: &str) -> usize {
    app.get(path).key(&app.key).await.is(200).json()["items"].as_array().expect("items").len()
}

#[tokio::test]
async fn a_repeated_request_makes_nothing_new_and_gets_the_first_reply() {
    let app = App::start().await;
    let users = format!("{}/users", app.invited_quiz().await.url);
    for (path, body, made) in [
        (QUIZZES, json!({ "name": "Check" }), 1),
        (KEYS, json!({ "label": "shop", "scopes": ["read"] }), 1),
        (WEBHOOKS, json!({ "url": "https://example.com/hooks" }), 1),
        (&users, json!({ "users": [{ "name": "Ana" }, {}] }), 2),
    ] {
        let before = count(&app, path).await;
        let first = once(&app, path, "order 4711", body.clone()).await.is(201);
        let second = once(&app, path, "order 4711", body.clone()).await.is(201);
        assert_eq!(first.text(), second.text());
        for name in ["location", "etag", "content-type"] {
            assert_eq!(first.header(name), second.header(name), "{name}");
        }
        assert!(first.header("location").starts_with("https://quiz.example/api/v1/namespaces/acme/"));
        assert_eq!(count(&app, path).await, before + made);
        // Without the header, or with another key, it is another request.
        once(&app, path, "order 4712", body.clone()).await.is(201);
        app.post(path).key(&app.key).json(body).await.is(201);
        assert_eq!(count(&app, path).await, before + 3 * made);
    }
}

#[tokio::test]
async fn a_key_stands_for_one_body_of_one_caller() {
    let app = App::start().await;
    let first = once(&app, QUIZZES, "k", json!({ "name": "Check" })).await.is(201);
    let other = once(&app, QUIZZES, "k", json!({ "name": "Another" })).await.invalid_at(&["Idempotency-Key"]);
    assert_eq!(other.json()["details"][0]["code"], "other_body");
    let colleague = app.key_for(Some("acme"), KeyScope::Admin).await;
    let body = json!({ "name": "Check" });
    let theirs = app.post(QUIZZES).key(&colleague).header("idempotency-key", "k").json(body).await.is(201);
    assert_ne!(first.json()["id"], theirs.json()["id"]);
    // A refused request was not executed, and may be corrected.
    once(&app, QUIZZES, "l", json!({ "name": "" })).await.invalid_at(&["name"]);
    once(&app, QUIZZES, "l", json!({ "name": "Check" })).await.is(201);
}

#[tokio::test]
async fn a_key_has_1_to_128_characters_and_is_sent_once() {
    let app = App::start().await;
    let body = json!({ "name": "Check" });
    for key in ["", &"x".repeat(129), "Schlüssel"] {
        let reply = once(&app, QUIZZES, key, body.clone()).await.is(400);
        assert_eq!(reply.header("x-error-code"), "malformed_parameter", "{key}");
    }
    once(&app, QUIZZES, "a", body.clone()).header("idempotency-key", "b").await.is(400);
    once(&app, QUIZZES, &"x".repeat(128), body).await.is(201);
}

#[tokio::test]
async fn a_request_that_is_under_way_is_not_begun_again() {
    let app = App::start().await;
    let body = json!({ "name": "Check" });
    let call = || once(&app, QUIZZES, "k", body.clone()).into_future();
    let (first, second) = app.in_order(call(), call()).await;
    let first = first.is(201);
    // If a namespace has one turn at a time, it waits for the first request and gets its response.
    if second.status == 201 {
        assert_eq!(second.text(), first.text());
    } else {
        second.fails(409, "the same request is under way");
    }
    assert_eq!(once(&app, QUIZZES, "k", body).await.is(201).text(), first.text());
}

#[tokio::test]
async fn a_kept_reply_cannot_be_read_in_the_database() {
    let app = App::start().await;
    let body = json!({ "label": "a label to look for", "scopes": ["read"] });
    let made = once(&app, KEYS, "k", body.clone()).await.is(201).json();
    let secret = made["key"].as_str().and_then(|key| key.split('_').nth(2)).expect("a secret").to_owned();
    let Some(path) = app.database.file() else { return };
    let bytes = [path.to_owned(), format!("{path}-wal")].map(|file| std::fs::read(file).expect("a file")).concat();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("a label to look for") && !holds(&secret));
    assert_eq!(once(&app, KEYS, "k", body).await.is(201).json(), made);
}
