//! Refusals in the audit log are counted, not logged one by one.

use serde_json::{Value, json};
use server::{
    service::Caller,
    store::{AuditFilter, KeyScope, Page},
};
use sha2::{Digest, Sha256};

use crate::support::{App, PASSWORD, all_answers};

/// Action, actor, subject and details of each line about refusals, oldest first.
async fn refusals(app: &App) -> Vec<[String; 4]> {
    app.service.record_refusals().await.expect("recorded");
    let page = Page { after: None, limit: 1000 };
    let log = app.service.audit_log(&Caller::Operator, &AuditFilter::default(), page).await.expect("the log");
    let of_refusals =
        ["access.denied", "administrator.sign_in_refused", "administrator.sign_in_throttled", "key.refused"];
    let events = log.into_iter().rev().map(|entry| entry.event);
    events
        .filter(|event| of_refusals.contains(&event.action.as_str()))
        .map(|event| {
            [event.action, event.actor.name, event.subject.unwrap_or_default(), event.details.unwrap_or_default()]
        })
        .collect()
}

fn line(parts: [&str; 4]) -> [String; 4] {
    parts.map(str::to_owned)
}

#[tokio::test]
async fn refused_sign_ins_are_one_line_an_account_and_strangers_addresses_are_not_kept() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    for _ in 0..9 {
        app.sign_in("ana@example.com", "a wrong password", "").await.is(401);
    }
    app.sign_in("ana@example.com", PASSWORD, "").await.is(429);
    for number in 0..20 {
        app.sign_in(&format!("stranger-{number}@example.com"), "a wrong password", "").await.is(401);
    }
    let expected = [
        line(["administrator.sign_in_refused", "service", "", "20 times"]),
        line(["administrator.sign_in_refused", "service", "ana@example.com", "9 times"]),
        line(["administrator.sign_in_throttled", "service", "ana@example.com", "once"]),
    ];
    assert_eq!(refusals(&app).await, expected);
    assert_eq!(refusals(&app).await, expected, "nothing was refused since");
}

#[tokio::test]
async fn refused_keys_are_one_line_a_key() {
    let app = App::start().await;
    let revoked = app.key_for(Some("acme"), KeyScope::Read).await;
    let id = revoked.split('_').nth(1).expect("an id");
    app.service.revoke_key(&Caller::Operator, id).await.expect("revoked");
    for _ in 0..3 {
        app.get("/api/v1/namespaces/acme/quizzes").key(&revoked).await.is(401);
    }
    for number in 0..500 {
        app.get("/api/v1/namespaces/acme/quizzes").key(&format!("qa_no_key_{number}")).await.is(401);
    }
    assert_eq!(
        refusals(&app).await,
        [line(["key.refused", "service", "", "500 times"]), line(["key.refused", "service", "test", "3 times"])]
    );
    let log: Value = app.get("/api/v1/namespaces/acme/audit?action=key.refused").key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().map(Vec::len), Some(1), "the key's own namespace sees it");
}

#[tokio::test]
async fn what_a_caller_may_not_do_is_one_line_a_caller() {
    let app = App::start().await;
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    for _ in 0..4 {
        let quizzes = app.post("/api/v1/namespaces/acme/quizzes").key(&reader);
        quizzes.json(json!({ "name": "Not allowed" })).await.is(403);
    }
    let viewer = app.member("viewer@example.com", "acme", domain::Role::Viewer).await;
    viewer.get("/admin/ns/acme/members").await.is(403);
    app.get("/api/v1/exports/0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00?expires=1&signature=00").await.is(403);
    let mut expected = [
        line(["access.denied", "service", "", "once"]),
        line(["access.denied", "test", "", "4 times"]),
        line(["access.denied", "viewer@example.com", "", "once"]),
    ];
    let mut found = refusals(&app).await;
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn nobody_speaks_in_the_name_of_a_key_of_which_they_know_only_the_id() {
    let app = App::start().await;
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    let id = reader.split('_').nth(1).expect("an id");
    let mut forged = vec![with_checksum(&format!("qa_{id}_{}", "0".repeat(33)))];
    forged.extend((0..60).map(|number| with_checksum(&format!("qa_stranger{number:03}_{}", "0".repeat(33)))));
    for key in &forged {
        app.get("/api/v1/namespaces/acme/quizzes").key(key).await.is(401);
        let elsewhere = app.post("/admin/sign-in").form(&[]).header("host", "quiz.example").key(key);
        elsewhere.header("origin", "https://evil.example").await.is(403);
    }
    let anybody = ["access.denied", "key.refused"].map(|action| line([action, "service", "", "61 times"]));
    assert_eq!(refusals(&app).await, anybody);
    let elsewhere = app.post("/admin/sign-in").form(&[]).header("host", "quiz.example").key(&reader);
    elsewhere.header("origin", "https://evil.example").await.is(403);
    assert_eq!(refusals(&app).await.last(), Some(&line(["access.denied", "test", "", "once"])), "the key itself");
}

/// A text in the form of a key, which anyone can create.
fn with_checksum(open: &str) -> String {
    let digest = Sha256::digest(open.as_bytes());
    let number = digest.iter().take(8).fold(0, |sum: u128, byte| (sum << 8) | u128::from(*byte));
    format!("{open}_{}", domain::base62(number, 6))
}

#[tokio::test]
async fn whole_answers_that_a_key_gets_while_answering_and_in_lists_are_in_the_log() {
    let app = App::start().await;
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    let (quiz, invited) = (app.open_quiz().await, app.invited_quiz().await);
    let anon_id = quiz.begin().await;
    let people = json!({ "users": [{ "name": "Bo" }] });
    invited.post("/users").key(&app.key).json(people).await.is(201);
    let log = async || -> Vec<String> {
        let log = app.get("/api/v1/namespaces/acme/audit?actor=test").key(&app.key).await.is(200).json();
        let lines = log["items"].as_array().expect("lines").iter();
        let told = |line: &Value| line["action"].as_str().unwrap_or_default().to_owned();
        lines.map(told).filter(|action| action.starts_with("answers.") || action == "users.list").collect()
    };
    let begun = json!({ "anon_id": anon_id });
    let answer = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1 });
    let all = json!({ "anon_id": anon_id, "answers": all_answers() });
    quiz.post("/users/anonymous/initQuiz").key(&reader).json(begun.clone()).await.is(200);
    assert_eq!(log().await.len(), 0, "there is no answer yet");
    quiz.post("/users/anonymous/answers").key(&reader).json(answer).await.is(200);
    quiz.post("/users/anonymous/initQuiz").key(&reader).json(begun.clone()).await.is(200);
    quiz.post("/users/anonymous/answers/submit").key(&reader).json(all).await.is(200);
    assert_eq!(log().await, ["answers.read"; 3]);
    quiz.post("/users/anonymous/initQuiz").json(begun).await.is(200);
    quiz.get("/answers").key(&reader).await.is(200);
    quiz.get("/answers?updatedSince=0").key(&reader).await.is(200);
    invited.get("/users").key(&reader).await.is(200);
    invited.get("/answers").key(&reader).await.is(200);
    assert_eq!(
        log().await,
        ["users.list", "answers.list", "answers.list", "answers.read", "answers.read", "answers.read"]
    );
}
