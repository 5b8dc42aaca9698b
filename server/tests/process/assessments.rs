//! Definitions with all kinds of question on the command line.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Program, Server};

fn assessment() -> Value {
    let option = |number: u32| format!("{number:08x}-0000-4000-8000-000000000000");
    json!({
        "name": "Everything",
        "questions": [
            { "id": "fhn1" },
            { "id": "mood", "text": "Mood?", "display": "dropdown",
              "options": [{ "id": option(1), "label": "Good" }, { "id": option(2), "label": "Other", "other": true }] },
            { "id": "reasons", "kind": "multiple", "text": "Why?", "min": 1, "max": 2, "showIf": { "question": "mood", "is": [1] },
              "options": [{ "id": option(3), "label": "A", "points": 10.5 }, { "id": option(4), "label": "B" },
                          { "id": option(5), "label": "None", "exclusive": true }] },
            { "id": "energy", "kind": "scale", "text": "Energy?", "from": 0, "to": 10, "points": "reversed", "category": "body" },
            { "id": "age", "kind": "number", "text": "Age?", "min": 18, "max": 120, "unit": "years" },
            { "id": "mail", "kind": "text", "text": "Mail?", "format": "email" },
            { "id": "day", "kind": "date", "text": "Day?", "min": "2026-01-01", "max": "2026-12-31" },
            { "id": "order", "kind": "ranking", "text": "Order?",
              "options": [{ "id": option(6), "label": "A" }, { "id": option(7), "label": "B" }, { "id": option(8), "label": "C" }] },
            { "id": "grid", "kind": "matrix", "text": "Grid?", "rows": [{ "id": "a", "text": "A" }, { "id": "b", "text": "B" }],
              "from": 1, "to": 3, "points": [0, 50.5, 100], "category": "body" },
            { "id": "note", "kind": "statement", "text": "Nearly there." },
            { "id": "terms", "kind": "consent", "text": "I agree.", "link": "https://example.org/terms" }
        ],
        "scoring": { "decimals": 1, "categories": [{ "id": "body", "name": "Body" }],
                     "bands": [{ "id": "all", "from": 0, "name": "All", "hue": "sky" }] }
    })
}

/// The bytes of the definition at the end of a quiz record.
fn definition(record: &str) -> &str {
    let start = record.find("\"questions\":").expect("questions");
    record[start..].trim_end()
}

#[test]
fn a_file_and_a_request_make_the_same_definition_to_the_byte() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    fs::write(program.folder().join("quiz.json"), assessment().to_string()).expect("written");
    let by_file = program.run(&["--json", "quiz", "create", "--namespace", "acme", "quiz.json"]).done().stdout;
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let made = client.post("/api/v1/namespaces/acme/quizzes", assessment()).expect("a reply").json();
    let id = made["id"].as_str().expect("an id");
    let by_request = program.run(&["--json", "quiz", "show", "--namespace", "acme", id]).done().stdout;
    assert_eq!(definition(&by_file), definition(&by_request));
    assert!(definition(&by_file).contains("\"scoring\""), "{by_file}");
}

#[test]
fn demo_data_answers_every_kind_of_question() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let quiz = program.quiz("acme", &assessment().to_string());
    let counts = ["--responses", "60", "--unfinished", "10"];
    program.run(&[&["demo-data", "--namespace", "acme", "--quiz", &quiz], &counts[..]].concat()).done();
    let server = Server::start(&program);
    let path = format!("/api/v1/namespaces/acme/quizzes/{quiz}/answers?state=completed&sort=highest&limit=200");
    let page = server.client().with_key(&key).get(&path).expect("a page").json();
    let records = page["items"].as_array().expect("items");
    assert_eq!(records.len(), 60);
    for record in records {
        let values = &record["values"];
        for question in ["energy", "age", "mail", "day", "order", "grid_a", "grid_b", "terms"] {
            assert!(!values[question].is_null(), "{question}: {record}");
        }
        assert_eq!(
            values["reasons"].is_null(),
            record["qAnswers"]["mood"] != "00000001-0000-4000-8000-000000000000",
            "{record}"
        );
        assert_eq!((&record["band"], record["category_scores"]["body"].is_number()), (&json!("all"), true));
    }
    let scores: Vec<f64> = records.iter().filter_map(|record| record["score"].as_f64()).collect();
    assert!(scores.len() == 60 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(scores.iter().any(|score| score.fract() != 0.0), "{scores:?}");
}

#[test]
fn a_newer_scoring_is_shown_and_then_applied() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let quiz = program.quiz("acme", &assessment().to_string());
    program.run(&["demo-data", "--namespace", "acme", "--quiz", &quiz, "--responses", "450"]).done();
    let mut questions = assessment()["questions"].clone();
    questions[3]["points"] = json!("linear");
    fs::write(program.folder().join("change.json"), json!({ "questions": questions }).to_string()).expect("written");
    program.run(&["quiz", "update", "--namespace", "acme", &quiz, "change.json"]).done();
    let rescore = |more: &[&str]| -> Value {
        let command = [&["--json", "quiz", "rescore", "--namespace", "acme", &quiz], more].concat();
        serde_json::from_str(&program.run(&command).done().stdout).expect("JSON")
    };
    let shown = rescore(&[]);
    let changed = shown["changed"].as_u64().expect("a number");
    assert_eq!((&shown["examined"], &shown["version"], changed > 200), (&json!(450), &json!(2), true), "{shown}");
    assert_eq!(changed, shown["higher"].as_u64().unwrap_or(0) + shown["lower"].as_u64().unwrap_or(0), "{shown}");
    let applied = rescore(&["--apply"]);
    assert_eq!((&applied["changed"], &applied["sum"]), (&shown["changed"], &shown["sum"]));
    assert_eq!(rescore(&["--apply"])["changed"], 0);
}
