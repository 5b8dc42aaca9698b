//! A disk that fills up. Mounting one requires privileges, so a limit on file sizes stands in: the kernel rejects a
//! write at the same point, for another reason.

use serde_json::{Value, json};

use super::quiz::{Exported, download};
use crate::support::{Program, Server};

const RECORDS: usize = 300;
/// The database stays well below, and each format's file would exceed it by far.
const LIMIT_KIB: u32 = 2048;

/// Few records with long labels: a small database and a large file.
fn quiz_of_long_labels() -> Value {
    let label = "many words ".repeat(27);
    let options = json!([{ "label": format!("1 {label}") }, { "label": format!("2 {label}") }]);
    let questions: Vec<Value> =
        (0..60).map(|number| json!({ "id": format!("q{number}"), "text": "?", "options": options })).collect();
    json!({ "name": "Q", "questions": questions })
}

#[test]
fn an_export_that_does_not_fit_fails_with_the_reason_and_the_next_one_works() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let id = program.quiz("acme", &quiz_of_long_labels().to_string());
    let count = RECORDS.to_string();
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &id, "--responses", &count]).done();
    let quiz = Exported { program: &program, id, key };

    let server = Server::start_limited(&program, LIMIT_KIB);
    let mut client = quiz.client(&server);
    for format in ["csv", "xlsx"] {
        let queued = client.post(&format!("{}/csvExport?format={format}", quiz.path()), json!({})).expect("a reply");
        assert_eq!((queued.status, queued.body.as_str()), (202, r#"{"queued":true}"#), "{format}");
        let record = quiz.ended(&mut client);
        assert_eq!(record["csvExportStatus"], "failed", "{format}: {record}");
        let reason = record["csvExportError"].as_str().expect("a reason");
        assert!(reason.contains("cannot write the file") && reason.contains("File too large"), "{format}: {reason}");
        assert_eq!(record["csvExportPath"], Value::Null);
        assert!(quiz.files().is_empty(), "{format}: {:?}", quiz.files());
        let begun = client.post(&format!("{}/users/anonymous/genId", quiz.path()), json!({})).expect("a reply");
        assert_eq!(begun.status, 200, "{format}: the rest goes on");
    }
    drop(server);

    let server = Server::start(&program);
    let mut client = quiz.client(&server);
    client.post(&format!("{}/csvExport", quiz.path()), json!({})).expect("a reply");
    let record = quiz.ended(&mut client);
    let text = download(&server, &record);
    assert!(text.len() > 2 * 1024 * usize::try_from(LIMIT_KIB).expect("small"), "it would have fitted");
    assert_eq!(text.lines().count(), RECORDS + 1);
}
