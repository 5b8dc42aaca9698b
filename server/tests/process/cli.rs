//! The commands: their output, their errors, and their use next to a running server.

use std::{collections::BTreeSet, fs, time::UNIX_EPOCH};

use serde_json::{Value, json};

use crate::support::{Client, Program, Server};

/// In seconds.
const DAY: u64 = 86_400;

fn is_key(text: &str) -> bool {
    let parts: Vec<&str> = text.split('_').collect();
    parts.len() == 4
        && parts[0] == "qa"
        && parts[1..].iter().all(|part| part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[test]
fn help_and_version_tell_what_there_is() {
    let program = Program::new();
    let help = program.run(&["--help"]).done().stdout;
    for command in
        ["serve", "init", "namespace", "key", "quiz", "demo-data", "export", "backup", "restore", "doctor", "openapi"]
    {
        assert!(help.contains(&format!("\n  {command}")), "{command} in {help}");
        let own = program.run(&[command, "--help"]).done().stdout;
        assert!(own.contains("Usage: quiz-answers"), "{own}");
    }
    let serve = program.run(&["serve", "--help"]).done().stdout;
    assert_eq!(serve.contains("--export-store"), cfg!(feature = "s3"), "{serve}");
    assert!(program.run(&["--version"]).done().stdout.starts_with("quiz-answers "));
    program.run(&["sevre"]).fails("similar");
}

#[test]
fn namespaces_are_made_once_and_listed_by_id() {
    let program = Program::with_database();
    assert_eq!(program.run(&["namespace", "list"]).done().stdout, "");
    for (id, name) in [("zebra", "Zebra & Söhne"), ("acme", "Acme")] {
        let made = program.run(&["namespace", "create", id, "--name", name]).done();
        assert_eq!(made.stdout, "");
        assert!(made.stderr.contains(&format!("key create --namespace {id}")), "{}", made.stderr);
    }
    assert_eq!(program.run(&["namespace", "list"]).done().stdout, "acme\tAcme\nzebra\tZebra & Söhne\n");
    program.run(&["namespace", "create", "acme", "--name", "Again"]).fails("namespace exists already");
    program.run(&["namespace", "create", "Not valid", "--name", "N"]).fails("lower-case letters");
    program.run(&["namespace", "create", "fine", "--name", " "]).fails("name must be 1 to 200 characters");
    program.run(&["namespace", "create", "fine"]).fails("--name");
}

#[test]
fn a_new_key_is_printed_alone() {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    for more in [&["--namespace", "acme"][..], &[], &["--scope", "read", "--scope", "export", "--expires", "90d"]] {
        let made = program.run(&[&["key", "create", "--name", "shop"], more].concat()).done();
        let key = made.stdout.strip_suffix('\n').expect("one line");
        assert!(is_key(key), "{key}");
        assert_eq!(made.stderr, "");
    }
    let listed = program.run(&["key", "list"]).done().stdout;
    assert!(listed.contains("\tread export\t"), "{listed}");
    program.run(&["key", "create", "--name", "x", "--namespace", "nowhere"]).fails("namespace does not exist");
    program.run(&["key", "create", "--name", " "]).fails("label must be 1 to 100 characters");
    program.run(&["key", "create", "--name", "x", "--scope", "root"]).fails("possible values: read, export, admin");
    program.run(&["key", "create", "--name", "x", "--expires", "soon"]).fails("45m, 12h or 90d");
    assert!(!listed.contains("\tvalid\t"), "a key ends unless told otherwise: {listed}");
    program.run(&["key", "create", "--name", "for good", "--expires", "never"]).done();
    let listed = program.run(&["key", "list"]).done().stdout;
    assert!(listed.lines().any(|line| line.contains("\tfor good\t") && line.contains("\tvalid\t")), "{listed}");
}

#[test]
fn keys_are_listed_without_their_secrets_and_revoked_at_once() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let id = key.split('_').nth(1).expect("an id");
    let secret = key.split('_').nth(2).expect("a secret");
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let path = "/api/v1/namespaces/acme/quizzes";
    assert_eq!(client.get(path).expect("a reply").status, 200);

    let listed = program.run(&["key", "list"]).done().stdout;
    assert!(listed.starts_with(&format!("{id}\ttest\tacme\tadmin\texpires 20")), "{listed}");
    assert!(!listed.contains(secret), "{listed}");

    program.run(&["key", "rename", id, "--name", "nightly"]).done();
    assert!(program.run(&["key", "list"]).done().stdout.starts_with(&format!("{id}\tnightly\tacme\tadmin\t")));
    assert_eq!(client.get(path).expect("a reply").status, 200);
    program.run(&["key", "rename", id, "--name", " "]).fails("label");
    program.run(&["key", "rename", "nothing", "--name", "nightly"]).fails("api key does not exist");

    program.run(&["key", "revoke", id]).done();
    assert_eq!(client.get(path).expect("a reply").status, 401);
    assert!(program.run(&["key", "list"]).done().stdout.contains("\trevoked\t"));
    program.run(&["key", "revoke", "nothing"]).fails("api key does not exist");
}

#[test]
fn a_quiz_is_made_from_a_file_shown_and_listed() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let body = json!({ "name": "From a file", "anonymous": false, "inapp": true, "questions": [{ "id": "fhn1" }] });
    fs::write(program.folder().join("quiz.json"), body.to_string()).expect("written");
    let made = program.run(&["quiz", "create", "--namespace", "acme", "quiz.json"]).done().json();
    assert_eq!((&made["name"], &made["kind"]), (&json!("From a file"), &json!("inapp")));
    let id = made["id"].as_str().expect("an id");
    let shown = program.run(&["quiz", "show", "--namespace", "acme", id]).done();
    assert_eq!(shown.json(), made);
    // The shown record is accepted back without effect.
    let taken = program.run_with(&["quiz", "update", "--namespace", "acme", id, "-"], &shown.stdout).done().json();
    assert_eq!((&taken["version"], &taken["questions"]), (&made["version"], &made["questions"]));
    let listed = program.run(&["quiz", "list", "--namespace", "acme"]).done().stdout;
    assert_eq!(listed, format!("{id}\tinapp\topen\t0/0\tFrom a file\n"));

    program.run(&["quiz", "create", "--namespace", "acme", "absent.json"]).fails("cannot read absent.json");
    for (text, why) in [
        ("{", "- is not a quiz"),
        (r#"{ "name": "Q", "colour": "red" }"#, "unknown field `colour`"),
        (r#"{ "name": "" }"#, "name must not be empty"),
    ] {
        program.run_with(&["quiz", "create", "--namespace", "acme", "-"], text).fails(why);
    }
    let in_nowhere = ["quiz", "create", "--namespace", "nowhere", "quiz.json"];
    program.run(&in_nowhere).fails("namespace does not exist");
    program.run(&["quiz", "show", "--namespace", "acme", "0000000000000000"]).fails("quiz does not exist");
    program.run(&["quiz", "show", "--namespace", "acme", "short"]).fails("a quiz id is 16 letters and digits");
}

#[test]
fn a_quiz_is_changed_closed_opened_and_deleted() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let id = program.quiz("acme", r#"{ "name": "Q" }"#);
    let of_quiz = ["--namespace", "acme", &id];
    let run = |verb: &str| program.run(&[&["quiz", verb], &of_quiz[..]].concat());
    let update = [&["quiz", "update"], &of_quiz[..], &["-"]].concat();
    let changed = program.run_with(&update, r##"{ "name": "Renamed", "primaryColor": "#123456" }"##).done().json();
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Renamed"), &json!(1)));
    program.run_with(&update, r#"{ "anonymous": false }"#).fails("anonymous cannot be changed");
    program.run_with(&update, r#"{ "name": "" }"#).fails("name must not be empty");

    assert_eq!(run("close").done().json()["status"], "closed");
    program.run_with(&update, r#"{ "opensAt": "2099-01-01T00:00:00Z" }"#).done();
    assert_eq!(run("open").done().json()["status"], "open");
    run("delete").fails("\"Renamed\" has the answers of 0 respondents, and there is no way back; add --yes");
    run("show").done();
    let delete = [&["quiz", "delete", "--yes"], &of_quiz[..]].concat();
    program.run(&delete).done();
    run("show").fails("quiz does not exist");
    program.run(&delete).fails("quiz does not exist");
}

#[test]
fn a_namespace_is_deleted_without_its_quizzes_only_when_it_has_none() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    program.namespace_and_key("other");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "3"]).done();
    program.run(&["namespace", "delete", "acme"]).fails("namespace has quizzes: delete them first");
    assert_eq!(program.run(&["quiz", "list", "--namespace", "acme"]).done().stdout.lines().count(), 1);

    let all = ["namespace", "delete", "acme", "--with-quizzes"];
    program.run(&all).fails("nothing was deleted: acme has 1 quizzes, with the answers of 3 respondents");
    assert_eq!(program.run(&["quiz", "list", "--namespace", "acme"]).done().stdout.lines().count(), 1);
    program.run(&[&all[..], &["--yes"]].concat()).done();
    assert_eq!(program.run(&["namespace", "list"]).done().stdout, "other\tA namespace\n");
    program.run(&["namespace", "delete", "acme"]).fails("namespace does not exist");
    program.run(&["namespace", "delete", "other"]).fails("other has 0 quizzes");
    let keys = program.run(&["key", "list"]).done().stdout;
    assert!(!keys.contains(key.split('_').nth(1).expect("an id")), "{keys}");
    program.run(&["audit", "verify"]).done();
}

#[test]
fn a_rule_that_erases_answers_at_once_is_set_only_with_yes() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "30"]).done();
    let rule = ["namespace", "retention", "acme"];
    let strict = [&rule[..], &["--answers", "1"]].concat();
    program.run(&strict).fails("nothing was changed: within the hour, this rule erases ");
    assert_eq!(program.run(&rule).done().stdout, "answers\tforever\nunfinished\tforever\n");
    program.run(&[&strict[..], &["--yes"]].concat()).done();
    assert_eq!(program.run(&rule).done().stdout, "answers\t1 days\nunfinished\tforever\n");
    program.run(&[&rule[..], &["--answers", "forever", "--unfinished", "30"]].concat()).done();
}

#[test]
fn completions_name_the_commands() {
    let program = Program::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = program.run(&["completions", shell]).done().stdout;
        assert!(script.contains("quiz-answers") && script.contains("demo-data"), "{shell}: {script}");
    }
    let syntax = "set -e; \"$@\" > c.bash; bash -n c.bash; . ./c.bash; complete -p quiz-answers";
    let output = program.wrapped(&["bash", "-c", syntax, "bash"], &["completions", "bash"]).output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn demo_data_is_the_same_for_the_same_seed_and_ends_today() {
    let now = || UNIX_EPOCH.elapsed().expect("after 1970").as_secs();
    let today = now() / DAY * DAY;
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quizzes: Vec<String> = (0..3).map(|_| program.quiz("acme", r#"{ "name": "Q" }"#)).collect();
    for (quiz, seed) in quizzes.iter().zip(["7", "7", "8"]) {
        let arguments = ["demo-data", "--namespace", "acme", "--quiz", quiz, "--responses", "120", "--seed", seed];
        let made = program.run(&arguments).done();
        assert!(made.stderr.contains("added 120 responses"), "{}", made.stderr);
        let again = program.run(&arguments).done();
        assert!(again.stderr.contains("added 0 responses; the quiz now has 120"), "{}", again.stderr);
    }
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let mut records = |quiz: &str| -> Vec<Value> {
        let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}/answers?limit=200");
        let mut items = client.get(&path).expect("a page").json()["items"].as_array().expect("items").clone();
        for item in &mut items {
            // These identify the quiz.
            item["id"] = Value::Null;
            item["quizId"] = Value::Null;
        }
        items
    };
    let (one, same, other) = (records(&quizzes[0]), records(&quizzes[1]), records(&quizzes[2]));
    assert_eq!(one.len(), 120);
    assert_eq!(one, same);
    assert_ne!(one, other);
    let mut ended: Vec<u64> =
        one.iter().map(|record| record["activityDate"]["_seconds"].as_u64().expect("seconds")).collect();
    ended.sort_unstable();
    let (first, last) = (ended[0], ended[119]);
    assert!(last >= today - DAY && last < now() + 600, "{last}, {today}");
    assert!(first >= today - 90 * DAY && first < today - 88 * DAY, "{first}, {today}");
    assert!(one.iter().all(|record| record["isCompleted"] == true && record["score"].is_u64()));
    program
        .run(&["demo-data", "--namespace", "acme", "--quiz", "0000000000000000", "--responses", "1"])
        .fails("quiz does not exist");
}

#[test]
fn demo_data_of_people_who_did_not_finish_comes_beside_the_others() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let counts = ["--responses", "5", "--unfinished", "60"];
    let made = program.run(&[&["demo-data", "--namespace", "acme", "--quiz", &quiz], &counts[..]].concat()).done();
    assert!(made.stderr.contains("added 65 responses; the quiz now has 65"), "{}", made.stderr);
    let server = Server::start(&program);
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}/answers?limit=200");
    let page = server.client().with_key(&key).get(&path).expect("a page").json();
    let records = page["items"].as_array().expect("items");
    let of_status = |status: u8| records.iter().filter(|record| record["completionStatus"] == status).count();
    assert_eq!((of_status(3), of_status(1) + of_status(2)), (5, 60));
    // They stop at different questions, but none at the first: such a record would not be kept.
    let answered = |record: &Value| record["qAnswers"].as_object().map_or(0, serde_json::Map::len);
    let stops: BTreeSet<usize> = records.iter().filter(|record| record["isCompleted"] == false).map(answered).collect();
    assert!(!stops.contains(&0) && stops.len() > 4 && !stops.contains(&8), "{stops:?}");
}

#[test]
fn the_api_document_is_printed_as_it_is_served() {
    let program = Program::new();
    let printed = program.run(&["openapi"]).done();
    assert_eq!(printed.stderr, "");
    let server = Server::start(&program);
    assert_eq!(server.client().get("/api/v1/openapi.json").expect("a reply").json(), printed.json());
}

#[test]
fn commands_work_while_a_server_runs() {
    let program = Program::new();
    let server = Server::start(&program);
    let key = program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Made beside the server" }"#);
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}");
    let mut client = server.client().with_key(&key);
    assert_eq!(client.get(&format!("{path}/public")).expect("a reply").json()["name"], "Made beside the server");
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "30"]).done();
    assert_eq!(client.get(&path).expect("a reply").json()["responses"], json!({ "started": 30, "completed": 30 }));
    let csv = program.run(&["export", "--namespace", "acme", "--quiz", &quiz, "--out", "-"]).done();
    assert_eq!(csv.stdout.lines().count(), 31);
}

#[test]
fn the_demo_prints_what_it_made_and_makes_it_once() {
    let program = Program::new();
    for run in 0..2 {
        let server = Server::start_with(&program, &["--demo"]);
        let home = server.client().get("/").expect("a page").body;
        assert_eq!(home.matches("href=\"/aq/demo/").count(), 2, "the quiz and the team check, run {run}");
        assert_eq!(home.matches("href=\"/app/demo/").count(), 1, "run {run}");
        server.terminate();
        assert!(server.ended_within(std::time::Duration::from_secs(10)).success());
    }
    let keys = program.run(&["key", "list"]).done().stdout;
    assert_eq!((keys.lines().count(), keys.matches("\trevoked\t").count()), (2, 1), "{keys}");
}

#[test]
fn what_cannot_be_opened_is_said_plainly() {
    let program = Program::new();
    fs::write(program.folder().join("file"), "not a folder").expect("written");
    program.run(&["--data-dir", "file", "init"]).fails("cannot make the data directory file");
    fs::write(program.folder().join("text.db"), "not a database, but long enough to be read as one".repeat(20))
        .expect("written");
    program.run(&["--database-url", "sqlite:text.db", "key", "list"]).fails("text.db");
    program.run(&["--database-url", "mysql://x", "key", "list"]).fails("a database URL begins with sqlite:");
    let server = Server::start(&program);
    let taken = server.base.strip_prefix("http://").expect("an address");
    Program::new().run(&["serve", "--addr", taken]).fails("is another server running there?");
    program.run(&["serve", "--rate-limit", "many"]).fails("give off, or a number such as 50");
    for wrong in ["many", "off,5", "5/s,0", "0/s,5", "5,"] {
        program.run(&["serve", "--key-rate-limit", wrong]).fails("or with bursts such as 50/s,500");
    }
    program.run(&["serve", "--base-url", "quiz.example"]).fails("give a URL such as https://quiz.example.com");
    for wrong in ["https://example.com/quiz", "http://example.com/quiz/"] {
        program.run(&["serve", "--base-url", wrong]).fails("give a URL without a path");
    }
}

#[test]
fn a_key_has_a_limit_unless_the_operator_takes_it_off() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let policy = |by: &[&str], options: &[&str]| {
        let server = Server::start_logging(&program, by, options);
        let reply = server.client().with_key(&key).get("/api/v1/key").expect("a reply");
        reply.headers.lines().find_map(|line| line.strip_prefix("ratelimit-policy: ")).map(str::to_owned)
    };
    let without = ["env", "-u", "QA_KEY_RATE_LIMIT"];
    assert_eq!(policy(&without, &[]).as_deref(), Some("\"key\";q=500;w=10, \"namespace\";q=5000;w=10"));
    assert_eq!(
        policy(&without, &["--key-rate-limit", "9"]).as_deref(),
        Some("\"key\";q=9;w=1, \"namespace\";q=90;w=1")
    );
    assert_eq!(policy(&without, &["--key-rate-limit", "off"]), None);
}

#[test]
fn options_are_environment_variables_too() {
    let program = Program::new();
    let output =
        program.command(&["serve", "--rate-limit", "off"]).env("QA_ADDR", "nonsense").output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("--addr"), "{message}");
    let printed = program.command(&["completions", "bash"]).env("QA_JSON", "1").output().expect("it ends");
    assert!(printed.status.success(), "{printed:?}");
    let server = Server::start_logging(&program, &["env", "QA_DEMO=1"], &["--metrics-addr", "localhost:0"]);
    assert_eq!(server.client().get("/healthz").expect("a reply").status, 200);
    drop(server);
    let program = Program::new();
    let elsewhere = format!("sqlite:{}", program.folder().join("elsewhere.db").display());
    let made =
        program.command(&["namespace", "create", "acme", "--name", "A"]).env("QA_DATABASE_URL", &elsewhere).output();
    assert!(made.expect("it ends").status.success());
    assert!(program.folder().join("elsewhere.db").exists());
    assert!(!program.folder().join("quiz-answers.db").exists());
}

#[test]
fn output_that_is_not_read_to_its_end_is_no_failure() {
    let program = Program::new();
    let script = "set -o pipefail; \"$@\" | head -c 20";
    let output = program.wrapped(&["bash", "-c", script, "bash"], &["openapi"]).output().expect("it ends");
    assert!(output.status.success() && output.stdout.len() == 20 && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_level_that_does_not_exist_is_refused() {
    let program = Program::with_database();
    for level in ["warning", "info,verbose", "server=loud"] {
        program
            .run(&["--log", level, "namespace", "list"])
            .fails(&format!("--log {}", level.rsplit(',').next().expect("a word")));
    }
    for level in ["warn", "off", "info,server::store=debug", "ERROR"] {
        program.run(&["--log", level, "namespace", "list"]).done();
    }
}

#[test]
fn a_server_says_where_it_listens_and_survives_its_terminal() {
    let program = Program::new();
    let server = Server::start_with(&program, &["--base-url", "https://quiz.example.com"]);
    let (own, reached_as) = server.base.split_once(", reached as ").expect("both addresses");
    assert_eq!(reached_as, "https://quiz.example.com");
    server.signal("HUP");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let mut client = Client::new(own.strip_prefix("http://").expect("a plain address"));
    assert_eq!(client.get("/healthz").expect("a reply").status, 200);
}

#[test]
fn a_namespace_requires_a_second_factor_until_it_is_switched_off() {
    let program = Program::new();
    program.run(&["namespace", "create", "acme", "--name", "Acme"]).done();
    let second_factor = |more: &[&str]| program.run(&[&["namespace", "second-factor", "acme"], more].concat());
    assert_eq!(second_factor(&[]).done().stdout, "not required\n");
    assert_eq!(second_factor(&["on"]).done().stdout, "required\n");
    assert_eq!(second_factor(&[]).done().stdout, "required\n");
    assert_eq!(second_factor(&["off"]).done().stdout, "not required\n");
    program.run(&["namespace", "second-factor", "nowhere", "on"]).fails("namespace does not exist");
}
