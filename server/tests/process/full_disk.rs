//! A full disk: writes are refused with an error, reads continue, and writing resumes once there is room.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, Reply, Server};

/// Gives the data directory its own disk of 80 MiB, in a namespace where it can be mounted.
const ON_A_DISK: &str = "set -e
cd /; kept=$(mktemp -d)
cp -a --sparse=never \"$QA_DATA_DIR/.\" \"$kept\"
mount -t tmpfs -o size=80m,mode=700 none \"$QA_DATA_DIR\"
cp -a --sparse=never \"$kept/.\" \"$QA_DATA_DIR\"; rm -r \"$kept\"
cd \"$QA_DATA_DIR\"
";
const FILL: &str = "head -c 1G /dev/zero > fill 2> /dev/null || true; sync
";
const READ_ONLY: &str = "mount -o remount,ro \"$QA_DATA_DIR\"
";

/// The command that starts another one there, after a further script.
fn on_a_disk(more: &str) -> Vec<String> {
    let script = format!("{ON_A_DISK}{more}exec \"$@\"");
    ["unshare", "--mount", "--map-root-user", "bash", "-c", &script, "bash"].map(str::to_owned).into()
}

/// A file in the server's data directory, as the server sees it.
fn file_of(server: &Server, program: &Program, name: &str) -> PathBuf {
    let folder = program.folder().strip_prefix("/").expect("an absolute path");
    PathBuf::from(format!("/proc/{}/root", server.id())).join(folder).join(name)
}

#[test]
fn a_server_starts_on_a_full_disk_and_serves_lists_whose_reading_is_noted() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let id = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &id, "--responses", "20"]).done();
    // Reserves the space.
    drop(Server::start(&program));
    let by = on_a_disk(FILL);
    let by: Vec<&str> = by.iter().map(String::as_str).collect();
    let server = Server::start_logging(&program, &by, &[]);
    let (mut client, mut reader) = (server.client(), server.client().with_key(&key));
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{id}");
    let audit = "/api/v1/namespaces/acme/audit?action=answers.list&limit=200";
    let lines = |reader: &mut Client| {
        let noted = reader.get(audit).expect("a reply").json();
        noted["items"].as_array().unwrap_or_else(|| panic!("{noted}")).len()
    };
    assert!(!file_of(&server, &program, ".quiz-answers.db.reserve").exists(), "it is given up");
    for _ in 0..60 {
        let listed = reader.get(&format!("{quiz}/answers")).expect("a reply");
        assert_eq!((listed.status, listed.json()["items"].as_array().map(Vec::len)), (200, Some(20)), "{listed:?}");
    }
    assert_eq!(lines(&mut reader), 60);
    let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let begin = |client: &mut Client| {
        let begin = json!({ "anon_id": anon_id["anon_id"] });
        client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply")
    };
    is_refused(&begin(&mut client), "application/json", "the storage is not available");
    let unready = until(&mut client, 503).json();
    assert!(unready["error"].as_str().is_some_and(|told| told.contains("the disk is full")), "{unready}");

    fs::remove_file(file_of(&server, &program, "fill")).expect("removed");
    assert_eq!(until(&mut client, 200).body, "ready");
    assert_eq!(begin(&mut client).status, 200);
    let reserve = fs::metadata(file_of(&server, &program, ".quiz-answers.db.reserve")).expect("set aside again");
    assert_eq!(reserve.len(), 32 << 20);
    assert_eq!(lines(&mut reader), 60);

    // The disk fills while the server runs.
    let fill = file_of(&server, &program, "fill");
    fs::write(&fill, "").expect("made");
    let filled = std::process::Command::new("sh").args(["-c", "cat /dev/zero > \"$0\""]).arg(&fill).output();
    assert!(!filled.expect("it ends").status.success());
    is_refused(&begin_many(&mut client, &quiz), "application/json", "the storage is not available");
    let listed = reader.get(&format!("{quiz}/answers")).expect("a reply");
    assert_eq!(listed.status, 200, "{listed:?}");
    assert_eq!(lines(&mut reader), 61);
    let log = server.log();
    assert!(log.contains("nothing is stored but who reads answers, until there are 33 MiB free"), "{log}");
}

/// Begins records until one is refused. The log may have room for some.
fn begin_many(client: &mut Client, quiz: &str) -> Reply {
    for _ in 0..2000 {
        let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
        let begin = json!({ "anon_id": anon_id["anon_id"] });
        let begun = client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply");
        if begun.status != 200 {
            return begun;
        }
    }
    panic!("nothing was refused");
}

#[test]
fn each_command_names_a_full_disk_one_that_cannot_be_written_and_another_account() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let commands = |by: &[&str], commands: &[&[&str]], told: &str| {
        for command in commands {
            let output = program.wrapped(by, command).output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
            assert!(!output.status.success() && said.contains(told), "{command:?}: {said}");
        }
    };
    let reading: [&[&str]; 3] = [&["namespace", "list"], &["audit", "verify"], &["doctor"]];
    let writing: [&[&str]; 4] =
        [&["serve", "--addr", "127.0.0.1:0"], &["init"], &["key", "create", "--name", "new"], &["repair", "--yes"]];
    let all = [&reading[..], &writing].concat();
    // No space is reserved yet.
    let by = on_a_disk(FILL);
    let full: Vec<&str> = by.iter().map(String::as_str).collect();
    commands(&full, &all, "is full, with 0 KiB free: make room");
    let by = on_a_disk(READ_ONLY);
    let read_only: Vec<&str> = by.iter().map(String::as_str).collect();
    // For `init`, it is a valid database nevertheless.
    let writing = writing.into_iter().filter(|command| command[0] != "init").chain([&["doctor"][..]]);
    commands(&read_only, &writing.collect::<Vec<_>>(), "is on a disk that is mounted read-only");
    let listed = program.wrapped(&read_only, &["namespace", "list"]).output().expect("it ends");
    assert!(listed.status.success(), "{listed:?}");
    // Root may read everything, so it switches to another account.
    if fs::metadata(program.folder()).expect("the folder").uid() == 0 {
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
        commands(&nobody, &all, "it belongs to root, and this is nobody; run the command as root");
    }
}

#[track_caller]
fn is_refused(reply: &Reply, media_type: &str, words: &str) {
    assert_eq!(reply.status, 503, "{reply:?}");
    assert!(reply.headers.contains(&format!("content-type: {media_type}\n")), "{reply:?}");
    assert!(reply.headers.contains("retry-after: 1\n"), "{reply:?}");
    assert!(reply.body.contains(words), "{reply:?}");
}

/// Waits until `/readyz` has this status and returns its response.
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
        "No se perdió nada de lo guardado",
    );

    let unready = until(&mut client, 503);
    is_refused(&unready, "application/json", "the disk fails or is full");
    assert!(unready.json().as_object().is_some_and(|body| body.keys().eq(["error"])), "{unready:?}");

    // Reads continue, and show that nothing was stored.
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
