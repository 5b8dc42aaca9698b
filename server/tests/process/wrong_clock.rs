//! A machine whose clock is years off, in either direction: nothing acknowledged is lost.

use std::path::PathBuf;

use serde_json::json;

use crate::{
    database::empty_schema,
    support::{Program, Server},
};

/// The library that shifts the time of programs that preload it.
fn library() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").expect("the machine's libraries").flatten().map(|entry| entry.path());
    let mut files = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
    files.find(|file| file.exists()).expect("the package faketime")
}

fn count(program: &Program) -> serde_json::Value {
    let listed = program.run(&["quiz", "list", "--namespace", "acme", "--json"]).done().json();
    listed["responses"]["completed"].clone()
}

#[test]
fn a_clock_that_is_years_off_erases_nothing() {
    nothing_is_erased(&Program::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_years_off_erases_nothing_on_postgresql() {
    nothing_is_erased(&Program::on_postgresql(empty_schema().await.expect("a schema")));
}

fn nothing_is_erased(program: &Program) {
    let preload = format!("LD_PRELOAD={}", library().display());
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["namespace", "retention", "acme", "--answers", "365", "--unfinished", "30", "--yes"]).done();
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "20"]).done();
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}/users/anonymous");

    for (time, told) in [("+800d x60", "nothing is erased for its age until"), ("-30y x60", "set the clock")] {
        let clock = format!("FAKETIME={time}");
        let by = ["env", &preload, &clock];
        let server = Server::start_logging(program, &by, &[]);
        let mut client = server.client();
        assert!(client.get("/readyz").expect("a reply").body.contains(told), "{time}");
        // Answers are accepted: a wrong clock is no reason to turn respondents away.
        let begun = client.post(&format!("{path}/genId"), json!({})).expect("a reply").json();
        let begin = json!({ "anon_id": begun["anon_id"] });
        assert_eq!(client.post(&format!("{path}/initQuiz"), begin).expect("a reply").status, 200, "{time}");
        // Retention runs after five minutes, which are five seconds there.
        std::thread::sleep(std::time::Duration::from_secs(8));
        assert_eq!(count(program), 20, "{time}");
        assert!(server.log_to_the_end().contains(told), "{time}");
    }
    assert_eq!(count(program), 20);

    // The clock was right after all, as on a machine that was off for years.
    let by = ["env", &preload, "FAKETIME=+800d x60"];
    let confirmed = program.wrapped(&by, &["clock", "confirm"]).output().expect("it runs");
    assert!(confirmed.status.success(), "{confirmed:?}");
    let _server = Server::start_logging(program, &by, &[]);
    let is_erased = (0..40).any(|_| {
        std::thread::sleep(std::time::Duration::from_secs(1));
        count(program) == 0
    });
    assert!(is_erased, "the rule holds from then on");
}
