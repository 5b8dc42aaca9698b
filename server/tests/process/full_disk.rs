//! A full disk: writes are refused and say so, reads go on, and writing resumes once there is room.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, Reply, Server};

#[track_caller]
fn is_refused(reply: &Reply, media_type: &str, words: &str) {
    assert_eq!(reply.status, 503, "{reply:?}");
    assert!(reply.headers.contains(&format!("content-type: {media_type}\n")), "{reply:?}");
    assert!(reply.headers.contains("retry-after: 1\n"), "{reply:?}");
    assert!(reply.body.contains(words), "{reply:?}");
}

/// Waits until `/readyz` has this status and returns its reply.
fn until(client: &mut Client, status: u16) -> Reply {
    let began = Instant::now();
    loop {
        let reply = client.get("/readyz").expect("a reply");
        if reply.status == status {
            return reply;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{reply:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_full_disk_stores_nothing_says_so_and_is_no_reason_to_start_again() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let id = program.quiz("acme", r#"{ "name": "Q" }"#);
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{id}");
    let server = Server::start_on_a_disk_that_fills(&program);
    let mut client = server.client();
    let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let anon_id = anon_id["anon_id"].as_str().expect("an id").to_owned();
    let begin = json!({ "anon_id": anon_id });
    assert_eq!(client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply").status, 200);

    assert_eq!(client.get("/readyz").expect("a reply").body, "ready");

    server.fill_disk(true);
    let answer = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 2 });
    let answers = format!("{quiz}/users/anonymous/answers");
    let told = r#"{"error":"the storage is not available, nothing was acknowledged, repeating is safe"}"#;
    for _ in 0..3 {
        is_refused(&client.post(&answers, answer.clone()).expect("a reply"), "application/json", told);
    }
    let page = format!("/aq/acme/{id}");
    let html = "text/html; charset=utf-8";
    is_refused(&client.send_form(&page, "lang=en").expect("a reply"), html, "We’re very busy right now");
    let option = "question=fhn1&lang=es&answer=f2271b3e-5f6a-5aab-8fec-2f0c06aa8013";
    is_refused(
        &client.send_form(&format!("{page}/{anon_id}"), option).expect("a reply"),
        html,
        "No se perdió nada de lo que guardaste",
    );

    let unready = until(&mut client, 503);
    is_refused(&unready, "application/json", "the disk fails or is full");
    assert!(unready.json().as_object().is_some_and(|body| body.keys().eq(["error"])), "{unready:?}");

    // Reading goes on, and shows that nothing was stored.
    let record = client.get(&format!("{quiz}/users/{anon_id}/answers")).expect("a reply").json();
    assert_eq!(record["answers"]["qAnswers"], json!({}));
    let mut admin = server.client().with_key(&key);
    assert_eq!(admin.get(&quiz).expect("a reply").json()["responses"]["started"], 1);

    for _ in 0..100 {
        assert_eq!(client.post(&answers, answer.clone()).expect("a reply").status, 503);
    }
    server.fill_disk(false);
    assert_eq!(until(&mut client, 200).body, "ready");
    assert_eq!(client.post(&answers, answer).expect("a reply").status, 200);
    let record = client.get(&format!("{quiz}/users/{anon_id}/answers")).expect("a reply").json();
    assert_eq!(record["answers"]["completionStatus"], 2);
    let log = server.log();
    assert!((1..=3).contains(&log.lines().count()), "one line a minute from each place tells of it: {log}");
    let route = "route=\"/api/v1/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers\"";
    assert!(log.contains(route) && log.contains(&format!("quiz=\"{id}\"")), "{log}");
    assert!(!log.contains(&anon_id), "{log}");
}
