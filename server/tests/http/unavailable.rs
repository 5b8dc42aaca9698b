//! If nothing can be stored, API clients and respondents get an error that says when to retry.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::{task::JoinHandle, time::timeout};

use crate::support::{App, Reply};

/// More writes than can wait for the blocked one.
const MANY: usize = 2600;

#[track_caller]
fn is_refused(reply: &Reply) {
    assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (503, "1"), "{}", reply.text());
}

#[track_caller]
fn is_refused_page(reply: &Reply) {
    is_refused(reply);
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
    assert!(reply.text().contains("We’re very busy right now"), "{}", reply.text());
}

#[track_caller]
fn is_refused_as(reply: &Reply, code: &str, error: &str) {
    is_refused(reply);
    assert_eq!((reply.header("x-error-code"), reply.error().as_str()), (code, error));
}

const BUSY: &str = "busy, nothing was stored, try again";
const NOT_AVAILABLE: &str = "the storage is not available, nothing was acknowledged, repeating is safe";

const AT_ONCE: Duration = Duration::from_secs(4);

/// While writes are blocked, only a refused request ends: from then on the queue is full.
async fn until_one_has_ended<T>(waiting: &[JoinHandle<T>]) {
    while !waiting.iter().any(JoinHandle::is_finished) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn past_the_bound_of_waiting_answers_the_next_is_refused_at_once() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.begin().await;
    let page = format!("{}/{user}", quiz.page());
    let mut other = app.hold_writes().await;
    let answer = json!({ "anon_id": user, "questionId": "fhn1", "answer": 1 });
    let new = || quiz.post("/users/anonymous/answers").json(answer.clone()).into_future();
    let waiting: Vec<_> = (0..MANY).map(|_| tokio::spawn(new())).collect();
    until_one_has_ended(&waiting).await;

    is_refused_as(&timeout(AT_ONCE, new()).await.expect("at once"), "busy", BUSY);
    let option = [("question", "fhn5"), ("answer", "10c56b07-3167-5ec6-aa5e-169d5bacc0d0"), ("lang", "en")];
    let reply = timeout(AT_ONCE, app.post(&page).form(&option).into_future()).await;
    is_refused_page(&reply.expect("at once"));
    // Reads continue.
    assert_eq!(quiz.answers_of(&user).await.is(200).answers()["qAnswers"], json!({}));

    other.run("ROLLBACK").await;
    let replies = join_all(waiting).await;
    let stored = replies.iter().filter(|reply| reply.as_ref().is_ok_and(|reply| reply.status == 200)).count();
    assert!((1..MANY).contains(&stored), "{stored} were carried out, the others refused");
    assert_eq!(quiz.answers_of(&user).await.is(200).answers()["completionStatus"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn past_the_bound_of_waiting_begins_the_next_is_refused_at_once() {
    let app = App::start().await;
    let (quiz, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    let mut other = app.hold_writes().await;
    let begin = |number: usize| {
        let body = json!({ "sessionId": format!("session-{number}") });
        inapp.post("/users/anonymous/initQuiz").json(body).into_future()
    };
    let waiting: Vec<_> = (0..MANY).map(|number| tokio::spawn(begin(number))).collect();
    until_one_has_ended(&waiting).await;

    is_refused_as(&timeout(AT_ONCE, begin(MANY)).await.expect("at once"), "busy", BUSY);
    // Requests for another quiz are not refused.
    let start = tokio::spawn(app.post(&quiz.page()).form(&[("lang", "en")]).into_future());

    other.run("ROLLBACK").await;
    start.await.expect("a reply").is(303);
    let replies = join_all(waiting).await;
    let stored = replies.iter().filter(|reply| reply.as_ref().is_ok_and(|reply| reply.status == 200)).count();
    assert!((1..MANY).contains(&stored), "{stored} were carried out, the others refused");
    let counts = inapp.get("").key(&app.key).await.is(200).json()["responses"].clone();
    assert_eq!(counts, json!({ "started": stored, "completed": 0 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_out_of_reach_is_waited_for_and_then_told() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.begin().await;
    let mut other = app.hold_writes().await;
    let body = json!({ "anon_id": user, "questionId": "fhn1", "answer": 1 });
    let start = quiz.page();
    // One after the other: a write that arrives while another one waits for the database is queued, and may be stored
    // after its caller was refused.
    let reply = quiz.post("/users/anonymous/answers").json(body).await;
    let page = app.post(&start).form(&[("lang", "en")]).await;
    is_refused_as(&reply, "storage_unavailable", NOT_AVAILABLE);
    is_refused_page(&page);
    other.run("ROLLBACK").await;
    assert_eq!(quiz.answers_of(&user).await.is(200).answers()["qAnswers"], json!({}));
    let counts = quiz.get("").key(&app.key).await.is(200).json()["responses"].clone();
    assert_eq!(counts, json!({ "started": 1, "completed": 0 }));
}

#[tokio::test]
async fn a_quiz_that_is_deleted_by_another_process_is_missing_at_once() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.new_anon_id().await;
    // The service caches it for another second.
    quiz.get("/public").await.is(200);
    let mut other = app.database.connect().await;
    if app.database.file().is_some() {
        other.run("PRAGMA foreign_keys = ON").await;
    }
    other.run("DELETE FROM quizzes").await;
    let body = json!({ "anon_id": user });
    quiz.post("/users/anonymous/initQuiz").json(body).await.fails(404, "quiz does not exist");
    let page = app.post(&quiz.page()).form(&[("lang", "en")]).await.is(404);
    assert!(page.text().contains("This quiz doesn’t exist"), "{}", page.text());
}
