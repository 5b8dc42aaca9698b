//! Every invalid request gets an error of the same shape. `support` checks that shape for every response.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{App, Page};

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";

#[tokio::test]
async fn paths_that_do_not_exist_are_a_404() {
    let app = App::start().await;
    for path in ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/namespaces", "/api/v1/namespaces/", "/api/v1/quizzes"]
    {
        for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
            app.call(method, path).await.fails(404, "there is nothing at this path");
        }
    }
    let quiz = app.open_quiz().await;
    for rest in ["/", "/nothing", "/users/a/b/c/d", "/users/anonymous/genid", "//public"] {
        quiz.get(rest).await.fails(404, "there is nothing at this path");
    }
}

#[tokio::test]
async fn methods_that_a_path_does_not_take_are_a_405() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (method, path) in [
        (Method::PUT, quiz.url.clone()),
        (Method::DELETE, QUIZZES.to_owned()),
        (Method::POST, format!("{}/public", quiz.url)),
        (Method::GET, format!("{}/users/anonymous/genId", quiz.url)),
        (Method::PUT, format!("{}/users/anonymous/answers", quiz.url)),
        (Method::GET, format!("{}/users/anonymous/answers/submit", quiz.url)),
        (Method::PATCH, format!("{}/users/somebody", quiz.url)),
        (Method::POST, "/api/v1/openapi.json".to_owned()),
    ] {
        let reply = app.call(method, &path).await.fails(405, "this path does not take this method");
        assert!(!reply.header("allow").is_empty(), "{path}");
    }
}

/// Operations that take a body, each with a valid one.
async fn with_bodies(app: &App) -> Vec<(String, Value)> {
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let invited = app.invited_quiz().await;
    let key = json!({ "anon_id": anon_id });
    vec![
        (QUIZZES.to_owned(), json!({ "name": "Q" })),
        (format!("{}/users", invited.url), json!({ "users": [{}] })),
        (format!("{}/users/anonymous/initQuiz", quiz.url), key.clone()),
        (
            format!("{}/users/anonymous/answers", quiz.url),
            json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1 }),
        ),
        (format!("{}/users/{anon_id}/answers", quiz.url), json!({ "questionId": "fhn1", "answer": 1 })),
        (
            format!("{}/users/anonymous/answers/submit", quiz.url),
            json!({ "anon_id": anon_id, "answers": crate::support::all_answers() }),
        ),
    ]
}

#[tokio::test]
async fn a_body_that_is_not_json_is_malformed() {
    let app = App::start().await;
    for (path, body) in with_bodies(&app).await {
        let field = body.as_object().and_then(|fields| fields.keys().next()).expect("a field").clone();
        let more = format!("{body} {{}}");
        let in_field = |value: &str| format!("{{\"{field}\": {value}").into_bytes();
        let garbage = [
            Vec::new(),
            b"{".to_vec(),
            b"not json".to_vec(),
            more.into_bytes(),
            in_field("}"),
            in_field("\"\\ud800\"}"),
            in_field("\"line\nbreak\"}"),
            [&in_field("\""), &b"\xff\xfe\"}"[..]].concat(),
        ];
        for body in garbage {
            let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
            let reply = app.post(&path).key(&app.key).body("application/json", body).await;
            assert_eq!(reply.status, 400, "{path} {shown}: {}", reply.text());
            let error = reply.error();
            let place = error.strip_prefix("malformed JSON: it ").unwrap_or_default();
            let place = place.strip_prefix("ends too early").or_else(|| place.strip_prefix("is not valid"));
            assert!(place.is_some_and(|place| place.starts_with(" at line ")), "{path} {shown}: {error}");
        }
    }
}

#[tokio::test]
async fn a_body_nested_without_end_is_refused() {
    let app = App::start().await;
    for (path, body) in with_bodies(&app).await {
        for field in body.as_object().expect("an object").keys() {
            for nested in ["[".repeat(30_000), "{\"a\":".repeat(10_000)] {
                let body = format!("{{\"{field}\": {nested}");
                let reply = app.post(&path).key(&app.key).body("application/json", body).await;
                assert!(reply.status.is_client_error(), "{path} {field}: {}", reply.text());
            }
        }
    }
}

#[tokio::test]
async fn json_of_another_form_is_invalid() {
    let app = App::start().await;
    for (path, _) in with_bodies(&app).await {
        for body in [json!(null), json!(5), json!("text"), json!(true), json!([]), json!(["anon_id", null, null, null])]
        {
            app.post(&path).key(&app.key).json(body).await.invalid_at(&["body"]);
        }
    }
}

#[tokio::test]
async fn a_field_that_nobody_knows_is_named() {
    let app = App::start().await;
    for (path, mut body) in with_bodies(&app).await {
        body["requierd"] = json!(true);
        let reply = app.post(&path).key(&app.key).json(body).await.is(400);
        assert!(reply.error().starts_with("malformed JSON: unknown field `requierd`, expected "), "{}", reply.error());
    }
    let nested = json!({ "name": "Q", "questions": [{ "id": "fhn1", "requierd": true }] });
    app.post(QUIZZES).key(&app.key).json(nested).await.is(400);
}

#[tokio::test]
async fn a_field_given_twice_is_invalid() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for body in [r#"{"anon_id":"a","anon_id":"b"}"#, r#"{"anon_id":"a","anonymousUserId":"a"}"#] {
        let path = "/users/anonymous/initQuiz";
        quiz.post(path).body("application/json", body).await.is(422);
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_is_named_with_its_place() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    for (path, body, place) in [
        ("initQuiz", json!({ "anon_id": 5 }), "anon_id"),
        ("initQuiz", json!({ "customData": {} }), "customData"),
        ("initQuiz", json!({ "anon_id": "a", "language": "klingon" }), "language"),
        ("answers", json!({ "questionId": "fhn1" }), "answer"),
        ("answers", json!({ "answer": 1 }), "questionId"),
        ("answers", json!({ "questionId": ["fhn1"], "answer": 1 }), "questionId"),
        ("answers/submit", json!({ "answers": [] }), "answers"),
        ("answers/submit", json!({ "anon_id": anon_id, "answers": { "fhn1": null } }), "answers.fhn1"),
    ] {
        quiz.post(&format!("/users/anonymous/{path}")).json(body).await.invalid_at(&[place]);
    }
}

#[tokio::test]
async fn a_body_that_does_not_say_it_is_json_is_a_415() {
    let app = App::start().await;
    for (path, body) in with_bodies(&app).await {
        for media_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json", ""] {
            let call = app.post(&path).key(&app.key).body(media_type, body.to_string());
            call.await.fails(415, "the body must be application/json");
        }
        app.post(&path).key(&app.key).await.fails(415, "the body must be application/json");
        for media_type in ["application/json; charset=utf-8", "Application/JSON", "application/problem+json"] {
            let call = app.post(&path).key(&app.key).body(media_type, body.to_string());
            assert!(call.await.status.is_success(), "{path} {media_type}");
        }
    }
}

#[tokio::test]
async fn a_body_may_be_64_kib_and_that_of_a_quiz_1_mib() {
    let app = App::start().await;
    let padded = |body: &Value, size: usize| {
        let text = body.to_string();
        let padding = " ".repeat(size - text.len());
        text + &padding
    };
    for (path, body) in with_bodies(&app).await {
        let limit = if path == QUIZZES { 1024 * 1024 } else { 64 * 1024 };
        let fits = app.post(&path).key(&app.key).body("application/json", padded(&body, limit)).await;
        assert!(fits.status.is_success(), "{path}: {}", fits.text());
        let too_large = app.post(&path).key(&app.key).body("application/json", padded(&body, limit + 1));
        too_large.await.fails(413, &format!("the body is larger than {limit} bytes"));
    }
    let quiz = app.open_quiz().await;
    for (size, status) in [(1024 * 1024, 200), (1024 * 1024 + 1, 413)] {
        let call = app.patch(&quiz.url).key(&app.key).body("application/json", padded(&json!({}), size));
        call.await.is(status);
    }
}

#[tokio::test]
async fn an_id_that_cannot_be_one_is_malformed() {
    let app = App::start().await;
    for path in [
        "/api/v1/namespaces/Not%20valid/quizzes".to_owned(),
        "/api/v1/namespaces/a/quizzes".to_owned(),
        format!("{QUIZZES}/short"),
        format!("{QUIZZES}/00000000-0000000"),
        format!("{QUIZZES}/..%2f..%2fetc%2fpasswd"),
        // Not UTF-8.
        "/api/v1/namespaces/%ff%fe/quizzes".to_owned(),
        format!("{QUIZZES}/%c3%28"),
    ] {
        app.get(&path).key(&app.key).await.is(400);
    }
    let quiz = app.open_quiz().await;
    for call in [
        quiz.get("/users/%ff/answers"),
        quiz.post("/users/%ff/answers").json(json!({ "questionId": "fhn1", "answer": 1 })),
        app.delete(&format!("{}/users/%ff", quiz.url)).key(&app.key),
    ] {
        call.await.is(400);
    }
}

#[tokio::test]
async fn no_error_tells_how_the_program_is_made() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    for reply in [
        quiz.post("/users/anonymous/answers")
            .json(json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": [] }))
            .await,
        app.post(QUIZZES).key(&app.key).json(json!({ "name": "Q", "description": 5 })).await,
        app.post(QUIZZES).key(&app.key).json(json!([])).await,
        quiz.get("?limit=%ff").key(&app.key).await,
        app.get(&format!("{QUIZZES}/%ff")).key(&app.key).await,
        app.get("/api/v1/namespaces?limit=x").key(&app.key_for(None, server::store::KeyScope::Read).await).await,
    ] {
        let text = reply.text();
        for word in ["enum", "struct", "::", "serde", "axum", "sqlx", "SQLITE", "src/"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}

#[tokio::test]
async fn api_replies_are_not_kept_framed_or_guessed_at() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let replies =
        [quiz.answers_of(&anon_id).await.is(200), quiz.get("").await.is(401), app.get("/api/v1/x").await.is(404)];
    for reply in replies {
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(reply.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn a_defect_of_ours_says_nothing_of_its_cause() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    app.database.connect().await.run("ALTER TABLE records RENAME TO gone").await;
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1 });
    let write = quiz.post("/users/anonymous/answers").json(body).undocumented().await;
    let read = quiz.answers_of(&anon_id).undocumented().await;
    for reply in [write, read] {
        assert_eq!(reply.header("content-type"), "application/json");
        reply.fails(500, "internal error");
    }
    let page = Page::open(&app, &format!("{}/{anon_id}", quiz.page())).await.is(500);
    assert_eq!(page.heading(), "Something went wrong here");
}

#[tokio::test]
async fn each_conflict_has_a_code_of_its_own() {
    let app = App::start().await;
    let init = "/users/anonymous/initQuiz";
    let quiz = app.open_quiz().await;
    let (begun, done) = (quiz.begin().await, quiz.submitted().await);
    let answer = |user: &str| json!({ "anon_id": user, "questionId": "fhn1", "answer": 5 });
    quiz.post("/users/anonymous/answers").json(answer(&done)).await.is(409).coded("already_submitted");
    let again = json!({ "anon_id": done, "retake": true });
    quiz.post(init).json(again.clone()).await.is(409).coded("no_retakes");
    app.patch(&quiz.url).key(&app.key).json(json!({ "retryAfterDays": 30 })).await.is(200);
    quiz.post(init).json(again).await.is(409).coded("retake_too_early");
    quiz.post(init).json(json!({ "sessionId": "session" })).await.is(409).coded("wrong_user_kind");
    quiz.post(init).json(json!({ "sessionId": "s" })).await.is(400).coded("session_id_too_short");
    for (change, code) in
        [(json!({ "status": "draft" }), "quiz_not_open_yet"), (json!({ "status": "closed" }), "quiz_closed")]
    {
        app.patch(&quiz.url).key(&app.key).json(change).await.is(200);
        quiz.post("/users/anonymous/answers").json(answer(&begun)).await.is(409).coded(code);
    }
}

#[tokio::test]
async fn a_mistake_in_a_body_has_a_code_beside_its_place() {
    let app = App::start().await;
    for (body, path, code) in [
        (json!({}), "name", "required"),
        (json!({ "name": 5 }), "name", "wrong_type"),
        (json!({ "name": " " }), "name", "empty"),
        (json!({ "name": "Q", "language": "en_US" }), "language", "wrong_type"),
        (json!({ "name": "Q", "opensAt": "soon" }), "opensAt", "wrong_type"),
        (json!({ "name": "Q", "retryAfterDays": -1 }), "retryAfterDays", "out_of_range"),
        (json!({ "name": "Q", "questions": [] }), "questions", "too_few"),
        (json!({ "name": "Q", "questions": [{ "id": "fhn1", "required": 1 }] }), "questions[0].required", "wrong_type"),
        (json!({ "name": "Q", "questions": [{ "id": "fhn1" }, { "id": "fhn1" }] }), "questions[1].id", "not_unique"),
    ] {
        let reply = app.post(QUIZZES).key(&app.key).json(body).await.invalid_at(&[path]).coded("invalid");
        assert_eq!(reply.json()["details"][0]["code"], code, "{}", reply.text());
    }
}

#[tokio::test]
async fn a_parameter_that_nobody_knows_is_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    for call in [
        quiz.get("/answers?scoremin=90").key(&app.key),
        quiz.get("/answers?limit=10&since=2026-11-20").key(&app.key),
        quiz.get("?fields=name").key(&app.key),
        quiz.get("/public?lang=es"),
        quiz.get(&format!("/users/{anon_id}/answers?recommendations=full")),
        quiz.get("/users/anonymous/answers?recommendations=full"),
        app.delete(&format!("{}?force", quiz.url)).key(&app.key),
    ] {
        call.await.is(400).coded("unknown_parameter");
    }
    quiz.get("").key(&app.key).await.is(200);
}

#[tokio::test]
async fn a_parameter_that_is_empty_is_absent() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for query in ["limit=", "cursor=", "limit=&cursor=&state=&scoreMin="] {
        quiz.get(&format!("/answers?{query}")).key(&app.key).await.is(200);
    }
    let reply = quiz.get("/answers?limit=many").key(&app.key).await;
    reply.coded("malformed_parameter").fails(400, "limit must be a whole number");
    let reply = quiz.get("/answers?limit=1&limit=2").key(&app.key).await;
    reply.coded("malformed_parameter").fails(400, "limit is given twice");
}

#[tokio::test]
async fn an_address_with_a_nul_is_malformed() {
    let app = App::start().await;
    let (quiz, invited) = (app.inapp_quiz().await, app.invited_quiz().await);
    let audit = "/api/v1/namespaces/acme/audit";
    for path in [
        format!("{}/users?search=a%00b", invited.url),
        format!("{}/users/custom%00data/answers", quiz.url),
        format!("{audit}?action=%00"),
        format!("{audit}?actor=a%00"),
    ] {
        app.get(&path).key(&app.key).await.is(400).coded("malformed_path");
    }
    // A cursor is hexadecimal.
    app.get(&format!("{}/users?cursor=313a00", invited.url)).key(&app.key).await.is(400).coded("foreign_cursor");
    let owner = app.member("owner@example.com", "acme", domain::Role::Owner).await;
    owner.get("/admin/ns/acme?search=%00").await.is(400);
}
