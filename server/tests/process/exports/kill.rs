//! A worker that dies: whatever it leaves behind, the next server completes the file, and nothing else remains.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use super::{
    quiz::{Exported, download},
    worker,
};
use crate::support::{Program, Server};

const RECORDS: usize = 2500;
const STEPS: [&str; 6] = ["queued", "claimed", "writing", "written", "synced", "kept"];

/// A program with a quiz of many records, and copies of it.
struct Original {
    program: Program,
    quiz: String,
    key: String,
}

impl Original {
    fn make() -> Self {
        let program = Program::new();
        let key = program.namespace_and_key("acme");
        let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
        let count = RECORDS.to_string();
        program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", &count]).done();
        Self { program, quiz, key }
    }

    fn copy(&self) -> Program {
        let copy = Program::new();
        for suffix in [".db", ".db-wal", ".db-shm", ".key"] {
            let name = format!("quiz-answers{suffix}");
            let from = self.program.folder().join(&name);
            if from.exists() {
                fs::copy(from, copy.folder().join(name)).expect("a copy");
            }
        }
        copy
    }
}

#[test]
fn a_worker_killed_at_any_step_leaves_work_that_the_next_one_finishes() {
    let original = Original::make();
    thread::scope(|scope| {
        for step in STEPS {
            let original = &original;
            scope.spawn(move || {
                let program = original.copy();
                let quiz = Exported { program: &program, id: original.quiz.clone(), key: original.key.clone() };
                killed_at(step, &quiz);
            });
        }
    });
}

fn killed_at(step: &str, quiz: &Exported<'_>) {
    let status = worker::start(quiz, step).wait().expect("it ends");
    assert!(!status.success(), "{step}: it did not die");
    let left = quiz.files();
    let is_whole = left.iter().any(|name| !name.contains(".part"));
    assert_eq!(is_whole, step == "kept", "{step}: {left:?}");
    assert_eq!(left.len(), usize::from(!["queued", "claimed"].contains(&step)), "{step}: {left:?}");
    let record = quiz.shown();
    assert_eq!(record["csvExportStatus"], "uploading", "{step}: nobody has said that it is done");
    let server = Server::start(quiz.program);
    let record = quiz.ended(&mut quiz.client(&server));
    assert_eq!(record["csvExportRows"], RECORDS, "{step}: {record}");
    let text = download(&server, &record);
    assert_eq!(text.lines().count(), RECORDS + 1, "{step}");
    assert!(text.ends_with("\r\n"), "{step}");
    assert_eq!(quiz.files().len(), 1, "{step}: {:?}", quiz.files());
}

#[test]
fn a_cancelled_export_stops_and_leaves_nothing() {
    let original = Original::make();
    let program = original.copy();
    let quiz = Exported { program: &program, id: original.quiz.clone(), key: original.key.clone() };
    let mut worker = worker::start(&quiz, "slow");
    let within = |holds: &dyn Fn() -> bool| {
        let until = Instant::now() + Duration::from_secs(20);
        while !holds() && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
        holds()
    };
    assert!(within(&|| !quiz.files().is_empty()), "the worker did not begin");
    let server = Server::start(&program);
    let mut client = quiz.client(&server);
    let history = client.get(&format!("{}/exports", quiz.path())).expect("a reply").json();
    let (export, id) = (&history["items"][0], history["items"][0]["id"].as_str().expect("an id"));
    assert_eq!((&export["state"], &export["requestedBy"]), (&"uploading".into(), &"operator".into()));
    let reply = client.delete(&format!("{}/exports/{id}", quiz.path())).expect("a reply");
    assert_eq!((reply.status, reply.body.as_str()), (200, r#"{"cancelled":true}"#));
    let record = quiz.ended(&mut client);
    let found = (record["csvExportStatus"].as_str(), record["csvExportError"].as_str());
    assert_eq!(found, (Some("failed"), Some("cancelled")));
    assert!(within(&|| quiz.files().is_empty()), "the worker goes on: {:?}", quiz.files());
    assert!(worker.try_wait().expect("a child of ours").is_none(), "the worker has died of it");
    worker.kill().expect("it was running");
    worker.wait().expect("it ends");
    // It can be requested again.
    client.post(&format!("{}/csvExport", quiz.path()), serde_json::json!({})).expect("a reply");
    let record = quiz.ended(&mut client);
    assert_eq!(download(&server, &record).lines().count(), RECORDS + 1);
}
