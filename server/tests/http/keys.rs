//! Access by kind of key, as a table derived from the API document, so that no operation is forgotten.

use axum::http::Method;
use domain::Timestamp;
use serde_json::{Value, json};
use server::{service::Caller, store::KeyScope};

use crate::support::{App, Call, Operation, QuizAt, operations, smallest};

/// An operation needs a key if it names one and does not also work without.
pub(crate) fn needs_key(operation: Operation) -> bool {
    let security = operation.about["security"].as_array().cloned().unwrap_or_default();
    !security.is_empty() && !security.contains(&json!({}))
}

fn is_of_exports(operation: Operation) -> bool {
    operation.template.ends_with("/csvExport") || operation.template.contains("/exports")
}

/// True for operations reserved for owners of a namespace, including reads.
fn is_of_owners(operation: Operation) -> bool {
    ["/members", "/offers", "/keys", "/audit", "/webhooks", "/outgoing"]
        .iter()
        .any(|part| operation.template.contains(part))
}

fn is_about_itself(operation: Operation) -> bool {
    operation.template.ends_with("/key")
}

pub(crate) fn call(quiz: &QuizAt<'_>, user: &str, operation: Operation) -> Call {
    let path = operation
        .template
        .replace("{namespaceId}", &quiz.namespace)
        .replace("{quizId}", &quiz.id)
        .replace("{invitedUserUUID}", user)
        .replace("{sessionId}", "session")
        .replace("{version}", "1")
        .replace("{file}", "days.csv")
        .replace("{exportId}", if needs_key(operation) { "export" } else { "export?expires=1&signature=00" })
        .replace("{memberId}", "member")
        .replace("{offerId}", "offer")
        .replace("{keyId}", "key")
        .replace("{webhookId}", "webhook")
        .replace("{eventId}", "event")
        .replace("{mailId}", "mail")
        .replace("{alertId}", "alr_none")
        .replace("{imageId}", "0000000000000000000000");
    assert!(!path.contains('{'), "say here what stands for the parameter in {path}");
    let method: Method = operation.method.to_uppercase().parse().expect("a method");
    let call = quiz.app.call(method, &path);
    match &operation.about["requestBody"]["content"]["application/json"]["schema"] {
        schema if schema.is_null() => call,
        schema => call.json(smallest(schema)),
    }
}

#[test]
fn the_document_has_operations_of_both_sorts() {
    assert!(operations().filter(|operation| needs_key(*operation)).count() >= 10);
    assert!(operations().filter(|operation| !needs_key(*operation)).count() >= 10);
}

#[tokio::test]
async fn what_needs_a_key_is_refused_without_one() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    for operation in operations().filter(|operation| needs_key(*operation)) {
        call(&quiz, &user, operation).await.fails(401, "x-api-key is required");
        // The key is checked before the body and the path.
        let path = operation.template.replace(['{', '}'], "!");
        let method: Method = operation.method.to_uppercase().parse().expect("a method");
        app.call(method, &path).body("text/plain", "{").await.fails(401, "x-api-key is required");
    }
}

#[tokio::test]
async fn a_key_that_is_not_valid_is_refused_even_where_none_is_needed() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    let revoked = app.key_for(None, KeyScope::Admin).await;
    let id = revoked.split('_').nth(1).expect("the id of a key");
    app.service.revoke_key(&Caller::Operator, id).await.expect("revoked");
    let expired = app.key_until(None, KeyScope::Admin, Some(Timestamp::from_nanoseconds(1))).await;
    let elsewhere = App::start().await.key;
    let (head, tail) = app.key.split_at(20);
    let broken = format!("{head}{}{}", if tail.starts_with('a') { 'b' } else { 'a' }, &tail[1..]);
    let cut = &app.key[..app.key.len() - 1];
    for key in
        [revoked.as_str(), &expired, &elsewhere, &broken, cut, "", "qa_", "Bearer x", &app.key.to_lowercase(), "ключ"]
    {
        for operation in operations() {
            call(&quiz, &user, operation).key(key).await.fails(401, "the api key is not valid");
        }
    }
    for operation in operations() {
        let twice = call(&quiz, &user, operation).key(&app.key).key(&app.key);
        twice.await.fails(401, "the api key is not valid");
    }
}

#[tokio::test]
async fn a_key_of_another_namespace_opens_nothing() {
    let app = App::start().await;
    app.namespace("other").await;
    let key = app.key_for(Some("other"), KeyScope::Admin).await;
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    for operation in operations().filter(|operation| needs_key(*operation) && !is_about_itself(*operation)) {
        call(&quiz, &user, operation).key(&key).await.is(403);
    }
    let user_path = format!("/users/{user}/answers");
    quiz.get(&user_path).key(&key).await.fails(403, "the api key belongs to another namespace");
}

#[tokio::test]
async fn no_body_is_read_before_the_namespace_and_the_scope_of_the_key() {
    let app = App::start().await;
    app.namespace("other").await;
    let other = app.key_for(Some("other"), KeyScope::Admin).await;
    let [reads, exports] = [KeyScope::Read, KeyScope::Export].map(|scope| app.key_for(Some("acme"), scope));
    let (reads, exports) = (reads.await, exports.await);
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    let takes_body =
        |operation: &Operation| !operation.about["requestBody"].is_null() || operation.template.ends_with("/csvExport");
    let mut tried = 0;
    for operation in operations().filter(takes_body) {
        // Answering with a key requires the scope `read`.
        let lacking = if needs_key(operation) { &reads } else { &exports };
        for key in [&other, lacking] {
            for (media_type, body) in [
                ("application/json", "{"),
                ("application/json", "[]"),
                ("application/json", "{\"no\":1}"),
                ("text/plain", "x"),
            ] {
                call(&quiz, &user, operation).key(key).body(media_type, body).await.is(403);
            }
            call(&quiz, &user, operation).key(key).body("application/json", "x".repeat(2_000_000)).await.is(403);
        }
        tried += 1;
    }
    assert!(tried >= 18, "{tried}");
}

#[tokio::test]
async fn a_namespace_has_only_so_many_valid_keys() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", domain::Role::Owner).await;
    app.key_until(Some("acme"), KeyScope::Read, Some(Timestamp::from_nanoseconds(1))).await;
    let mut last = String::new();
    // In addition to the key of every app.
    for _ in 0..199 {
        last = app.key_for(Some("acme"), KeyScope::Read).await;
    }
    let keys = "/api/v1/namespaces/acme/keys";
    let new = json!({ "label": "one more", "scopes": ["read"] });
    app.post(keys).key(&app.key).json(new.clone()).await.is(409).coded("too_many_keys");
    let form = [("label", "one more"), ("scope", "read"), ("days", "30")];
    let page = owner.post("/admin/ns/acme/keys", &form).await.is(422).text();
    assert!(page.contains("200 keys that are valid"), "{page}");
    app.key_for(Some("other"), KeyScope::Read).await;
    app.key_for(None, KeyScope::Read).await;
    let id = last.split('_').nth(1).expect("the id of a key");
    app.delete(&format!("{keys}/{id}")).key(&app.key).await.is(200);
    app.post(keys).key(&app.key).json(new.clone()).await.is(201);
    app.post(keys).key(&app.key).json(new).await.is(409);
}

#[tokio::test]
async fn a_key_of_another_namespace_is_not_taken_for_no_key() {
    let app = App::start().await;
    app.namespace("other").await;
    let key = app.key_for(Some("other"), KeyScope::Admin).await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    for (path, body) in [
        ("initQuiz", json!({ "anon_id": anon_id })),
        ("answers", json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1 })),
        ("answers/submit", json!({ "anon_id": anon_id })),
    ] {
        let call = quiz.post(&format!("/users/anonymous/{path}")).key(&key).json(body);
        call.await.fails(403, "the api key belongs to another namespace");
    }
    assert_eq!(quiz.answers_of(&anon_id).await.answers()["qAnswers"], json!({}), "nothing was stored");
}

#[tokio::test]
async fn a_key_to_read_reads_and_changes_nothing() {
    let app = App::start().await;
    let key = app.key_for(None, KeyScope::Read).await;
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    quiz.post(&format!("/users/invited/{user}/initQuiz")).json(json!({})).await.is(200);
    for operation in operations().filter(|operation| needs_key(*operation)) {
        let reply = call(&quiz, &user, operation).key(&key).await;
        if operation.method == "get" && !is_of_exports(operation) && !is_of_owners(operation) {
            reply.is(200);
        } else {
            let message = reply.is(403).error();
            assert!(message.starts_with("the api key lacks the scope "), "{operation:?}: {message}");
        }
    }
    quiz.get("").key(&key).await.is(200);
}

#[tokio::test]
async fn a_key_to_export_reads_the_quiz_and_nothing_else() {
    let app = App::start().await;
    let key = app.key_for(None, KeyScope::Export).await;
    let quiz = app.invited_quiz().await;
    let user = quiz.invited().await;
    for operation in operations().filter(|operation| needs_key(*operation)) {
        if is_of_exports(operation) || is_about_itself(operation) {
            continue;
        }
        let is_of_quiz = operation.template.ends_with("/quizzes/{quizId}") || operation.template.contains("/versions");
        let is_get_quiz = operation.method == "get" && is_of_quiz;
        call(&quiz, &user, operation).key(&key).await.is(if is_get_quiz { 200 } else { 403 });
    }
}

#[tokio::test]
async fn a_key_of_several_scopes_does_what_each_allows() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let keys = "/api/v1/namespaces/acme/keys";
    let body = json!({ "label": "warehouse", "scopes": ["export", "read", "read"], "expiresInDays": null });
    let made = app.post(keys).key(&app.key).json(body).await.is(201).json();
    let key = made["key"].as_str().expect("a key");
    let listed = app.get(keys).key(&app.key).await.is(200).json();
    let listed = listed["items"].as_array().and_then(|keys| keys.iter().find(|key| key["id"] == made["id"]));
    assert_eq!(listed.map(|key| key["scopes"].clone()), Some(json!(["read", "export"])));
    let own = app.get("/api/v1/key").key(key).await.is(200).json();
    let id = &made["id"];
    let expected = json!({ "id": id, "label": "warehouse", "namespaceId": "acme", "scopes": ["read", "export"], "expiresAt": null });
    assert_eq!(own, expected);
    quiz.get("/answers").key(key).await.is(200);
    quiz.get("/exports").key(key).await.is(200);
    quiz.post("/csvExport").key(key).await.is(202);
    app.get(keys).key(key).await.fails(403, "the api key lacks the scope admin");
}

#[tokio::test]
async fn a_key_ends_after_a_year_unless_it_is_made_for_longer() {
    let app = App::start().await;
    let keys = "/api/v1/namespaces/acme/keys";
    let soonest = clock_in(365 * 86_400);
    for (expires, is_year) in [(json!({}), true), (json!({ "expiresInDays": null }), false)] {
        let mut body = json!({ "label": "warehouse", "scopes": ["read"] });
        body.as_object_mut().expect("an object").extend(expires.as_object().expect("an object").clone());
        let made = app.post(keys).key(&app.key).json(body).await.is(201).json();
        let expires_at = made["expiresAt"].as_str().unwrap_or_default();
        assert_eq!(expires_at >= soonest.as_str() && expires_at < clock_in(366 * 86_400).as_str(), is_year, "{made}");
        assert_eq!(made["expiresAt"].is_null(), !is_year, "{made}");
    }
}

/// The time this many seconds from now, to the second.
fn clock_in(seconds: i64) -> String {
    let moment = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(seconds);
    moment.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

#[tokio::test]
async fn keys_and_members_come_in_pages() {
    let app = App::start().await;
    for number in 0..4 {
        app.key_for(Some("acme"), KeyScope::Read).await;
        app.member(&format!("m{number}@example.com"), "acme", domain::Role::Viewer).await;
    }
    // The use of a key by these requests is recorded after their responses.
    let unused = |mut items: Vec<Value>| {
        for item in &mut items {
            item["lastUsedAt"] = json!(null);
        }
        items
    };
    for (list, expected) in [("keys", 5), ("members", 4)] {
        let at = format!("/api/v1/namespaces/acme/{list}");
        let all = app.get(&at).key(&app.key).await.is(200).json();
        let items = all["items"].as_array().expect("a list").clone();
        assert_eq!((items.len(), &all["nextCursor"]), (expected, &json!(null)));
        assert_eq!(unused(app.listed(&at, &app.key, 2).await), unused(items));
        app.get(&format!("{at}?cursor=00")).key(&app.key).await.is(400);
    }
}

#[tokio::test]
async fn a_key_needs_scopes_that_there_are() {
    let app = App::start().await;
    for (scopes, place) in [
        (json!([]), "scopes"),
        (json!(["read", "root"]), "scopes[1]"),
        (json!("read"), "scopes"),
        (json!(["read export"]), "scopes[0]"),
    ] {
        let body = json!({ "label": "x", "scopes": scopes });
        app.post("/api/v1/namespaces/acme/keys").key(&app.key).json(body).await.invalid_at(&[place]);
    }
}

#[tokio::test]
async fn a_key_in_the_url_is_no_key() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for name in ["x-api-key", "api_key", "apiKey", "key"] {
        quiz.get(&format!("?{name}={}", app.key)).await.fails(401, "x-api-key is required");
    }
    let bearer = format!("Bearer {}", app.key);
    quiz.get("").header("authorization", &bearer).await.fails(401, "x-api-key is required");
}
