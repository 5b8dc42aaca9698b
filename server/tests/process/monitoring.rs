//! Monitoring of a server: its log and its metrics.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::support::{Metrics, Program, Server};

fn line_about(log: &str, id: &str) -> Value {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut of_request = lines.filter(|line| line["span"]["id"] == id && line["target"] == "access");
    let line = of_request.next().unwrap_or_else(|| panic!("no line about {id} in {log}"));
    assert!(of_request.next().is_none(), "two lines about {id}");
    line
}

#[test]
fn a_request_has_an_id_and_one_line_that_names_no_respondent() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let server = Server::start_logging(&program, &[], &["--log", "info", "--log-format", "json"]);
    let mut client = server.client();
    let mut ask = |path: &str, id: &str| {
        client.write(&format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-request-id: {id}\r\n\r\n")).expect("sent");
        let headers = client.read().expect("a reply").headers;
        headers.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("an id").to_owned()
    };
    let person = "anon_0123456789abcdefghijklmnop";
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}/users/{person}/answers");
    assert_eq!(ask(&path, "my.id_1-2"), "my.id_1-2");
    for refused in ["with space", &"x".repeat(129), "\"quoted\""] {
        let made = ask("/healthz", refused);
        assert!(made.len() == 16 && made.bytes().all(|byte| byte.is_ascii_hexdigit()), "{made}");
    }
    assert_eq!(ask("/nothing-here-secret", "of-no-route"), "of-no-route");

    let log = server.log();
    let line = line_about(&log, "my.id_1-2");
    assert_eq!(line.get("spans"), None, "{line}");
    let route = "/api/v1/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers";
    let span = json!({ "name": "request", "id": "my.id_1-2", "method": "GET", "route": route, "quiz": quiz });
    assert_eq!(line["span"], span);
    assert_eq!((&line["level"], &line["fields"]["status"]), (&json!("INFO"), &json!(500)));
    assert!(line["fields"]["microseconds"].as_u64().is_some_and(|time| (1..30_000_000).contains(&time)), "{line}");
    assert_eq!(line_about(&log, "of-no-route")["span"]["route"], "none");
    assert!(!log.contains(person) && !log.contains("secret"), "{log}");
}

#[test]
fn sign_ins_and_refusals_are_in_the_log_without_names() {
    let program = Program::with_database();
    let password = "correct horse battery";
    program.run_with(&["admin", "create", "--email", "ana@example.com"], password).done();
    let server = Server::start_logging(&program, &[], &["--log", "info,access=off", "--log-format", "json"]);
    let mut client = server.client();
    for (email, tried) in [("ana", "wrong"), ("stranger", password), ("ana", password), ("ana", "wrong")] {
        let form = format!("email={email}%40example.com&password={}", tried.replace(' ', "+"));
        client.send_form("/admin/sign-in", &form).expect("a reply");
    }
    let log = server.log_to_the_end();
    let told: Vec<_> = log.lines().filter(|line| line.contains("an administrator signed in")).collect();
    // Log lines within a request name it.
    assert!(matches!(told[..], [line] if line.contains(r#""route":"/admin/sign-in","name":"request"}"#)), "{log}");
    let refused = r#""action":"administrator.sign_in_refused","times":3"#;
    assert!(log.contains(refused), "{log}");
    assert!(!log.contains("ana@") && !log.contains("stranger"), "{log}");
}

#[test]
fn lines_about_requests_can_be_left_out() {
    let program = Program::with_database();
    let server = Server::start_logging(&program, &[], &["--log", "info,access=off"]);
    assert_eq!(server.client().get("/healthz").expect("a reply").status, 200);
    let log = server.log();
    assert!(!log.contains("/healthz"), "{log}");
}

#[test]
fn metrics_show_jobs_queues_connections_and_the_process() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    for (name, time) in [("short", "13d"), ("long", "15d")] {
        program.run(&["key", "create", "--name", name, "--expires", time]).done();
    }
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let metrics = Metrics::on_a_free_port();
    let server = Server::start_with(&program, &metrics.option());
    let mut client = server.client().with_key(&key);
    let export = format!("/api/v1/namespaces/acme/quizzes/{quiz}/csvExport");
    assert_eq!(client.post(&export, json!({})).expect("a reply").status, 202);

    let text = metrics.read_with(r#"quiz_answers_jobs{kind="export",state="done"} 1"#);
    for series in [
        r#"quiz_answers_jobs{kind="delivery",state="failed"} 0"#,
        r#"quiz_answers_queue_length{queue="answers"} 0"#,
        concat!("quiz_answers_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        // The client's and the scraper's.
        "http_connections 2",
        "\nquiz_answers_ready 1",
        "\nquiz_answers_keys_ending_soon 1\n",
        "\nquiz_answers_disk_free_bytes ",
        "\nprocess_resident_memory_bytes ",
        "\nprocess_open_fds ",
        "\nprocess_cpu_seconds_total ",
    ] {
        assert!(text.contains(series), "{series} is not in {text}");
    }
    let size = text.lines().find_map(|line| line.strip_prefix("quiz_answers_database_bytes "));
    let size: f64 = size.and_then(|size| size.parse().ok()).expect("a size");
    assert!((100_000.0..10_000_000.0).contains(&size), "{size} bytes");
}

#[test]
fn a_missing_thing_that_the_api_reports_as_500_is_no_failure() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", r#"{ "name": "Q" }"#);
    let metrics = Metrics::on_a_free_port();
    let server = Server::start_with(&program, &metrics.option());
    let answers = format!("/api/v1/namespaces/acme/quizzes/{quiz}/users/missing/answers");
    assert_eq!(server.client().get(&answers).expect("a reply").status, 500);
    let text = metrics.read_with("http_failures_total 0");
    let route = "/api/v1/namespaces/{namespaceId}/quizzes/{quizId}/users/{invitedUserUUID}/answers";
    let published = format!(r#"_count{{route="{route}",method="GET",status="500",published="true"}} 1"#);
    assert!(text.contains(&published), "{published} is not in {text}");
}

#[test]
fn backups_have_their_metrics_whether_they_can_be_made_or_not() {
    let program = Program::with_database();
    let (good, bad) = (program.folder().join("backups"), program.folder().join("file/backups"));
    // Tests may run as root, which can write to any folder, but not below a file.
    fs::write(program.folder().join("file"), "").expect("written");
    let started = |folder: &Path| {
        let metrics = Metrics::on_a_free_port();
        let options = [&metrics.option()[..], &["--backup-dir", folder.to_str().expect("UTF-8")]].concat();
        let server = Server::start_with(&program, &options);
        (server, metrics)
    };
    let (server, metrics) = started(&bad);
    let text = metrics.read_with("quiz_answers_backup_failures_total 1");
    for series in ["last_backup_seconds 0", "last_trial_restore_seconds 0", "last_trial_restore_success 1"] {
        assert!(text.contains(&format!("\nquiz_answers_{series}\n")), "{text}");
    }
    drop(server);
    let (_server, metrics) = started(&good);
    let text = metrics.read_with("quiz_answers_last_backup_seconds 1");
    for series in ["backup_failures_total 0\n", "last_trial_restore_seconds 1", "last_trial_restore_success 1\n"] {
        assert!(text.contains(&format!("\nquiz_answers_{series}")), "{text}");
    }
}

fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| ["http_", "process_", "quiz_answers_"].iter().any(|part| word.starts_with(part))).collect()
}

#[test]
fn rules_and_dashboard_name_metrics_that_a_server_has_from_its_start() {
    let program = Program::with_database();
    let metrics = Metrics::on_a_free_port();
    let backups = program.folder().join("backups");
    let backups = ["--backup-dir", backups.to_str().expect("UTF-8")];
    let mail = ["--mail-folder", program.folder().to_str().expect("UTF-8"), "--mail-from", "quiz@example.org"];
    let options = [&metrics.option()[..], &backups, &mail].concat();
    let server = Server::start_with(&program, &options);
    // Request durations exist after the first request.
    assert_eq!(server.client().get("/healthz").expect("a reply").status, 200);
    let text = metrics.read_with("quiz_answers_backup_failures_total");
    let found: BTreeSet<&str> = text.lines().filter_map(|line| line.split(['{', ' ']).next()).collect();
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging");
    for file in ["alerts.yml", "dashboard.json"] {
        let used = fs::read_to_string(packaging.join(file)).expect(file);
        let used = metrics_in(&used);
        assert!(used.len() >= 8, "{file}: only {used:?}");
        let missing: Vec<_> = used.difference(&found).collect();
        assert!(missing.is_empty(), "{file}: {missing:?} are not in {text}");
    }
}

#[test]
fn the_rules_are_sound_and_fire_when_they_should() {
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging");
    for arguments in [["check", "rules", "alerts.yml"], ["test", "rules", "alerts.test.yml"]] {
        let run = Command::new("promtool").args(arguments).current_dir(&packaging).output();
        let run = run.expect("promtool starts: Debian has it in the package prometheus");
        assert!(run.status.success(), "{arguments:?}: {run:?}");
    }
}

#[test]
fn the_limit_of_open_files_is_raised_or_warned_about() {
    let program = Program::with_database();
    let files = |server: &Server| {
        let limits = fs::read_to_string(format!("/proc/{}/limits", server.id())).expect("it is running");
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).expect("the kernel tells");
        line.split_whitespace().next().and_then(|soft| soft.parse::<u32>().ok()).expect("a number")
    };
    let lower = |limits: &'static str| ["bash", "-c", limits, "bash"];
    let server = Server::start_logging(&program, &lower("ulimit -Sn 256; exec \"$@\""), &["--max-connections", "100"]);
    assert!(files(&server) > 256, "{}", files(&server));
    drop(server);
    let server = Server::start_logging(&program, &lower("ulimit -n 256; exec \"$@\""), &["--max-connections", "1000"]);
    assert_eq!(files(&server), 256);
    let log = server.log();
    assert!(log.contains("too few open files") && log.contains("needed=1064"), "{log}");
}
