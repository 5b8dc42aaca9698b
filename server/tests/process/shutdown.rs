//! SIGTERM: requests in progress finish, nothing new begins, and the process exits successfully.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, Server};

const PATIENCE: Duration = Duration::from_secs(10);

fn quiz(program: &Program) -> String {
    program.namespace_and_key("acme");
    format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", r#"{ "name": "Q" }"#))
}

fn begin(client: &mut Client, quiz: &str) -> io::Result<String> {
    let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({}))?.json()["anon_id"].clone();
    let begun = client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": anon_id }))?;
    assert_eq!(begun.status, 200, "{begun:?}");
    Ok(anon_id.as_str().expect("an anon_id").to_owned())
}

#[test]
fn a_server_without_visitors_ends_at_once() {
    let program = Program::new();
    let server = Server::start(&program);
    // An idle keep-alive connection does not delay it.
    let mut client = server.client();
    assert_eq!(client.get("/healthz").expect("a reply").status, 200);
    let began = Instant::now();
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn under_load_what_has_begun_is_finished_and_kept() {
    let program = Program::new();
    let quiz = quiz(&program);
    let server = Server::start(&program);
    // A request that is half sent when the signal arrives.
    let mut slow = server.client();
    let anon_id = begin(&mut slow, &quiz).expect("begun");
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 2 }).to_string();
    let (first, second) = body.split_at(10);
    let head = slow.head("POST", &format!("{quiz}/users/anonymous/answers"), body.len());
    slow.write(&format!("{head}{first}")).expect("sent");

    let written = AtomicUsize::new(0);
    let mut acknowledged = thread::scope(|scope| {
        let writers: Vec<_> =
            (0..16).map(|_| scope.spawn(|| write_until_closed(server.client(), &quiz, &written))).collect();
        let began = Instant::now();
        while written.load(Ordering::Relaxed) < 32 && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        server.terminate();
        thread::sleep(Duration::from_millis(300));
        slow.write(second).expect("the connection is still there");
        let reply = slow.read().expect("a whole reply");
        assert_eq!(reply.status, 200, "{reply:?}");
        let people: Vec<String> = writers.into_iter().flat_map(|writer| writer.join().expect("no panic")).collect();
        people
    });
    assert!(server.ended_within(PATIENCE).success());

    acknowledged.push(anon_id);
    assert!(acknowledged.len() > 16, "too little was written to tell anything");
    let server = Server::start(&program);
    let mut client = server.client();
    for anon_id in acknowledged {
        let reply = client.get(&format!("{quiz}/users/{anon_id}/answers")).expect("a reply");
        assert_eq!(reply.status, 200, "{anon_id} is gone: {reply:?}");
        assert!(reply.json()["answers"]["qAnswers"]["fhn1"].is_string(), "{reply:?}");
    }
}

/// Respondents whose answers were acknowledged. Every response that begins is a complete success; a connection closed
/// between two requests, or refused, is the end.
fn write_until_closed(mut client: Client, quiz: &str, written: &AtomicUsize) -> Vec<String> {
    let mut people = Vec::new();
    loop {
        let answered = begin(&mut client, quiz).and_then(|anon_id| {
            let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1 });
            let reply = client.post(&format!("{quiz}/users/anonymous/answers"), body)?;
            assert_eq!(reply.status, 200, "{reply:?}");
            Ok(anon_id)
        });
        match answered {
            Ok(anon_id) => {
                people.push(anon_id);
                written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                let is_cut = matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::WouldBlock);
                assert!(!is_cut, "a reply was cut short: {error}");
                return people;
            }
        }
    }
}

#[test]
fn a_request_that_never_ends_does_not_keep_it_from_ending() {
    let program = Program::new();
    let quiz = quiz(&program);
    let server = Server::start(&program);
    let mut stuck = server.client();
    let head = stuck.head("POST", &format!("{quiz}/users/anonymous/initQuiz"), 100);
    stuck.write(&format!("{head}{{")).expect("sent");
    thread::sleep(Duration::from_millis(200));
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
}
