//! Storage: one file after a clean stop, in the right directory, readable by the program's account only.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, SECRET_KEY, Server};

const PATIENCE: Duration = Duration::from_secs(10);
const DATABASE: &str = "quiz-answers.db";

fn answer(client: &mut Client, quiz: &str) -> String {
    let anon_id = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let anon_id = anon_id["anon_id"].as_str().expect("an id").to_owned();
    let begin = json!({ "anon_id": anon_id });
    assert_eq!(client.post(&format!("{quiz}/users/anonymous/initQuiz"), begin).expect("a reply").status, 200);
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 2 });
    assert_eq!(client.post(&format!("{quiz}/users/anonymous/answers"), body).expect("a reply").status, 200);
    anon_id
}

#[track_caller]
fn assert_answered(client: &mut Client, quiz: &str, anon_id: &str) {
    let record = client.get(&format!("{quiz}/users/{anon_id}/answers")).expect("a reply").json();
    assert!(record["answers"]["qAnswers"]["fhn1"].is_string(), "{record}");
}

#[test]
fn a_stopped_server_leaves_one_file_that_holds_everything() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", r#"{ "name": "Q" }"#));
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let anon_id = answer(&mut client, &quiz);
    // Connections of all kinds were used, and a worker is busy.
    assert_eq!(client.get(&format!("{quiz}/answers")).expect("a reply").status, 200);
    assert_eq!(client.post(&format!("{quiz}/csvExport"), json!({})).expect("a reply").status, 202);
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
    let files = program.files();
    assert!(files.iter().all(|name| [DATABASE, SECRET_KEY, "exports"].contains(&name.as_str())), "{files:?}");

    let copy = Program::new();
    fs::copy(program.folder().join(DATABASE), copy.folder().join(DATABASE)).expect("a copy");
    copy.take_secret_key(&program);
    let server = Server::start(&copy);
    assert_answered(&mut server.client(), &quiz, &anon_id);
}

#[test]
fn every_command_leaves_one_file() {
    let program = Program::new();
    program.namespace_and_key("acme");
    assert_eq!(program.files(), [DATABASE, SECRET_KEY]);
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    for arguments in [
        &["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "200"][..],
        &["namespace", "list"],
        &["audit", "verify"],
        &["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"],
    ] {
        program.run(arguments).done();
        assert_eq!(program.files(), [DATABASE, SECRET_KEY], "{arguments:?}");
    }
    program.run(&["quiz", "show", "--namespace", "acme", "0000000000000000"]).fails("quiz does not exist");
    assert_eq!(program.files(), [DATABASE, SECRET_KEY], "a command that failed");
}

#[test]
fn a_command_that_ends_beside_a_server_takes_nothing_from_it() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", r#"{ "name": "Q" }"#));
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let mut people = Vec::new();
    for _ in 0..5 {
        people.push(answer(&mut client, &quiz));
        let began = Instant::now();
        program.run(&["quiz", "list", "--namespace", "acme"]).done();
        program.quiz("acme", r#"{ "name": "Made beside the server" }"#);
        assert!(began.elapsed() < PATIENCE, "it waited for the server");
        people.push(answer(&mut client, &quiz));
    }
    server.kill();
    let server = Server::start(&program);
    for anon_id in people {
        assert_answered(&mut server.client(), &quiz, &anon_id);
    }
}

#[test]
fn a_wrong_directory_is_an_error_and_stays_as_it_is() {
    let program = Program::new();
    fs::create_dir(program.folder().join("empty")).expect("a folder");
    fs::create_dir(program.folder().join("out")).expect("a folder");
    let quiz = "0000000000000000";
    let of_quiz = ["--namespace", "acme", "--quiz", quiz];
    let commands: [&[&str]; 18] = [
        &["namespace", "list"],
        &["admin", "create", "--email", "ana@example.com"],
        &["admin", "reset", "--email", "ana@example.com"],
        &["audit", "verify"],
        &["key", "create", "--name", "test"],
        &["key", "list"],
        &["key", "rename", "id", "--name", "test"],
        &["key", "revoke", "id"],
        &["quiz", "create", "--namespace", "acme", "-"],
        &["quiz", "show", "--namespace", "acme", quiz],
        &["quiz", "list", "--namespace", "acme"],
        &[&["demo-data", "--responses", "1"][..], &of_quiz].concat(),
        &[&["export", "--out", "answers.csv"][..], &of_quiz].concat(),
        &[&["schedule", "create", "--daily", "03:00", "--out-dir", "out"][..], &of_quiz].concat(),
        &["schedule", "list"],
        &["schedule", "run", "id"],
        &["schedule", "delete", "id"],
        &["backup", "backup.db"],
    ];
    for command in commands {
        for folder in ["empty", "missing"] {
            let output = program.run_with(&[&["--data-dir", folder], command].concat(), r#"{ "name": "Q" }"#);
            assert!(!output.is_success && output.stdout.is_empty(), "{command:?}: {output:?}");
            let path = program.folder().join(folder).join(DATABASE).display().to_string();
            assert!(output.stderr.contains(&path) && output.stderr.contains("init"), "{command:?}: {}", output.stderr);
        }
        let url = format!("sqlite:{}", program.folder().join("absent.db").display());
        let output = program.run_with(&[&["--database-url", &url], command].concat(), r#"{ "name": "Q" }"#);
        assert!(!output.is_success && output.stderr.contains("absent.db"), "{command:?}: {output:?}");
        assert_eq!(program.files(), ["empty", "out"], "{command:?}");
        assert!(fs::read_dir(program.folder().join("empty")).expect("a folder").next().is_none(), "{command:?}");
    }
}

#[test]
fn init_makes_an_empty_database_once() {
    let program = Program::new();
    program.run(&["--data-dir", "data", "init"]).done();
    assert_eq!(program.run(&["--data-dir", "data", "namespace", "list"]).done().stdout, "");
    program.run(&["--data-dir", "data", "init"]).fails("already");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(tree(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[track_caller]
fn assert_private(folder: &Path) {
    for path in tree(folder) {
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file of ours");
}

#[test]
fn what_is_written_is_private_whatever_the_umask() {
    let program = Program::new();
    let data = program.folder().join("data");
    let run_in = |folder: &str, arguments: &[&str]| {
        let output = program.with_umask("000", &[&["--data-dir", folder], arguments].concat()).output();
        let output = output.expect("it ends");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let run = |arguments: &[&str]| run_in("data", arguments);
    let server = Server::start_with_umask(&program, "000", &["--data-dir", "data"]);
    run(&["namespace", "create", "acme", "--name", "Acme"]);
    fs::write(program.folder().join("quiz.json"), r#"{ "name": "Q" }"#).expect("written");
    let made: serde_json::Value =
        serde_json::from_str(&run(&["quiz", "create", "--namespace", "acme", "quiz.json"])).expect("JSON");
    let of_quiz = ["--namespace", "acme", "--quiz", made["id"].as_str().expect("an id")];
    run(&[&["demo-data", "--responses", "20"][..], &of_quiz].concat());
    let key = run(&["key", "create", "--namespace", "acme", "--name", "test"]);
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", of_quiz[3]);
    let mut client = server.client().with_key(key.trim());
    assert_eq!(client.post(&format!("{quiz}/csvExport"), json!({})).expect("a reply").status, 202);
    let delivered = program.folder().join("delivered");
    fs::create_dir(&delivered).expect("a folder");
    let schedule = run(&[&["schedule", "create", "--daily", "03:00", "--out-dir", "delivered"][..], &of_quiz].concat());
    run(&["schedule", "run", schedule.trim()]);
    let began = Instant::now();
    while fs::read_dir(data.join("exports")).map_or(0, Iterator::count) < 2
        || fs::read_dir(&delivered).map_or(0, Iterator::count) == 0
    {
        assert!(began.elapsed() < PATIENCE, "no files were made");
        thread::sleep(Duration::from_millis(20));
    }
    run(&[&["export", "--out", "data/answers.csv"][..], &of_quiz].concat());
    run(&["backup", "data/backup.db"]);
    assert!(data.join("quiz-answers.db-wal").exists() && data.join("quiz-answers.db-shm").exists());
    assert_private(&data);
    for entry in fs::read_dir(&delivered).expect("a folder") {
        assert_eq!(mode(&entry.expect("an entry").path()), 0o600);
    }
    drop(server);
    run_in("restored", &["--secret-key-file", "data/quiz-answers.key", "restore", "data/backup.db"]);
    assert_private(&program.folder().join("restored"));
}

#[test]
fn what_an_earlier_release_left_open_is_closed_at_the_start() {
    let program = Program::with_database();
    let exports = program.folder().join("exports");
    fs::create_dir(&exports).expect("a folder");
    fs::write(exports.join("old.csv"), "old").expect("written");
    let open_up = || {
        for path in tree(program.folder()) {
            set_mode(&path, if path.is_dir() { 0o777 } else { 0o666 });
        }
    };
    open_up();
    drop(Server::start(&program));
    assert_private(program.folder());

    // Only root can create a file of another account, and only root could change its permissions.
    let other = exports.join("other.csv");
    fs::write(&other, "of another account").expect("written");
    if chown(&other, Some(65534), None).is_ok() {
        set_mode(&other, 0o644);
        drop(Server::start(&program));
        assert_eq!(mode(&other), 0o644);
    }
    fs::remove_file(other).expect("the folder is ours");

    // A shared folder keeps its permissions, but our files in it do not.
    fs::write(program.folder().join("notes.txt"), "of another program").expect("written");
    open_up();
    drop(Server::start(&program));
    assert_eq!((mode(program.folder()), mode(&program.folder().join("notes.txt"))), (0o777, 0o666));
    assert_eq!((mode(&program.folder().join(DATABASE)), mode(&exports)), (0o600, 0o700));
}

/// Only root can create files of another account; otherwise the same file is made unreadable.
#[test]
fn a_file_of_another_account_is_named_with_its_owner() {
    let program = Program::with_database();
    let database = program.folder().join(DATABASE);
    let owner = fs::metadata(&database).expect("the database").uid();
    set_mode(program.folder(), 0o777);
    set_mode(&database, 0o444);
    let by: &[&str] =
        if owner == 0 { &["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] } else { &[] };
    let output = program.wrapped(by, &["key", "create", "--name", "test"]).output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    let owner = if owner == 0 { "root".to_owned() } else { "this is ".to_owned() };
    assert!(said.contains(&format!("cannot write {}: it belongs to ", database.display())), "{said}");
    assert!(said.contains(&owner), "{said}");
}

#[test]
fn commands_that_only_read_change_nothing_and_need_no_right_to_write() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let database = program.folder().join(DATABASE);
    let before = fs::read(&database).expect("the database");
    let commands: [&[&str]; 10] = [
        &["namespace", "list"],
        &["namespace", "retention", "acme"],
        &["namespace", "quota", "acme"],
        &["namespace", "second-factor", "acme"],
        &["key", "list"],
        &["quiz", "list", "--namespace", "acme"],
        &["quiz", "show", "--namespace", "acme", &quiz],
        &["schedule", "list"],
        &["audit", "verify"],
        &["repair"],
    ];
    for command in commands {
        program.run(command).done();
        assert_eq!(program.files(), [DATABASE, SECRET_KEY], "{command:?}");
        assert!(fs::read(&database).expect("the database") == before, "{command:?} changes the database");
    }
    // With a server, the additional database files exist too. Root may write regardless of permissions, so it switches
    // to another account.
    let server = Server::start(&program);
    let (mode, by): (u32, &[&str]) = if fs::metadata(&database).expect("the database").uid() == 0 {
        (0o644, &["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"])
    } else {
        (0o444, &[])
    };
    tree(program.folder()).iter().filter(|path| path.is_file()).for_each(|path| set_mode(path, mode));
    set_mode(program.folder(), 0o755);
    for command in commands {
        let output = program.wrapped(by, command).output().expect("it ends");
        assert!(output.status.success(), "{command:?}: {output:?}");
    }
    // Nor on a read-only medium, where the export adds no line to the audit log.
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());
    set_mode(&database, mode);
    let export: &[&str] = &["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"];
    for command in commands.into_iter().chain([export, &["doctor"]]) {
        let output = program.wrapped(by, command).output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() || said.matches("problem\t").count() == 1, "{command:?}: {output:?}");
        assert!(!said.contains("restore") && !said.contains("problem\tdatabase"), "{command:?}: {output:?}");
        assert_eq!(program.files().iter().filter(|name| name.starts_with(DATABASE)).count(), 1, "{command:?}");
    }
}

#[test]
fn tidying_removes_only_what_this_installation_made() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", r#"{ "name": "Q" }"#));
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    client.post(&format!("{quiz}/csvExport"), json!({})).expect("a reply");
    let began = Instant::now();
    while client.get(&quiz).expect("a reply").json()["csvExportStatus"] != "done" {
        assert!(began.elapsed() < PATIENCE, "the export was not made");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(client.delete(&quiz).expect("a reply").status, 200);
    drop(server);
    let exports = program.folder().join("exports");
    let ours = tree(&exports).into_iter().find(|path| path.is_file() && !path.ends_with(".place")).expect("the export");
    let others = [
        "img-0001.jpg",
        "notes-2.txt",
        "f3a1c1de-6b1c-4a54-9a53-4d3b0c9a1f00-1.csv",
        "f3a1c1de-6b1c-4a54-9a53-4d3b0c9a1f00-2.csv.part",
        "photos/img-0001.jpg",
    ];
    fs::create_dir(exports.join("photos")).expect("a folder");
    for name in others {
        fs::write(exports.join(name), "of another program").expect("written");
    }
    // A start cleans up first of all.
    let _server = Server::start(&program);
    let began = Instant::now();
    while ours.exists() {
        assert!(began.elapsed() < PATIENCE, "the export of a deleted quiz stays");
        thread::sleep(Duration::from_millis(20));
    }
    for name in others {
        assert!(exports.join(name).exists(), "{name} is gone");
    }
}

#[test]
fn labels_cannot_control_the_terminal() {
    let program = Program::new();
    let hostile = "one\u{1b}[2Jtwo\nthree\u{9b}four";
    let spelt_out = "one\\u001b[2Jtwo\\u000athree\\u009bfour";
    program.run(&["namespace", "create", "acme", "--name", hostile]).done();
    program.run(&["key", "create", "--namespace", "acme", "--name", hostile]).done();
    let quiz = program.quiz("acme", &json!({ "name": hostile }).to_string());
    for arguments in [
        &["namespace", "list"][..],
        &["key", "list"],
        &["quiz", "list", "--namespace", "acme"],
        &["quiz", "show", "--namespace", "acme", &quiz],
    ] {
        let printed = program.run(arguments).done().stdout;
        let is_control = |c: char| c.is_control() && !"\t\n".contains(c);
        assert!(!printed.contains(is_control) && printed.contains("\\u001b[2J"), "{arguments:?}: {printed:?}");
        if arguments[1] == "list" {
            assert!(printed.contains(spelt_out) && printed.lines().count() == 1, "{arguments:?}: {printed:?}");
        } else {
            let shown: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
            assert_eq!(shown["name"], hostile);
        }
    }
}
