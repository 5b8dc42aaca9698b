//! Requests from pages of other origins.

use axum::http::Method;
use serde_json::json;

use crate::support::{App, Call, QuizAt, Reply, operations};

const ALLOWED: &str = "https://app.example.com";

async fn quiz(app: &App) -> QuizAt<'_> {
    app.quiz(json!({ "name": "Check", "allowedOrigins": [ALLOWED] })).await
}

fn preflight(app: &App, path: &str, origin: &str, method: &str) -> Call {
    let call = app.call(Method::OPTIONS, path).undocumented();
    call.header("origin", origin).header("access-control-request-method", method)
}

fn shares(reply: &Reply) -> bool {
    assert_eq!(reply.header("access-control-allow-credentials"), "");
    !reply.header("access-control-allow-origin").is_empty()
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_goes_through_the_whole_flow() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let from_page = |call: Call| call.header("origin", ALLOWED);
    let begin = format!("{}/users/anonymous/initQuiz", quiz.url);
    let asked = preflight(&app, &begin, ALLOWED, "POST").header("access-control-request-headers", "content-type").await;
    let asked = asked.is(204);
    for (name, value) in [
        ("access-control-allow-origin", ALLOWED),
        ("access-control-allow-methods", "POST"),
        ("access-control-allow-headers", "content-type, if-none-match"),
        ("access-control-max-age", "600"),
    ] {
        assert_eq!(asked.header(name), value);
    }
    let made = from_page(quiz.post("/users/anonymous/genId")).await.is(200);
    let anon_id = made.json()["anon_id"].clone();
    let path = format!("/users/{}/answers", anon_id.as_str().expect("an id"));
    for reply in [
        made,
        from_page(quiz.get("/public")).await.is(200),
        from_page(quiz.post("/users/anonymous/initQuiz")).json(json!({ "anon_id": anon_id })).await.is(200),
        from_page(quiz.get(&path)).await.is(200),
        from_page(quiz.get("/users/anonymous/answers")).await.is(500),
        from_page(quiz.post("/users/anonymous/answers")).json(json!({ "anon_id": "x" })).await.is(422),
        from_page(app.call(Method::HEAD, &format!("{}/public", quiz.url))).await.is(200),
    ] {
        assert_eq!(reply.header("access-control-allow-origin"), ALLOWED);
        assert!(shares(&reply) && reply.header("vary").contains("origin"), "{:?}", reply.headers);
        let exposed = reply.header("access-control-expose-headers");
        assert!(["x-error-code", "retry-after", "ratelimit", "etag"].iter().all(|name| exposed.contains(name)));
    }
}

#[tokio::test]
async fn other_origins_and_other_quizzes_are_not_answered() {
    let app = App::start().await;
    let (open, other) = (quiz(&app).await, app.open_quiz().await);
    let nobody = format!("{}x", open.url);
    for (url, origin) in [
        (&open.url, "https://evil.example"),
        (&open.url, "http://app.example.com"),
        (&open.url, "null"),
        (&open.url, ""),
        (&other.url, ALLOWED),
        (&nobody, ALLOWED),
    ] {
        let reply = preflight(&app, &format!("{url}/public"), origin, "GET").await.is(405);
        assert!(!shares(&reply), "{url} {origin}");
        let reply = app.get(&format!("{url}/public")).header("origin", origin).await;
        assert!(!shares(&reply), "{url} {origin}");
    }
    let reply = open.get("/public").await.is(200);
    assert!(reply.header("vary").contains("origin"), "a cache must not hand it to a page of an allowed origin");
}

#[tokio::test]
async fn operations_with_a_key_never_answer_pages() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    for operation in operations() {
        let security = operation.about["security"].as_array().cloned().unwrap_or_default();
        if security.contains(&json!({})) || security.is_empty() {
            continue;
        }
        let path = operation.template.replace("{namespaceId}", "acme").replace("{quizId}", &quiz.id);
        let path = path.replace(['{', '}'], "");
        let reply = preflight(&app, &path, ALLOWED, &operation.method.to_uppercase()).await.is(405);
        assert!(!shares(&reply), "{path}");
    }
    for call in [quiz.get(""), quiz.get("/public"), quiz.get("/answers")] {
        let reply = call.key(&app.key).header("origin", ALLOWED).await.is(200);
        assert!(!shares(&reply));
    }
}
