//! Quizzes that only accept sessions signed by another application.

use std::process::Command;

use axum::http::Method;
use domain::Role;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{App, Page, QuizAt, all_answers};

const SESSION: &str = "7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91";
const UNSIGNED: &str = "the session is not signed by the application that this quiz belongs to";

pub(crate) async fn secret_of(quiz: &QuizAt<'_>) -> String {
    let made = quiz.post("/sessionSecret").key(&quiz.app.key).await.is(201);
    assert!(made.header("location").ends_with(&format!("{}/sessionSecret", quiz.url)));
    let made = made.json();
    made["secret"].as_str().expect("a secret").to_owned()
}

/// A session signed to expire in this many hours, or expired if negative.
fn sign(secret: &str, session: &str, custom: Option<&str>, hours: i64) -> String {
    sign_with(secret, session, custom.map_or(json!({}), |custom| json!({ "customData": custom })), hours)
}

/// Same as [`sign`], with more fields.
pub(crate) fn sign_with(secret: &str, session: &str, mut payload: Value, hours: i64) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    let expires = i64::try_from(now).expect("not so late") + hours * 3600;
    payload["sessionId"] = json!(session);
    payload["expires"] = json!(expires);
    let payload = payload.to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
    mac.update(payload.as_bytes());
    format!("{}.{}", hex::encode(payload), hex::encode(mac.finalize().into_bytes()))
}

fn begin(quiz: &QuizAt<'_>, session: &str) -> crate::support::Call {
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": session, "customData": "forged" }))
}

#[tokio::test]
async fn with_a_secret_only_signed_sessions_answer_and_read() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    quiz.session("began-before").await;
    let secret = secret_of(&quiz).await;
    let token = sign(&secret, SESSION, Some("card=7"), 1);
    for refused in
        [SESSION, "began-before", &sign("another secret", SESSION, None, 1), &token[1..], &token.replace('.', "")]
    {
        begin(&quiz, refused).await.fails(403, UNSIGNED);
    }
    for session in ["began-before", SESSION] {
        let answer = json!({ "sessionId": session, "questionId": "fhn1", "answer": 1 });
        quiz.post("/users/inapp/answers").json(answer).await.fails(403, UNSIGNED);
        let submit = json!({ "sessionId": session, "answers": all_answers() });
        quiz.post("/users/inapp/answers/submit").json(submit).await.fails(403, UNSIGNED);
        quiz.answers_of(session).await.fails(403, UNSIGNED);
        assert_eq!(app.get(&format!("/app/acme/{}?sessionId={session}", quiz.id)).await.status, 403);
    }
    let begun = begin(&quiz, &token).await.is(200).answers();
    assert_eq!((&begun["userId"], &begun["customData"]), (&json!(SESSION), &json!("card=7")));
    let submit = json!({ "sessionId": token, "answers": all_answers() });
    quiz.post("/users/inapp/answers/submit").json(submit).await.is(200);
    assert_eq!(quiz.answers_of(&token).await.is(200).answers()["score"], 73);
    assert_eq!(quiz.whole_answers_of(SESSION).await.is(200).answers()["score"], 73, "a key needs no signature");
}

#[tokio::test]
async fn an_expired_session_begins_nothing_and_comes_back_to_what_was_begun() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let secret = secret_of(&quiz).await;
    let expired = sign(&secret, SESSION, None, -1);
    let refused = begin(&quiz, &expired).await.is(403);
    assert_eq!(refused.header("x-error-code"), "session_expired");
    begin(&quiz, &sign(&secret, SESSION, None, 1)).await.is(200);
    begin(&quiz, &expired).await.is(200);
    let answer = json!({ "sessionId": expired, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/inapp/answers").json(answer).await.is(200);
}

#[tokio::test]
async fn the_pages_take_a_signed_session_from_question_to_question() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let token = sign(&secret_of(&quiz).await, SESSION, None, 1);
    let page = Page::open(&app, &format!("/app/acme/{}?sessionId={token}&start=1", quiz.id)).await.is(200);
    let html = page.html();
    assert!(html.contains(&format!("sessionId={token}")), "the form goes on under the signed session");
    assert!(!html.contains(SESSION), "the island too: {html}");
}

#[tokio::test]
async fn another_secret_replaces_the_first_and_without_one_everything_is_as_before() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let first = secret_of(&quiz).await;
    let second = secret_of(&quiz).await;
    begin(&quiz, &sign(&first, SESSION, None, 1)).await.is(403);
    begin(&quiz, &sign(&second, SESSION, None, 1)).await.is(200);
    app.delete(&format!("{}/sessionSecret", quiz.url)).key(&app.key).await.is(200);
    begin(&quiz, "any-session").await.is(200);
    app.open_quiz().await.post("/sessionSecret").key(&app.key).await.is(409);
}

#[tokio::test]
async fn owners_make_the_secret_on_the_share_page_and_see_it_once() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let share = format!("/admin/ns/acme/quizzes/{}/share", quiz.id);
    editor.post(&format!("{share}/secret"), &[]).await.is(403);
    assert!(!editor.get(&share).await.is(200).text().contains("Create secret"));
    let page = owner.post(&format!("{share}/secret"), &[]).await.is(200).text();
    let at = page.find("qss_").expect("the secret");
    let secret = &page[at..at + 47];
    begin(&quiz, &sign(secret, SESSION, None, 1)).await.is(200);
    let page = owner.get(&share).await.is(200).text();
    assert!(page.contains("Replace secret") && !page.contains("qss_"), "{page}");
    owner.get(&format!("{share}/secret/end")).await.is(200);
    owner.post(&format!("{share}/secret/end"), &[]).await.is(303);
    begin(&quiz, "any-session").await.is(200);
}

/// The manual's code, run as its readers would.
#[tokio::test]
async fn the_code_of_the_manual_signs_sessions_that_are_taken() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let secret = secret_of(&quiz).await;
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/embedding.md");
    let manual = std::fs::read_to_string(manual).expect("docs/embedding.md");
    let block = |language: &str, with: &str| {
        let fence = format!("```{language}\n");
        let blocks = manual.split(&fence).skip(1);
        let found = blocks.filter_map(|rest| rest.split("```").next()).find(|code| code.contains(with));
        found.expect("an example").to_owned()
    };
    let programs = [
        ("node", vec!["--input-type=module".to_owned(), "-e".to_owned(), block("js", "createHmac")]),
        ("python3", vec!["-c".to_owned(), block("python", "hmac.new")]),
    ];
    for (program, arguments) in programs {
        let run = Command::new(program).args(arguments).env("SESSION_SECRET", &secret).output();
        let run = run.unwrap_or_else(|error| panic!("{program}: {error}: install it"));
        assert!(run.status.success(), "{program}: {}", String::from_utf8_lossy(&run.stderr));
        let token = String::from_utf8(run.stdout).expect("text");
        let record: Value = begin(&quiz, token.trim()).await.is(200).answers();
        assert_eq!(record["customData"], "branch=12", "{program}");
    }
    app.call(Method::DELETE, &format!("{}/sessionSecret", quiz.url)).key(&app.key).await.is(200);
}

#[tokio::test]
async fn a_signed_payload_that_does_not_fit_is_told_from_a_wrong_signature() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let secret = secret_of(&quiz).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    for (payload, field) in [
        (json!({ "sessionId": SESSION, "expires": 1e9 + 0.5 }), "expires"),
        (json!({ "sessionId": SESSION, "expires": (now + 3600).to_string() }), "expires"),
        (json!({ "sessionId": SESSION, "expires": (now + 3600) * 1000 }), "expires"),
        (json!({ "sessionId": SESSION }), "expires"),
        (json!({ "expires": now + 3600 }), "sessionId"),
        (json!({ "sessionId": "abc", "expires": now + 3600 }), "sessionId"),
        (json!({ "sessionId": SESSION, "expires": now + 3600, "customData": 7 }), "customData"),
        (json!({ "sessionId": SESSION, "expires": now + 3600, "custom": "7" }), "custom is none of its fields"),
        (json!([SESSION]), "object"),
    ] {
        let payload = payload.to_string();
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
        mac.update(payload.as_bytes());
        let signed = format!("{}.{}", hex::encode(&payload), hex::encode(mac.finalize().into_bytes()));
        let refused = begin(&quiz, &signed).await.is(403);
        assert_eq!(refused.header("x-error-code"), "invalid_session_payload", "{payload}");
        let message = refused.json()["error"].to_string();
        assert!(message.contains(field), "{payload}: {message}");
    }
}
