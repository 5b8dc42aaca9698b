//! Data of an earlier release: opened, migrated and served by this one, with nothing lost or changed.

use std::{fs, path::PathBuf, time::SystemTime};

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::{
    database::empty_database,
    support::{Client, Held, Program, Reply, SECRET_KEY, Server, execute},
};

/// The key and quizzes described in `fixtures/README.md`.
pub(crate) const KEY: &str = "qa_tWP9fEb7XA0_3HESQViUC0wapnPtMg4vS3i5mISsbLoGN_vW67j5";
pub(crate) const OPEN: &str = "wt3MDwMoTlAHD9cC";
const IN_APP: &str = "ewdNsNwxA3voubMi";
const INVITED: &str = "niZase7KDZ6iECB2";
const EXPORT: &str = "exports/194b6056-88ba-4082-8e28-2c519bac8a3d-1.csv";
pub(crate) const AUDIT_LOG: &str = "47 c717af6fcc95889731ab7c40d44d67276b3509be8f22f50c8959246a91874c47\n";
pub(crate) const SECOND_FACTOR: &str = "IEAEETVORGWUNBBD4RJ2772FYAEX7KKD";
/// Begun and not answered.
pub(crate) const BEGUN: &str = "anon_16jIIM1rcXR5PuswqjjC6j5pQ2dml0xVf";
/// Submitted twice, and begun a third time.
const RETAKEN: &str = "anon_0CRkY0hKZsvdYjj6vOk4Rf1MqWaADw5ex";

/// Data with the quiz's own scoring and encrypted secrets.
mod own_scores {
    pub(super) const KEY: &str = "qa_oQlZnn8khDS_27XfpXi4IegU1zBdA6cGuolRmO2kLUzO4_bXsmDT";
    pub(super) const EVERYTHING: &str = "HAn6PNHEt6pMsHmN";
    pub(super) const OPEN: &str = "0A0wIcbGnKSVyGc5";
    pub(super) const AUDIT_LOG: &str = "22 44792274e666313893718af906e897fed94abcd1d2eacac4b670a0ba52edb4f1\n";
    /// Issued but not begun.
    pub(super) const ISSUED: &str = "anon_4mqCnCfVw0ZcFF8O1HfqOGECKIpKUgh1Q";
}

fn fixture(folder: &str, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/073b75e1").join(folder).join(name)
}

fn program_with(folder: &str, files: &[&str]) -> Program {
    let program = Program::new();
    fs::create_dir(program.folder().join("exports")).expect("a folder");
    for name in files {
        fs::copy(fixture(folder, name), program.folder().join(name)).expect("a copy");
    }
    program
}

pub(crate) fn program_with_old_data() -> Program {
    program_with("records", &["quiz-answers.db", SECRET_KEY, EXPORT])
}

/// The same, migrated.
pub(crate) fn upgraded_program() -> Program {
    let program = program_with_old_data();
    program.run(&["init"]).done();
    program
}

fn program_with_own_scores() -> Program {
    program_with("scoring", &["quiz-answers.db", SECRET_KEY])
}

/// A server that does not treat the finished export as old, whenever this test runs.
fn serve(program: &Program) -> Server {
    Server::start_with(program, &["--keep-exports", "36500d"])
}

/// Fails unless the server gives all the responses that the old one did.
#[track_caller]
fn assert_replies(client: &mut Client, folder: &str) {
    let replies = fs::read_to_string(fixture(folder, "replies.json")).expect("the old replies");
    let replies: Value = serde_json::from_str(&replies).expect("JSON");
    for (path, expected) in replies.as_object().expect("replies by path") {
        assert_has(&client.get(path).expect("a reply").json(), expected, path);
    }
}

pub(crate) fn sign_in(visitor: &mut Client) -> Reply {
    let secret = totp_rs::Secret::try_from_base32(SECOND_FACTOR).expect("base 32");
    let totp = totp_rs::Builder::new().with_secret(secret).build().expect("a second factor");
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_secs();
    let form = format!("email=root%40example.com&password=correct+horse+battery&code={}", totp.generate(now));
    visitor.send_form("/admin/sign-in", &form).expect("a reply")
}

/// Fails unless `found` contains all of `expected`; it may have more.
#[track_caller]
fn assert_has(found: &Value, expected: &Value, at: &str) {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            for (name, value) in expected {
                assert_has(found.get(name).unwrap_or(&Value::Null), value, &format!("{at} {name}"));
            }
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{at}");
            for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert_has(found, expected, &format!("{at} {number}"));
            }
        }
        _ => assert_eq!(found, expected, "{at}"),
    }
}

/// The rows of an export, without the labels of built-in questions, which may change with every release.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
    let is_kept =
        |column: &usize| !matches!(rows[0][*column].split_once('.'), Some((id, "label")) if id.starts_with("fhn"));
    rows.iter().map(|row| (0..row.len()).filter(is_kept).map(|column| row[column].to_owned()).collect()).collect()
}

#[test]
fn the_command_line_finds_everything_in_old_data() {
    let program = upgraded_program();
    assert_eq!(program.run(&["audit", "verify"]).done().stdout, AUDIT_LOG);
    assert_eq!(program.run(&["repair"]).done().stdout, "", "the upgrade itself leaves nothing to put right");
    assert_eq!(program.run(&["namespace", "list"]).done().stdout, "acme\tAcme\ndemo\tDemo\nempty\tEmpty\n");
    let quizzes = program.run(&["quiz", "list", "--namespace", "acme"]).done().stdout;
    for line in [
        format!("{OPEN}\topen\topen\t4/6\tMoney check-up"),
        format!("{IN_APP}\tinapp\topen\t1/2\tIn our app"),
        format!("{INVITED}\tinvited\topen\t1/2\tFor our members"),
    ] {
        assert!(quizzes.lines().any(|found| found == line), "{line} is not in {quizzes}");
    }
    assert_eq!(quizzes.lines().count(), 5, "{quizzes}");
    let keys = program.run(&["key", "list"]).done().stdout;
    assert_eq!((keys.lines().count(), keys.matches("\trevoked\tnever used").count()), (4, 1), "{keys}");
    let schedules = program.run(&["schedule", "list"]).done().stdout;
    assert!(schedules.contains("\tdaily 03:00 Europe/Madrid\t") && schedules.contains("\tdone\t"), "{schedules}");
    let exported = program.run(&["export", "--namespace", "acme", "--quiz", OPEN, "--out", "-"]).done().stdout;
    assert_eq!(cells(&exported), cells(&fs::read_to_string(fixture("records", EXPORT)).expect("the old export")));
}

#[test]
fn old_data_is_served_as_it_was_and_goes_on() {
    let program = program_with_old_data();
    let server = serve(&program);
    let mut client = server.client().with_key(KEY);
    assert_replies(&mut client, "records");
    let namespace = client.get("/api/v1/namespaces/acme").expect("a reply").json();
    assert_eq!((&namespace["quizzes"]["used"], &namespace["bytes"]["used"]), (&json!(5), &json!(38_604)));
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{OPEN}");
    let listed = client.get(&format!("{quiz}/answers?limit=200")).expect("a reply").json();
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(6));
    let record = client.get(&quiz).expect("a reply").json();
    assert_has(
        &record,
        &json!({ "version": 3, "responses": { "started": 6, "completed": 4 }, "csvExportRows": 6 }),
        "",
    );
    let link = record["csvExportPath"].as_str().and_then(|link| link.strip_prefix(&server.base)).expect("a link");
    let downloaded = client.get(link).expect("a reply").body;
    assert_eq!(downloaded, fs::read_to_string(fixture("records", EXPORT)).expect("the old export"));

    let mut visitor = server.client();
    for page in [
        format!("/aq/acme/{OPEN}"),
        format!("/aq/acme/{OPEN}/{BEGUN}?q=fhn1"),
        format!("/app/acme/{IN_APP}?sessionId=session-7f3a9c"),
        format!("/aq/acme/{INVITED}/344c72a3-4f1e-4bae-bcb3-655892abb8c6"),
    ] {
        let reply = visitor.get(&page).expect("a reply");
        assert!(reply.status == 200 && reply.body.contains("</html>"), "{page}: {reply:?}");
    }
    let all: Value = (1..=8).map(|number| (format!("fhn{number}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    for anon_id in [BEGUN, RETAKEN] {
        let body = json!({ "anon_id": anon_id, "answers": all });
        let reply = visitor.post(&format!("{quiz}/users/anonymous/answers/submit"), body).expect("a reply");
        assert_eq!((reply.status, &reply.json()["answers"]["score"]), (200, &json!(100)), "{reply:?}");
    }
    let attempts = client.get(&format!("{quiz}/users/{RETAKEN}/attempts")).expect("a reply").json();
    assert_eq!(attempts["items"].as_array().map(Vec::len), Some(3), "{attempts}");

    let signed_in = sign_in(&mut visitor);
    assert!(signed_in.status == 303 && signed_in.headers.contains("__host-"), "{signed_in:?}");
    drop(server);
    let log = program.run(&["audit", "verify"]).done().stdout;
    assert!(!log.starts_with("47 "), "{log}");
    assert_eq!(program.run(&["audit", "verify", "--lines", "47"]).done().stdout, AUDIT_LOG);
}

#[test]
fn only_serve_and_init_bring_old_data_up_to_date_and_only_alone() {
    let program = program_with_old_data();
    let database = program.folder().join("quiz-answers.db");
    let before = fs::read(&database).expect("the database");
    let commands: [&[&str]; 11] = [
        &["namespace", "list"],
        &["namespace", "create", "new", "--name", "New"],
        &["key", "list"],
        &["key", "create", "--name", "new"],
        &["audit", "verify"],
        &["audit", "hide-respondents"],
        &["quiz", "list", "--namespace", "acme"],
        &["quiz", "show", "--namespace", "acme", OPEN],
        &["export", "--namespace", "acme", "--quiz", OPEN, "--out", "-"],
        &["schedule", "list"],
        &["repair", "--yes"],
    ];
    for command in commands {
        program.run(command).fails("was made by an older release");
    }
    let checked = program.run(&["doctor"]);
    assert!(checked.stdout.contains("ok\tdatabase\t") && checked.stdout.contains("older release"), "{checked:?}");
    program.run(&["backup", "before.db"]).done();
    assert!(fs::read(&database).expect("the database") == before, "a command has changed the database");

    let held = Held::open(&database);
    for command in [&["init"][..], &["serve", "--addr", "127.0.0.1:0"]] {
        program.run(command).fails("stop what uses");
    }
    drop(held);
    assert!(fs::read(&database).expect("the database") == before, "it was brought up to date beside another process");
    program.run(&["init"]).done();
    program.run(&["init"]).fails("already");
    assert_eq!(program.run(&["audit", "verify"]).done().stdout, AUDIT_LOG);

    let restored = Program::new();
    fs::copy(program.folder().join(SECRET_KEY), restored.folder().join(SECRET_KEY)).expect("a copy");
    let printed = restored.run(&["restore", program.folder().join("before.db").to_str().expect("UTF-8")]).done().stdout;
    assert!(printed.ends_with(AUDIT_LOG), "{printed}");
}

#[test]
fn old_data_is_not_called_damaged() {
    for program in [program_with_old_data(), program_with_own_scores()] {
        program.run(&["init"]).done();
        let checked = program.run(&["doctor"]);
        assert!(checked.stdout.contains("ok\tscores\t"), "{checked:?}");
    }
}

#[test]
fn own_scores_are_served_as_they_were_and_go_on() {
    use own_scores::{AUDIT_LOG, EVERYTHING, ISSUED, KEY, OPEN};
    let program = program_with_own_scores();
    program.run(&["init"]).done();
    assert_eq!(program.run(&["audit", "verify"]).done().stdout, AUDIT_LOG);
    let exported = program.run(&["export", "--namespace", "acme", "--quiz", EVERYTHING, "--out", "-"]).done().stdout;
    assert_eq!(cells(&exported), cells(&fs::read_to_string(fixture("scoring", "everything.csv")).expect("an export")));

    let server = serve(&program);
    let mut client = server.client().with_key(KEY);
    assert_replies(&mut client, "scoring");
    // The secrets can be decrypted: an id issued by the old program is recognized by its seal.
    let mut visitor = server.client();
    let users = format!("/api/v1/namespaces/acme/quizzes/{OPEN}/users/anonymous");
    let begun = visitor.post(&format!("{users}/initQuiz"), json!({ "anon_id": ISSUED })).expect("a reply");
    assert_eq!(begun.status, 200, "{begun:?}");
    let all: Value = (1..=8).map(|number| (format!("fhn{number}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    let body = json!({ "anon_id": ISSUED, "answers": all });
    let submitted = visitor.post(&format!("{users}/answers/submit"), body).expect("a reply").json();
    assert_eq!(submitted["answers"]["score"], 100, "{submitted}");

    let in_app = format!("/api/v1/namespaces/acme/quizzes/{EVERYTHING}/users");
    let again = json!({ "retake": true });
    let retaken = visitor.post(&format!("{in_app}/inapp/rescored-1/initQuiz"), again).expect("a reply");
    assert_eq!((retaken.status, &retaken.json()["answers"]["completionStatus"]), (200, &json!(1)), "{retaken:?}");
    let attempts = client.get(&format!("{in_app}/rescored-1/attempts")).expect("a reply").json();
    assert_eq!(attempts["items"][1]["earlierScores"].as_array().map(Vec::len), Some(1), "{attempts}");

    let form = "email=root%40example.com&password=correct+horse+battery&code=";
    let signed_in = visitor.send_form("/admin/sign-in", form).expect("a reply");
    let cookie = signed_in.headers.split_once("set-cookie: ").expect("a session").1;
    let mut dashboard = server.client();
    let head = dashboard.head("GET", &format!("/admin/ns/acme/quizzes/{OPEN}/edit/settings"), 0);
    let cookie = cookie.split_once(';').expect("attributes").0.replacen("__host-", "__Host-", 1);
    dashboard.write(&head.replace("\r\n\r\n", &format!("\r\ncookie: {cookie}\r\n\r\n"))).expect("sent");
    let editor = dashboard.read().expect("a reply");
    assert!(editor.body.contains("Check-up, reworded"), "the draft is not there: {}", editor.status);
    drop(server);
    assert_eq!(program.run(&["audit", "verify", "--lines", "22"]).done().stdout, AUDIT_LOG);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_data_on_postgresql_is_served_as_it_was() {
    let program = program_with("records", &[SECRET_KEY, EXPORT]);
    let url = empty_database().await.expect("a database");
    let dump = fs::read_to_string(fixture("records", "postgresql.sql")).expect("the dump");
    let mut connection = PgConnection::connect(&url).await.expect("the cluster");
    sqlx::raw_sql(AssertSqlSafe(dump)).execute(&mut connection).await.expect("loaded");
    connection.close().await.expect("closed");
    let on = |command: &[&str]| {
        program.run(&[&["--database-url", &url, "--secret-key-file", SECRET_KEY][..], command].concat())
    };
    on(&["namespace", "list"]).fails("was made by an older release");
    on(&["init"]).done();
    assert_eq!(on(&["audit", "verify"]).done().stdout, AUDIT_LOG);
    let options = ["--database-url", &url, "--secret-key-file", SECRET_KEY, "--keep-exports", "36500d"];
    let server = Server::start_with(&program, &options);
    assert_replies(&mut server.client().with_key(KEY), "records");
    let mut visitor = server.client();
    assert_eq!(sign_in(&mut visitor).status, 303);
    let drafts: i64 = sqlx::query_scalar("SELECT count(*) FROM quiz_drafts")
        .fetch_one(&mut PgConnection::connect(&url).await.expect("the cluster"))
        .await
        .expect("a count");
    assert_eq!(drafts, 1);
}

#[test]
fn data_from_before_the_schema_was_squashed_is_refused_with_the_commit_that_moves_it() {
    let program = program_with_old_data();
    let database = program.folder().join("quiz-answers.db");
    execute(&database, "UPDATE _sqlx_migrations SET version = version - 1 WHERE version > 0");
    let before = fs::read(&database).expect("the database");
    let commands: [&[&str]; 6] =
        [&["init"], &["serve"], &["upgrade"], &["upgrade", "--check"], &["backup", "b.db"], &["namespace", "list"]];
    for command in commands {
        let refused = program.run(command);
        assert!(
            format!("{}{}", refused.stdout, refused.stderr).contains("commit 073b75e1"),
            "{command:?}: {refused:?}"
        );
        assert!(!refused.is_success, "{command:?}");
    }
    assert!(fs::read(&database).expect("the database") == before, "a command has changed the database");
    let other = Program::new();
    let restore = ["restore", "--accept-undetected-damage", database.to_str().expect("UTF-8")];
    other.run(&restore).fails("commit 073b75e1");
}
