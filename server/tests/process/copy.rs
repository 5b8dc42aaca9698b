//! `copy`: an installation continues on the other kind of database, even if the copy was killed halfway.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::{
    database::empty_database,
    support::{Client, Output, Program, SECRET_KEY, Server},
    upgrade::{BEGUN, KEY, OPEN, sign_in, upgraded_program},
};

fn copy(program: &Program, from: &str, to: &str) -> Output {
    program.run(&["copy", "--from", from, "--to", to])
}

fn serve(program: &Program, url: &str) -> Server {
    Server::start_with(program, &["--database-url", url, "--secret-key-file", SECRET_KEY, "--keep-exports", "36500d"])
}

fn stop(server: Server) {
    server.terminate();
    assert!(server.ended_within(Duration::from_secs(10)).success());
}

/// The quiz's data that a client with a key must see on both, including the file of its export.
fn seen(client: &mut Client, quiz: &str) -> Vec<Value> {
    let paths = ["", "/answers?limit=200", &format!("/users/{BEGUN}/answers"), "/insights"];
    let mut seen = paths.map(|path| client.get(&format!("{quiz}{path}")).expect("a reply").json());
    let file = seen[0]["csvExportPath"].take();
    let file = file.as_str().and_then(|link| link.find("/api/").map(|path| &link[path..])).expect("a finished export");
    assert_eq!(client.get(file).expect("a reply").status, 200);
    seen.into()
}

fn changes(client: &mut Client, quiz: &str, since: &str) -> (Vec<String>, String) {
    let page = client.get(&format!("{quiz}/answers?updatedSince={since}&limit=200")).expect("a reply").json();
    let ids = page["items"].as_array().expect("items").iter();
    let ids = ids.map(|item| item["userId"].as_str().expect("an id").to_owned()).collect();
    (ids, page["nextCursor"].as_str().expect("a cursor").to_owned())
}

fn begin(client: &mut Client, quiz: &str, anon_id: &str) {
    let begun = client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": anon_id }));
    assert_eq!(begun.expect("a reply").status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_moves_to_postgresql_and_back_and_goes_on() {
    let program = upgraded_program();
    // Creates the key.
    program.run(&["namespace", "list"]).done();
    let url = empty_database().await.expect("a database");
    let (first, back) = ("sqlite:quiz-answers.db", "sqlite:back.db");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{OPEN}");
    let server = serve(&program, first);
    let mut client = server.client().with_key(KEY);
    let before = seen(&mut client, &quiz);
    assert!(before.iter().all(Value::is_object), "{before:?}");
    let (ids, place) = changes(&mut client, &quiz, "0");
    assert!(!ids.is_empty());
    let issued = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let issued = issued["anon_id"].as_str().expect("an id").to_owned();
    stop(server);
    let audit = program.run(&["audit", "verify"]).done().stdout;

    let there = copy(&program, first, &url).done();
    assert!(
        there.stderr.contains(&format!("of {}: give --secret-key-file", program.folder().join(SECRET_KEY).display()))
    );
    let on_url = ["--database-url", &url, "--secret-key-file", SECRET_KEY, "audit", "verify"];
    assert_eq!(program.run(&on_url).done().stdout, audit);
    let server = serve(&program, &url);
    let mut client = server.client().with_key(KEY);
    assert!(seen(&mut client, &quiz) == before, "it differs from {before:?}");
    assert_eq!(sign_in(&mut client).status, 303);
    assert_eq!(changes(&mut client, &quiz, &place), (vec![], place.clone()));
    // The id was sealed with the installation's key before the move.
    begin(&mut client, &quiz, &issued);
    let (ids, place) = changes(&mut client, &quiz, &place);
    assert_eq!(ids, [issued]);
    let before = seen(&mut client, &quiz);
    stop(server);

    let returned = program.run(&["--secret-key-file", SECRET_KEY, "copy", "--from", &url, "--to", back]).done();
    assert!(returned.stderr.contains("put it into") && returned.stderr.contains("back.key"), "{}", returned.stderr);
    let server = serve(&program, back);
    let mut client = server.client().with_key(KEY);
    assert!(seen(&mut client, &quiz) == before, "it differs from {before:?}");
    let next = client.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let next = next["anon_id"].as_str().expect("an id").to_owned();
    begin(&mut client, &quiz, &next);
    assert_eq!(changes(&mut client, &quiz, &place).0, [next]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_killed_is_finished_by_the_next_one() {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "10000"]).done();
    let from = "sqlite:quiz-answers.db";
    let (url, other) = (empty_database().await.expect("a database"), empty_database().await.expect("a database"));
    let mut cut_off = program.command(&["copy", "--from", from, "--to", &url]);
    let mut cut_off = cut_off.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut connection = PgConnection::connect(&url).await.expect("the cluster");
    let began = Instant::now();
    let mut records = async || -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM records").fetch_one(&mut connection).await;
        // The table does not exist yet.
        count.unwrap_or(0)
    };
    while records().await < 500 {
        assert!(began.elapsed() < Duration::from_mins(1), "nothing is copied");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    cut_off.kill().expect("it was at work");
    cut_off.wait().expect("it ends");
    let there = records().await;
    assert!((500..10_000).contains(&there), "{there}");
    let on_url = ["--database-url", &url, "--secret-key-file", SECRET_KEY];
    for command in ["serve", "init", "doctor"] {
        let refused =
            program.wrapped(&["timeout", "60"], &[&on_url[..], &[command]].concat()).output().expect("it ends");
        let told = format!("{}{}", String::from_utf8_lossy(&refused.stdout), String::from_utf8_lossy(&refused.stderr));
        assert!(!refused.status.success() && told.contains("the database is an unfinished copy"), "{command}: {told}");
    }
    let resumed = program.run(&["copy", "--from", from, "--to", &url, "--trial"]).done();
    assert!(
        resumed.stderr.contains("copying records\n") && resumed.stderr.contains("checking records\n"),
        "{resumed:?}"
    );
    let resumed = resumed.stdout;
    assert_eq!(resumed, copy(&program, from, &other).done().stdout);
    let records = resumed.lines().find(|line| line.starts_with("records\t")).expect("a line");
    assert_eq!(records.split('\t').nth(1), Some("10000"));
    // Problems of the tests' cluster, which need not be safe.
    let expected = ["problem\trole\t", "problem\tdurability\t"];
    let checked = program.run(&[&on_url[..], &["doctor"]].concat()).stdout;
    let mut lines = checked.lines().filter(|line| !expected.iter().any(|problem| line.starts_with(problem)));
    assert!(checked.contains("ok\tscores\t") && lines.all(|line| line.starts_with("ok\t")), "{checked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_refused_without_the_key_beside_a_server_and_into_other_data() {
    let program = Program::with_database();
    let url = empty_database().await.expect("a database");
    let from = "sqlite:quiz-answers.db";
    fs::write(program.folder().join("other.key"), "ab".repeat(32)).expect("written");
    let with_other_key = ["--secret-key-file", "other.key", "copy", "--from", from, "--to", &url];
    program.run(&with_other_key).fails("the secrets in the database are encrypted with the key");
    let moved = [SECRET_KEY, "away.key"].map(|name| program.folder().join(name));
    fs::rename(&moved[0], &moved[1]).expect("moved");
    copy(&program, from, &url).fails("put the key there, or give its place with --secret-key-file");
    fs::rename(&moved[1], &moved[0]).expect("moved back");
    let server = Server::start(&program);
    copy(&program, from, &url).fails("`quiz-answers serve`, process ");
    stop(server);
    copy(&program, "sqlite:absent.db", &url).fails("there is no database");
    copy(&program, from, "mysql://x").fails("a database URL begins with sqlite: or postgres:");
    copy(&program, from, from).fails("--from and --to are the same database");
    let done = program.run(&["--json", "copy", "--from", from, "--to", &url, "--trial"]).done().stdout;
    let lines: Vec<Value> = done.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let secrets = &lines[0];
    assert_eq!(secrets["table"], json!("installation_secrets"));
    // Four encrypted ones, the recorded time, and the heartbeat of a server that wrote something within two seconds.
    assert!([5, 6].contains(&secrets["rows"].as_u64().unwrap_or_default()), "{secrets}");
    assert_eq!(secrets["checksum"].as_str().map(str::len), Some(64));
    assert!(lines.last().is_some_and(|line| line["secretKey"].is_string()), "{lines:?}");
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let on_url = ["--database-url", &url, "--secret-key-file", SECRET_KEY];
    program.run(&[&on_url[..], &["namespace", "create", "other", "--name", "Other"]].concat()).done();
    copy(&program, from, &url).fails("--to has data already, in the table namespaces");
    // Without a default key, the source's is required too.
    copy(&program, &url, "sqlite:back.db").fails("with PostgreSQL, give a secret key");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_data_moved_away_is_only_read_until_that_is_undone() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let id = key.split('_').nth(1).expect("an id").to_owned();
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let (here, back) = ("sqlite:quiz-answers.db", "sqlite:back.db");
    let url = empty_database().await.expect("a database");
    // A failed copy and a trial leave the source unchanged.
    copy(&program, here, here).fails("--from and --to are the same database");
    program.run(&["copy", "--from", here, "--to", "sqlite:trial.db", "--trial"]).done();
    program.run(&["copy", "--undo", "--from", here]).fails("--from is in use");
    program.run(&["namespace", "second-factor", "acme", "off"]).done();

    // There and back, so that a source of each kind is left.
    copy(&program, here, &url).done();
    program.run(&["--secret-key-file", SECRET_KEY, "copy", "--from", &url, "--to", back]).done();
    let export = ["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"];
    let changing: [&[&str]; 6] = [
        &["serve"],
        &["key", "revoke", &id],
        &["namespace", "create", "other", "--name", "Other"],
        &["restore", "--in-place"],
        &["secret-key", "rotate", "--to", "new.key"],
        &["copy", "--from", here, "--to", "sqlite:again.db"],
    ];
    let file = program.folder().join("back.db").display().to_string();
    for (source, place, changing) in [(here, "copied to postgres://", &changing[..]), (&url, &file, &changing[..5])] {
        let on = |command: &[&str]| {
            program.run(&[&["--database-url", source, "--secret-key-file", SECRET_KEY], command].concat())
        };
        for command in changing {
            let refused = on(command);
            assert!(refused.stderr.contains("copy --undo") && refused.stderr.contains(" at 20"), "{refused:?}");
            refused.fails(place);
        }
        for command in [&["key", "list"][..], &["audit", "verify"], &["quiz", "list", "--namespace", "acme"], &export] {
            on(command).done();
        }
        assert!(on(&["key", "list"]).stdout.contains("\tacme\tadmin\texpires"), "nothing was revoked");
        let checked = on(&["doctor"]);
        assert!(
            !checked.is_success && checked.stdout.contains("problem\tmoved\tthis database was copied"),
            "{checked:?}"
        );
    }
    program
        .run(&["--database-url", back, "--secret-key-file", SECRET_KEY, "namespace", "second-factor", "acme", "on"])
        .done();

    program.run(&["copy", "--undo", "--from", here]).done();
    let server = Server::start(&program);
    let everything = program.run(&["key", "create", "--name", "everything"]).done().stdout;
    let log =
        server.client().with_key(everything.trim()).get("/api/v1/audit?action=database.undo_move").expect("a reply");
    let line = &log.json()["items"][0];
    assert_eq!(line["actor"]["kind"], "operator", "{line}");
    assert!(line["details"].as_str().is_some_and(|details| details.starts_with("moved to postgres://")), "{line}");
    stop(server);
    program.run(&["copy", "--undo", "--from", here]).fails("--from is in use");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_the_manual_move_an_installation() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let url = empty_database().await.expect("a database");
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/postgresql.md");
    let manual = fs::read_to_string(manual).expect("docs/postgresql.md");
    let section = manual.split("\n## ").find(|section| section.starts_with("Moving to")).expect("the section");
    let block = section.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("its commands");
    let folder = program.folder().to_str().expect("UTF-8");
    let script = block.replace("/var/lib/quiz-answers", folder).replace("postgres://quiz@db.example.com/quiz", &url);
    // The test cluster belongs to a superuser and is not durable, which `doctor` reports as problems.
    let script = script.replace(" doctor\n", " doctor || test $? = 1\n");
    assert!(script.contains(" copy ") && !script.contains("example.com"), "{script}");
    let programs = Path::new(env!("CARGO_BIN_EXE_quiz-answers")).parent().expect("a folder");
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default()))
        .env("QA_DATA_DIR", folder)
        .current_dir(folder)
        .output()
        .expect("bash starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains("\nnamespaces\t1\t") && stdout.contains("ok\taudit log\t"), "{stdout}");
}
