//! `--json`: every command prints machine-readable objects, and so do errors.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Program, SECRET_KEY};

fn objects(program: &Program, arguments: &[&str]) -> Vec<Value> {
    let output = program.run(&[&["--json"], arguments].concat()).done();
    output.stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{output:?}"))).collect()
}

fn object(program: &Program, arguments: &[&str]) -> Value {
    let mut found = objects(program, arguments);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn every_command_prints_objects() {
    let program = Program::new();
    let text = |name: &str| program.folder().join(name).to_str().expect("UTF-8").to_owned();
    assert_eq!(object(&program, &["init"]), json!({ "database": text("quiz-answers.db") }));
    let made = object(&program, &["namespace", "create", "acme", "--name", "Acme"]);
    assert_eq!((&made["id"], &made["name"]), (&json!("acme"), &json!("Acme")));
    assert_eq!(objects(&program, &["namespace", "list"]), [made]);

    let key = object(&program, &["key", "create", "--namespace", "acme", "--name", "shop"]);
    let listed = object(&program, &["key", "list"]);
    assert_eq!(listed["id"], key["id"]);
    assert_eq!((&listed["namespaceId"], &listed["state"]), (&json!("acme"), &json!("valid")));
    assert!(key["key"].as_str().is_some_and(|key| key.starts_with("qa_")), "{key}");
    let id = key["id"].as_str().expect("an id");
    assert_eq!(object(&program, &["key", "rename", id, "--name", "till"]), json!({ "id": id, "renamed": true }));
    assert_eq!(object(&program, &["key", "list"])["label"], "till");
    assert_eq!(object(&program, &["key", "revoke", id]), json!({ "id": id, "revoked": true }));

    fs::write(program.folder().join("quiz.json"), r#"{ "name": "Q" }"#).expect("written");
    let quiz = object(&program, &["quiz", "create", "--namespace", "acme", "quiz.json"]);
    let mut listed = quiz.clone();
    listed.as_object_mut().expect("an object").remove("questions");
    assert_eq!(object(&program, &["quiz", "list", "--namespace", "acme"]), listed, "lists leave the questions out");
    let id = quiz["id"].as_str().expect("an id");
    let of_quiz = ["--namespace", "acme", "--quiz", id];
    let added = object(&program, &[&["demo-data"], &of_quiz[..], &["--responses", "3"]].concat());
    assert_eq!(added, json!({ "added": 3, "responses": 3 }));
    let exported = object(&program, &[&["export"], &of_quiz[..], &["--out", "a.csv"]].concat());
    assert_eq!(exported["rows"], 3);

    assert_eq!(objects(&program, &["mail", "list"]), Vec::<Value>::new());
    let to_folder = ["mail", "test", "ana@example.com", "--mail-folder", "mails", "--mail-from", "quiz@example.org"];
    assert_eq!(object(&program, &to_folder), json!({ "step": "file", "state": "ok", "message": "" }));

    let daily = ["--daily", "03:00", "--out-dir", "."];
    let schedule = object(&program, &[&["schedule", "create"], &of_quiz[..], &daily[..]].concat());
    assert_eq!((&schedule["timetable"], &schedule["runs"]), (&json!("daily 03:00 UTC"), &json!([])));
    assert_eq!(object(&program, &["schedule", "list"]), schedule);
    let schedule = schedule["id"].as_str().expect("an id");
    assert_eq!(object(&program, &["schedule", "run", schedule]), json!({ "id": schedule, "queued": true }));
    assert_eq!(object(&program, &["schedule", "list"])["runs"][0]["state"], "queued");
    assert_eq!(object(&program, &["schedule", "delete", schedule]), json!({ "id": schedule, "deleted": true }));

    let admin = object(&program, &["admin", "create", "--email", "ana@example.com"]);
    assert_eq!(admin["email"], "ana@example.com");
    assert!(admin["link"].as_str().is_some_and(|link| link.starts_with("/admin/link/")), "{admin}");
    let audit = object(&program, &["audit", "verify"]);
    let backup = object(&program, &["backup", "b.db"]);
    assert_eq!(backup["contents"]["records"], 3);
    assert_eq!(backup["contents"]["auditLines"], audit["lines"]);
    let restored = object(&program, &["--data-dir", "elsewhere", "--secret-key-file", SECRET_KEY, "restore", "b.db"]);
    assert_eq!((&restored["contents"], &restored["audit"]), (&backup["contents"], &audit));
    let in_place = json!({ "audit": audit, "outgoingHeld": false, "validKeys": [] });
    assert_eq!(object(&program, &["restore", "--in-place"]), in_place);
    webhooks(&program, id);
    assert_eq!(object(&program, &["secret-key", "rotate", "--to", "new.key"])["file"], "new.key");
    fs::rename(program.folder().join("new.key"), program.folder().join(SECRET_KEY)).expect("moved");
    for command in [&["doctor"][..], &["upgrade", "--check"]] {
        assert!(objects(&program, command).iter().all(|check| check["state"] == "ok"));
    }
    assert_eq!(object(&program, &["upgrade"]), json!({ "isUpgraded": false }));

    assert_eq!(object(&program, &["quiz", "delete", "--yes", "--namespace", "acme", id])["deleted"], true);
    assert_eq!(object(&program, &["namespace", "delete", "acme", "--yes"]), json!({ "id": "acme", "deleted": true }));
}

/// Stands in for an event that a receiver has not accepted.
fn webhooks(program: &Program, quiz: &str) {
    let of_namespace = ["--namespace", "acme"];
    let run = |command: &[&str]| objects(program, &[&["webhook"], command, &of_namespace[..]].concat());
    assert_eq!(run(&["list"]), [] as [Value; 0]);
    let made = run(&["create", "--url", "https://example.com/hooks"]).remove(0);
    let id = made["id"].as_str().expect("an id");
    assert_eq!(run(&["off", id]), [json!({ "id": id, "state": "off" })]);
    assert_eq!(run(&["deliveries", id]), [] as [Value; 0]);
    object(program, &["quiz", "close", "--namespace", "acme", quiz]);
    let held = run(&["deliveries", id, "--state", "held"]);
    assert_eq!((held.len(), &held[0]["state"]), (1, &json!("held")), "{held:?}");
    let event = held[0]["id"].as_str().expect("an id");
    assert_eq!(run(&["on", id]), [json!({ "id": id, "state": "on" })]);
    let sent = json!({ "id": id, "count": 1 });
    assert_eq!(run(&["resend", id, "--since", "2020-01-01T00:00:00Z"]), std::slice::from_ref(&sent));
    assert_eq!(run(&["resend", id, "--event", event]), [sent]);
    assert_eq!(run(&["deliveries", id])[0]["state"], "waiting");
    assert_eq!(run(&["held"]), [] as [Value; 0]);
    object(program, &["restore", "--in-place"]);
    assert_eq!((run(&["held"]).len(), &run(&["held"])[0]["webhookId"]), (1, &json!(id)));
    assert_eq!(object(program, &["webhook", "release"]), json!({ "released": true }));
    let wrong = program.run(&["webhook", "resend", id, "--since", "yesterday", "--namespace", "acme"]);
    wrong.fails("must be a moment such as 2026-11-20T09:30:00Z");
    assert_eq!(run(&["delete", id]), [json!({ "id": id, "deleted": true })]);
}

#[test]
fn an_error_is_an_object_too() {
    let program = Program::with_database();
    let output = program.run(&["--json", "quiz", "list", "--namespace", "nowhere"]);
    assert!(!output.is_success && output.stdout.is_empty(), "{output:?}");
    let error: Value = serde_json::from_str(&output.stderr).expect("JSON");
    assert_eq!(error, json!({ "error": "namespace does not exist" }));
}
