//! Refusals in a full namespace, and operations that continue.

use std::{future::IntoFuture, time::Duration};

use domain::{NamespaceId, OwnQuota, Quota};
use serde_json::{Value, json};
use server::{service::Caller, store::KeyScope};

use crate::{
    support::{App, Call, Page, QuizAt, all_answers, receiver::Receiver},
    webhooks::{Webhook, sending},
};

const ACME: &str = "/api/v1/namespaces/acme";

fn acme() -> NamespaceId {
    NamespaceId::parse("acme").expect("a namespace id")
}

async fn set(app: &App, own: OwnQuota) {
    app.service.set_quota(&Caller::Operator, &acme(), own).await.expect("set");
    // Servers remember for a second that a namespace has room.
    tokio::time::sleep(Duration::from_millis(1100)).await;
}

/// Leaves no room for another byte.
async fn fill(app: &App) {
    let used = app.service.usage(&Caller::Operator, &acme()).await.expect("read").0.bytes;
    set(app, OwnQuota { quizzes: None, bytes: Some(used) }).await;
}

fn with_questions(count: usize) -> Value {
    let question =
        |number| json!({ "id": format!("q{number}"), "text": "Why?", "options": [{ "label": "A" }, { "label": "B" }] });
    json!({ "questions": (0..count).map(question).collect::<Vec<_>>() })
}

async fn begin(quiz: &QuizAt<'_>, status: u16) -> String {
    let id = quiz.new_anon_id().await;
    let reply = quiz.post("/users/anonymous/initQuiz").json(json!({ "anon_id": id })).await.is(status);
    if status == 409 {
        reply.coded("quota_exceeded");
    }
    id
}

#[tokio::test]
async fn a_namespace_makes_as_many_quizzes_as_its_quota_allows() {
    let app = App::start_as(|service| service.with_quota(Quota { quizzes: 2, ..Quota::default() }), |http| http).await;
    app.namespace("other").await;
    let first = app.open_quiz().await;
    app.open_quiz().await;
    let new = async || app.post(&format!("{ACME}/quizzes")).key(&app.key).json(json!({ "name": "Q" })).await;
    new().await.is(409).coded("quota_exceeded");
    first.patch(with_questions(3)).await.is(200);
    begin(&first, 200).await;
    // Other namespaces have their own quota.
    app.quiz_in("other", &app.key_for(Some("other"), KeyScope::Admin).await, json!({ "name": "Q" })).await;
    app.delete(&first.url).key(&app.key).await.is(200);
    new().await.is(201);
    new().await.is(409).coded("quota_exceeded");
    set(&app, OwnQuota { quizzes: Some(3), bytes: None }).await;
    new().await.is(201);
    let namespace = app.get(ACME).key(&app.key).await.is(200).json();
    assert_eq!(namespace["quizzes"], json!({ "used": 3, "quota": 3 }));
    set(&app, OwnQuota { quizzes: Some(Quota::UNBOUNDED), bytes: None }).await;
    assert_eq!(app.get(ACME).key(&app.key).await.is(200).json()["quizzes"], json!({ "used": 3, "quota": null }));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_quizzes_that_fit_alone_one_is_made() {
    let large = json!({ "name": "Q", "questions": with_questions(100)["questions"] });
    for is_by_bytes in [false, true] {
        let app = App::start().await;
        // Two keys whose requests do not wait for each other's turn.
        let everywhere = app.key_for(None, KeyScope::Admin).await;
        let with = |key: &str| app.post(&format!("{ACME}/quizzes")).key(key).json(large.clone()).into_future();
        with(&app.key).await.is(201);
        let one = app.service.usage(&Caller::Operator, &acme()).await.expect("read").0.bytes;
        let (quizzes, bytes) = if is_by_bytes { (None, Some(one * 5 / 2)) } else { (Some(2), None) };
        set(&app, OwnQuota { quizzes, bytes }).await;
        let (first, second) = app.in_order(with(&app.key), with(&everywhere)).await;
        first.is(201);
        second.is(409).coded("quota_exceeded");
        let (used, _) = app.service.usage(&Caller::Operator, &acme()).await.expect("read");
        assert_eq!((used.quizzes, used.bytes), (2, 2 * one), "what was refused has left nothing");
    }
}

#[tokio::test]
async fn who_has_begun_goes_on_in_a_full_namespace_and_nobody_else_begins() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "retryAfterDays": 0 })).await;
    let (person, finished) = (quiz.begin().await, quiz.submitted().await);
    fill(&app).await;
    begin(&quiz, 409).await;
    let of_finished = json!({ "anon_id": finished });
    quiz.post("/users/anonymous/initQuiz").json(of_finished).await.is(200);
    let again = json!({ "anon_id": finished, "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(again).await.is(409).coded("quota_exceeded");
    let same = json!({ "anon_id": person });
    quiz.post("/users/anonymous/initQuiz").json(same).await.is(200);
    let answer = json!({ "anon_id": person, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(answer).await.is(200);
    let all = json!({ "anon_id": person, "answers": all_answers() });
    quiz.post("/users/anonymous/answers/submit").json(all).await.is(200);
    assert_eq!(quiz.whole_answers_of(&person).await.is(200).answers()["score"], json!(73));
    // Erasing two respondents frees more than the submission took.
    for person in [person, finished] {
        app.delete(&format!("{}/users/{person}", quiz.url)).key(&app.key).await.is(200);
    }
    tokio::time::sleep(Duration::from_millis(1100)).await;
    begin(&quiz, 200).await;
}

#[tokio::test]
async fn events_fill_a_namespace_and_a_full_one_loses_none() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let events = json!({ "events": ["response.submitted", "response.begun"] });
    let webhook = Webhook::new(&app, &receiver, events).await;
    app.patch(&webhook.url).key(&app.key).json(json!({ "on": false })).await.is(200);
    let used = async || app.service.usage(&Caller::Operator, &acme()).await.expect("read").0.bytes;
    let quiz = app.open_quiz().await;
    let before = used().await;
    let person = quiz.begin().await;
    assert!(used().await > before + 3 * 1024, "a record, an event and a delivery");
    fill(&app).await;
    begin(&quiz, 409).await;
    let (full, all) = (used().await, json!({ "anon_id": person, "answers": all_answers() }));
    quiz.post("/users/anonymous/answers/submit").json(all).await.is(200);
    assert!(used().await > full + 2 * 1024, "what is held counts");
    app.patch(&webhook.url).key(&app.key).json(json!({ "on": true })).await.is(200);
    let since = json!({ "since": "2020-01-01T00:00:00Z" });
    app.post(&format!("{}/send", webhook.url)).key(&app.key).json(since).await.is(200);
    assert_eq!(receiver.wait_for(2).await.len(), 2);
}

#[tokio::test]
async fn a_full_namespace_grows_no_further_and_can_be_read_and_cleared() {
    let app = App::start().await;
    let (quiz, invited) = (app.open_quiz().await, app.invited_quiz().await);
    let (person, guest) = (quiz.submitted().await, invited.invited().await);
    fill(&app).await;
    let admin = |call: Call| call.key(&app.key);
    for (path, body) in [
        (format!("{ACME}/quizzes"), json!({ "name": "Q" })),
        (format!("{}/users", invited.url), json!({ "users": [{ "name": "Ben" }] })),
        (format!("{ACME}/keys"), json!({ "label": "another", "scopes": ["read"] })),
    ] {
        admin(app.post(&path)).json(body).await.is(409).coded("quota_exceeded");
    }
    invited.post(&format!("/users/invited/{guest}/initQuiz")).json(json!({})).await.is(409).coded("quota_exceeded");
    quiz.patch(with_questions(3)).await.is(409).coded("quota_exceeded");
    assert_eq!(admin(quiz.get("")).await.is(200).json()["version"], json!(1));
    quiz.patch(json!({ "status": "closed", "closesAt": "2030-01-01T00:00:00Z" })).await.is(200);
    quiz.patch(json!({ "status": "open" })).await.is(200);
    quiz.whole_answers_of(&person).await.is(200);
    admin(quiz.post("/csvExport")).await.is(202);
    admin(app.delete(&format!("{}/users/{person}", quiz.url))).await.is(200);
    admin(app.delete(&invited.url)).await.is(200);
    quiz.patch(with_questions(3)).await.is(200);
}

#[tokio::test]
async fn pages_say_that_there_is_no_room_and_serve_who_has_begun() {
    let app = App::start().await;
    let (open, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    let begun = Page::open(&app, &open.page()).await.send(&[]).await.follow().await;
    let session = |id: &str| format!("/app/acme/{}?sessionId={id}&start=1", inapp.id);
    Page::open(&app, &session("session-1")).await;
    let start = Page::open(&app, &open.page()).await;
    fill(&app).await;
    let full = "This quiz can’t take new respondents right now";
    let refused = start.send(&[]).await.stays().is(409);
    assert_eq!(refused.heading(), full);
    assert_eq!(Page::open(&app, &session("session-2")).await.is(409).heading(), full);
    let spanish = Page::open(&app, &format!("{}&lang=es", session("session-2"))).await.is(409);
    assert_eq!(spanish.heading(), "Este cuestionario no admite nuevos participantes por ahora");
    assert_eq!(Page::open(&app, &session("session-1")).await.question().as_deref(), Some("fhn1"));
    assert_eq!(begun.choose(1).await.is(200).question().as_deref(), Some("fhn2"));
}
