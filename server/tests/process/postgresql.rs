//! The program on a PostgreSQL database: its commands, their errors, and two servers on one database.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::{
    database::{empty_database, empty_schema},
    support::{Program, Server},
};

fn secret_key(program: &Program) -> String {
    let file = program.folder().join("installation.key");
    std::fs::write(&file, "ab".repeat(32)).expect("written");
    file.display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_work_on_postgresql_and_those_of_files_name_its_own_tools() {
    let url = empty_schema().await.expect("a schema");
    let program = Program::new();
    let run_without_key = |arguments: &[&str]| program.run(&[&["--database-url", &url], arguments].concat());
    run_without_key(&["init"]).fails("with PostgreSQL, give a secret key");
    let key = secret_key(&program);
    let run = |arguments: &[&str]| run_without_key(&[&["--secret-key-file", &key], arguments].concat());
    run(&["namespace", "list"]).fails("there is no data of this program in the database");
    run(&["init"]).done();
    run(&["namespace", "create", "acme", "--name", "A namespace"]).done();
    std::fs::write(program.folder().join("quiz.json"), r#"{ "name": "Quiz" }"#).expect("written");
    let quiz = run(&["quiz", "create", "--namespace", "acme", "quiz.json"]).done().json();
    let of_quiz = ["--namespace", "acme", "--quiz", quiz["id"].as_str().expect("an id")];
    run(&[&["demo-data"], &of_quiz[..], &["--responses", "40"]].concat()).done();
    let csv = run(&[&["export"], &of_quiz[..], &["--out", "-"]].concat()).done().stdout;
    assert_eq!(csv.lines().count(), 41);
    run(&["audit", "verify"]).done();
    // This cluster's data need not outlive the tests, so it is less safe than an operator's.
    let told = run(&["doctor"]);
    let problems: Vec<&str> = told.stdout.lines().filter(|line| line.starts_with("problem\t")).collect();
    assert!(!told.is_success && problems.len() == 2, "{told:?}");
    assert!(problems[0].starts_with("problem\trole\ttest is a superuser"), "{told:?}");
    assert!(problems[1].contains("durability\toff: fsync, full_page_writes, synchronous_commit;"), "{told:?}");
    for line in ["ok\tconnections\t797 allowed, a server takes up to 21;", "ok\texports\t0 unfinished; 0 files in "] {
        assert!(told.stdout.contains(line), "{told:?}");
    }
    let checked = run(&["upgrade", "--check"]).done().stdout;
    assert!(checked.contains("there is nothing to do") && checked.contains("ok\tlast backup\tunknown: "), "{checked}");
    for command in [["backup", "file.db"], ["restore", "file.db"]] {
        run(&command).fails("pgBackRest");
    }
    run(&["restore", "--in-place"]).done();
    run(&["serve", "--backup-dir", "backups"]).fails("--backup-dir copy a SQLite file");
    let elsewhere = "postgres://quiz:secret@127.0.0.1:1/none";
    let refused = program.run(&["--database-url", elsewhere, "--secret-key-file", &key, "namespace", "list"]);
    assert!(!refused.stderr.contains("secret"), "{refused:?}");
    refused.fails("cannot connect to the database");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_a_database() {
    let url = empty_schema().await.expect("a schema");
    let (program, other) = (Program::new(), Program::new());
    let key = secret_key(&program);
    let on_url = ["--database-url", &url, "--secret-key-file", &key];
    program.run(&[&on_url[..], &["namespace", "create", "acme", "--name", "A"]].concat()).done();
    std::fs::write(program.folder().join("quiz.json"), r#"{ "name": "Quiz" }"#).expect("written");
    let made = program.run(&[&on_url[..], &["quiz", "create", "--namespace", "acme", "quiz.json"]].concat());
    let made: Value = made.done().json();
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", made["id"].as_str().expect("an id"));
    let servers = [Server::start_with(&program, &on_url), Server::start_with(&other, &on_url)];
    let [mut one, mut two] = servers.each_ref().map(Server::client);
    let anon_id = one.post(&format!("{quiz}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let body = json!({ "anon_id": anon_id["anon_id"] });
    let begun = two.post(&format!("{quiz}/users/anonymous/initQuiz"), body).expect("a reply");
    assert_eq!(begun.status, 200, "{begun:?}");
    for number in 1..=8 {
        let answer = json!({ "anon_id": anon_id["anon_id"], "questionId": format!("fhn{number}"), "answer": 1 });
        let client = if number % 2 == 0 { &mut one } else { &mut two };
        let reply = client.post(&format!("{quiz}/users/anonymous/answers"), answer).expect("a reply");
        assert_eq!(reply.json()["answers"]["qAnswers"].as_object().map(serde_json::Map::len), Some(number));
    }
    // The other server continues.
    let [first, _second] = servers;
    first.kill();
    let submit = json!({ "anon_id": anon_id["anon_id"] });
    let done = two.post(&format!("{quiz}/users/anonymous/answers/submit"), submit).expect("a reply");
    assert_eq!((done.status, &done.json()["answers"]["completionStatus"]), (200, &json!(3)), "{done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_does_not_repeat_itself_while_there_is_no_primary() {
    let url = empty_database().await.expect("a database");
    let mut other = PgConnection::connect(&url).await.expect("the cluster");
    let role = format!("logged_{}", std::process::id());
    let mut run = async |sql: String| other.execute(AssertSqlSafe(sql)).await.map(drop).expect("done");
    run(format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN SUPERUSER")).await;
    let url = url.replace("test@", &format!("{role}@"));
    let program = Program::new();
    let key = secret_key(&program);
    let on_url = ["--database-url", &url, "--secret-key-file", &key];
    program.run(&[&on_url[..], &["init"]].concat()).done();
    let server = Server::start_logging(&program, &[], &[&on_url[..], &["--log", "info"]].concat());
    run(format!("ALTER ROLE {role} SET default_transaction_read_only = on")).await;
    run(format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'")).await;
    // The first responses may concern connections that were terminated.
    let mut client = server.client();
    let told = (0..40).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(250));
        client.get("/readyz").expect("a reply").body.contains("no primary")
    });
    assert!(told, "{}", server.log());
    let log = server.log();
    run(format!("DROP OWNED BY {role} CASCADE; DROP ROLE {role}")).await;
    assert_eq!(log.matches("error returned from after_connect").count(), 1, "{log}");
    assert!(!log.contains("already exists, skipping"), "{log}");
}

/// An account that owns its database, as the manual recommends.
#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_looks_at_rights_settings_and_servers() {
    let url = empty_database().await.expect("a database");
    let mut other = PgConnection::connect(&url).await.expect("the cluster");
    let role = format!("owner_{}", std::process::id());
    let mut run = async |sql: String| other.execute(AssertSqlSafe(sql)).await.map(drop).expect("done");
    let database = url.rsplit('/').next().expect("a name").to_owned();
    run(format!(
        "DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN CONNECTION LIMIT 41;
         ALTER ROLE {role} SET synchronous_commit = on"
    ))
    .await;
    run(format!("ALTER DATABASE {database} OWNER TO {role}")).await;
    let url = url.replace("test@", &format!("{role}@"));
    let program = Program::new();
    let key = secret_key(&program);
    let on_url = ["--database-url", &url, "--secret-key-file", &key];
    let doctor = || program.run(&[&on_url[..], &["doctor"]].concat()).stdout;
    program.run(&[&on_url[..], &["init"]].concat()).done();
    let told = doctor();
    assert!(told.contains(&format!("ok\trole\t{role} owns the tables")), "{told}");
    assert!(told.contains("problem\tdurability\toff: fsync, full_page_writes;"), "{told}");
    assert!(told.contains("ok\tconnections\t41 allowed, a server takes up to 21;"), "{told}");

    let server = Server::start_logging(&program, &[], &on_url);
    let listening = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        doctor().contains("; servers connected: 1")
    });
    assert!(listening, "{}", doctor());
    // The listening connection was checked meanwhile.
    std::thread::sleep(std::time::Duration::from_secs(16));
    assert!(doctor().contains("; servers connected: 1"), "{}", doctor());
    let log = server.log();
    assert!(log.contains("turn these settings of PostgreSQL on") && !log.contains("synchronous_commit"), "{log}");

    run("ALTER TABLE quizzes OWNER TO test".to_owned()).await;
    let told = doctor();
    assert!(told.contains("problem\trole\t") && told.contains("does not own 1 of the tables"), "{told}");
    run(format!("ALTER DATABASE {database} OWNER TO test; DROP OWNED BY {role} CASCADE; DROP ROLE {role}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_key_is_not_changed_beside_a_server() {
    let url = empty_database().await.expect("a database");
    let program = Program::new();
    let key = secret_key(&program);
    let run = |with: &str, arguments: &[&str]| {
        program.run(&[&["--database-url", &url, "--secret-key-file", with], arguments].concat())
    };
    run(&key, &["init"]).done();
    let server = Server::start_with(&program, &["--database-url", &url, "--secret-key-file", &key]);
    for command in [&["rotate", "--to", "new.key"][..], &["forget", "--to", "new.key", "--yes"]] {
        run(&key, &[&["secret-key"], command].concat()).fails("the database is in use: stop the servers");
    }
    assert!(!program.files().contains(&"new.key".to_owned()));
    drop(server);
    run(&key, &["secret-key", "rotate", "--to", "new.key"]).done();
    run(&key, &["namespace", "list"]).fails("give the other one");
    run("new.key", &["namespace", "list"]).done();
}
