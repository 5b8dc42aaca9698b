//! The database file must stay in place: a server acknowledges nothing into a file that is no longer at its path, and
//! nothing replaces it while a server runs.

use std::{
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, Reply, SECRET_KEY, Server};

const PATIENCE: Duration = Duration::from_secs(20);
const WRITERS: usize = 4;
const DATABASE: &str = "quiz-answers.db";
const LOG: &str = "quiz-answers.db-wal";
const FILES: [&str; 3] = [DATABASE, LOG, "quiz-answers.db-shm"];
const LOCK: &str = ".quiz-answers.db.lock";

type Accident = fn(&Path);

/// Operators' mistakes with a file that they take for unused.
const ACCIDENTS: [(&str, Accident); 6] = [
    ("all moved", |folder| move_away(folder, &FILES)),
    ("the file moved", |folder| move_away(folder, &[DATABASE])),
    ("all deleted", |folder| FILES.iter().for_each(|name| fs::remove_file(folder.join(name)).expect("it was there"))),
    ("the file deleted", |folder| fs::remove_file(folder.join(DATABASE)).expect("it was there")),
    ("the log deleted", |folder| fs::remove_file(folder.join(LOG)).expect("it was there")),
    ("the file replaced", |folder| {
        fs::rename(folder.join("other.db"), folder.join(DATABASE)).expect("both are there");
    }),
];

fn move_away(folder: &Path, names: &[&str]) {
    fs::create_dir_all(folder.join("unused")).expect("a folder");
    names.iter().for_each(|name| {
        fs::rename(folder.join(name), folder.join("unused").join(name)).expect("it was there");
    });
}

fn program_with_quiz() -> (Program, String) {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    (program, format!("/api/v1/namespaces/acme/quizzes/{quiz}"))
}

/// Answers as a new respondent. Returns the respondent's id, or the response that refuses.
fn answer(client: &mut Client, quiz: &str) -> Result<String, Reply> {
    let accepted = |reply: Reply| if reply.status == 200 { Ok(reply) } else { Err(reply) };
    let issued = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply");
    let anon_id = accepted(issued)?.json()["anon_id"].as_str().expect("an id").to_owned();
    let begin = json!({ "anon_id": anon_id });
    accepted(client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply"))?;
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 2 });
    accepted(client.post(&format!("{quiz}/users/anonymous/answers"), body).expect("a reply"))?;
    Ok(anon_id)
}

#[track_caller]
fn assert_answered(client: &mut Client, quiz: &str, respondents: &[String], how: &str) {
    for anon_id in respondents {
        let record = client.get(&format!("{quiz}/users/{anon_id}/answers")).expect("a reply").json();
        assert!(record["answers"]["qAnswers"]["fhn1"].is_string(), "{how}: {anon_id}: {record}");
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_file_that_is_not_at_its_path_takes_no_answers_and_what_it_has_can_be_saved() {
    for (how, accident) in ACCIDENTS {
        let (program, quiz) = program_with_quiz();
        program.run(&["backup", "other.db"]).done();
        let server = Server::start_logging(&program, &[], &[]);
        let (acknowledged, count) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..WRITERS {
                scope.spawn(|| {
                    let mut client = server.client();
                    let refused = loop {
                        match answer(&mut client, &quiz) {
                            Ok(anon_id) => acknowledged.lock().expect("no writer panicked").push(anon_id),
                            Err(refused) => break refused,
                        }
                        assert!(count.fetch_add(1, Ordering::Relaxed) < 20_000, "{how}: it goes on acknowledging");
                    };
                    assert_eq!(refused.status, 503, "{how}: {refused:?}");
                });
            }
            until("nothing is written", || count.load(Ordering::Relaxed) > 40);
            accident(program.folder());
        });
        let acknowledged = acknowledged.into_inner().expect("no writer panicked");
        let mut client = server.client();
        until("it stays ready", || {
            let reply = client.get("/readyz").expect("a reply");
            reply.status == 503 && reply.body.contains("the database is not at its place")
        });
        assert_eq!(client.get("/healthz").expect("a reply").status, 200);

        // Nothing may replace it, or use the file at its path, before the open one is saved.
        let holder = format!("process {}", server.id());
        for command in [
            &["restore", "other.db"][..],
            &["serve", "--addr", "127.0.0.1:0"],
            &["secret-key", "rotate"],
            &["repair", "--yes"],
            &["key", "create", "--name", "test"],
            &["namespace", "create", "new", "--name", "New"],
            &["copy", "--from", "sqlite:other.db", "--to", "sqlite:quiz-answers.db"],
        ] {
            let refused = program.run(command);
            // A restore first of all refuses to overwrite a file.
            let is_explained = refused.stderr.contains(&holder) || refused.stderr.contains("is there already");
            assert!(!refused.is_success && is_explained, "{how}: {command:?}: {refused:?}");
        }
        let saved = program.run(&["backup", "saved.db"]).done();
        assert!(saved.stderr.contains(&holder), "{how}: {saved:?}");

        let (status, log) = server.end();
        assert_eq!(status.code(), Some(1), "{how}: {log}");
        assert_eq!(log.matches("can be saved with `quiz-answers backup FILE`").count(), 1, "{how}: {log}");

        let restored = Program::new();
        restored.take_secret_key(&program);
        restored.run(&["restore", program.folder().join("saved.db").to_str().expect("UTF-8")]).done();
        let server = Server::start(&restored);
        assert_answered(&mut server.client(), &quiz, &acknowledged, how);
    }
}

#[test]
fn a_file_that_is_put_back_goes_on_where_it_was() {
    let (program, quiz) = program_with_quiz();
    let server = Server::start(&program);
    let mut client = server.client();
    let mut respondents = vec![answer(&mut client, &quiz).expect("it is acknowledged")];
    move_away(program.folder(), &FILES);
    assert_eq!(answer(&mut client, &quiz).expect_err("it is refused").status, 503);
    for name in FILES {
        fs::rename(program.folder().join("unused").join(name), program.folder().join(name)).expect("it was there");
    }
    respondents.push(answer(&mut client, &quiz).expect("it is acknowledged"));
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
    let server = Server::start(&program);
    assert_answered(&mut server.client(), &quiz, &respondents, "put back");
}

#[test]
fn a_running_server_keeps_out_what_must_have_the_database_alone() {
    let (program, _) = program_with_quiz();
    program.run(&["backup", "backup.db"]).done();
    let server = Server::start(&program);
    let holder = format!("`quiz-answers serve`, process {}, since 20", server.id());
    let second = ["serve", "--addr", "127.0.0.1:0"];
    let link = program.folder().join("link.db");
    std::os::unix::fs::symlink(program.folder().join(DATABASE), &link).expect("a link");
    let by_link = ["--database-url", "sqlite:link.db", "--secret-key-file", SECRET_KEY];
    for command in [
        &second[..],
        &[&by_link[..], &second].concat(),
        &["secret-key", "rotate"],
        &["secret-key", "forget", "--to", "new.key", "--yes"],
        &["repair", "--yes"],
        &["restore", "--in-place"],
        &["copy", "--from", "sqlite:quiz-answers.db", "--to", "sqlite:copy.db"],
        &["copy", "--from", "sqlite:backup.db", "--to", "sqlite:quiz-answers.db"],
    ] {
        program.run(command).fails(&holder);
    }
    program.run(&["restore", "backup.db"]).fails("is there already");
    let checked = program.run(&["doctor"]).done().stdout;
    assert!(checked.contains(&format!("ok\tserver\t{holder}")), "{checked}");
    // A killed process releases the lock; one that is terminated also removes the file.
    server.kill();
    assert!(program.files().contains(&LOCK.to_owned()));
    program.run(&["repair", "--yes"]).done();
    let server = Server::start(&program);
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
    assert!(!program.files().contains(&LOCK.to_owned()), "{:?}", program.files());
}

/// Answers, and returns once the server's heartbeat has recorded it.
fn answer_and_kill(program: &Program, quiz: &str) -> String {
    let server = Server::start(program);
    let noted = || fs::read_to_string(program.folder().join(LOCK)).unwrap_or_default();
    until("it has no heartbeat", || noted().contains("inode"));
    let before = noted();
    let anon_id = answer(&mut server.client(), quiz).expect("it is acknowledged");
    until("its heartbeat is not noted", || noted() != before);
    server.kill();
    anon_id
}

#[test]
fn a_log_that_is_missing_after_a_kill_is_noticed() {
    let (program, quiz) = program_with_quiz();
    let respondent = answer_and_kill(&program, &quiz);
    let log = program.folder().join(LOG);
    fs::rename(&log, program.folder().join("hidden")).expect("it was there");
    let serve = ["serve", "--addr", "127.0.0.1:0"];
    for command in [&serve[..], &["key", "create", "--name", "test"], &["secret-key", "rotate"]] {
        for _ in 0..2 {
            program.run(command).fails("lacks answers that a server acknowledged");
        }
    }
    let checked = program.run(&["doctor"]);
    assert!(
        checked.stdout.contains("problem\tserver\t") && checked.stdout.contains("restore --in-place"),
        "{checked:?}"
    );
    fs::rename(program.folder().join("hidden"), &log).expect("it is there");
    let server = Server::start(&program);
    assert_answered(&mut server.client(), &quiz, &[respondent], "put back");
    drop(server);

    answer_and_kill(&program, &quiz);
    fs::remove_file(&log).expect("it was there");
    program.run(&serve).fails("lacks answers");
    program.run(&["restore", "--in-place"]).done();
    drop(Server::start(&program));

    // A log that a command has merged into the file is not missing.
    answer_and_kill(&program, &quiz);
    program.run(&["quiz", "list", "--namespace", "acme"]).done();
    assert!(!log.exists());
    drop(Server::start(&program));

    // Nor is a database that was replaced by a backup; a missing one is not recreated.
    answer_and_kill(&program, &quiz);
    program.run(&["backup", "backup.db"]).done();
    move_away(program.folder(), &[DATABASE]);
    program.run(&serve).fails("lacks answers");
    assert!(!program.folder().join(DATABASE).exists());
    program.run(&["restore", "backup.db"]).done();
    drop(Server::start(&program));
}
