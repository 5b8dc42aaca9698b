//! The API document: kept as a snapshot, so that every change of the API is visible.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    time::{Duration, Instant},
};

use serde_json::{Map, Value};

use crate::support::{App, document, operations};

#[test]
fn the_document_is_the_one_that_was_agreed_on() {
    let text = serde_json::to_string_pretty(&sorted(document())).expect("JSON");
    insta::assert_snapshot!("openapi", text);
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<&String, Value> = fields.iter().map(|(name, value)| (name, sorted(value))).collect();
            fields.into_iter().map(|(name, value)| (name.clone(), value)).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn the_document_is_served_as_it_is() {
    let app = App::start().await;
    let reply = app.get("/api/v1/openapi.json").await.is(200);
    assert_eq!(reply.header("content-type"), "application/json");
    assert_eq!(reply.json(), *document());
    assert_eq!(document()["openapi"], "3.1.0");
}

/// It is large and needs no key, so requesting it in a loop must not delay others.
#[tokio::test]
async fn the_document_is_not_written_anew_for_every_request() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (mut documents, mut infos) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..20 {
        let start = Instant::now();
        app.get("/api/v1/openapi.json").await.is(200);
        documents += start.elapsed();
        let start = Instant::now();
        quiz.get("/public").await.is(200);
        infos += start.elapsed();
    }
    assert!(documents < infos * 5, "{documents:?}, and {infos:?} for public information");
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_what_it_does() {
    let mut names = BTreeSet::new();
    for operation in operations() {
        let name = operation.about["operationId"].as_str().expect("an operationId");
        assert!(names.insert(name), "{name} is used twice");
        for part in ["summary", "description"] {
            assert!(operation.about[part].is_string(), "{name} lacks a {part}");
        }
        assert_eq!(operation.about["tags"].as_array().map(Vec::len), Some(1), "{name}");
    }
}

#[test]
fn every_error_is_documented_with_the_body_that_all_errors_have() {
    for operation in operations() {
        for (status, response) in operation.about["responses"].as_object().expect("responses") {
            if status.starts_with(['4', '5']) {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/ErrorBody", "{operation:?} {status}");
            }
        }
    }
}

#[test]
fn every_part_that_is_referred_to_is_there() {
    fn look(value: &Value) {
        if let Some(reference) = value["$ref"].as_str() {
            assert!(document().pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
        }
        match value {
            Value::Object(fields) => fields.values().for_each(look),
            Value::Array(items) => items.iter().for_each(look),
            _ => {}
        }
    }
    look(document());
}

#[test]
fn every_parameter_of_a_path_is_described() {
    for operation in operations() {
        let named: BTreeSet<&str> =
            operation.template.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}')).collect();
        let described: BTreeSet<&str> = operation.about["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        assert_eq!(named, described, "{operation:?}");
    }
}

/// A header is present or absent; generated clients must not send null.
#[test]
fn no_header_of_a_request_may_be_null() {
    let headers = operations().flat_map(|operation| operation.about["parameters"].as_array().into_iter().flatten());
    let mut headers = headers.filter(|parameter| parameter["in"] == "header").peekable();
    assert!(headers.peek().is_some());
    for header in headers {
        assert_eq!((&header["required"], &header["schema"]["type"]), (&false.into(), &"string".into()), "{header}");
    }
}

/// Generators treat a property with a default as always present, even in requests.
#[test]
fn no_optional_property_has_a_default() {
    let schemas = document()["components"]["schemas"].as_object().expect("schemas");
    for (name, schema) in schemas {
        for (property, about) in schema["properties"].as_object().into_iter().flatten() {
            assert!(about["default"].is_null(), "{name}.{property}");
        }
    }
}

#[test]
fn the_items_of_every_page_have_a_name() {
    let schemas = document()["components"]["schemas"].as_object().expect("schemas");
    let pages: Vec<_> = schemas.iter().filter(|(name, _)| name.starts_with("PageBody_")).collect();
    assert_eq!(pages.len(), 16);
    for (name, page) in pages {
        assert!(page["properties"]["items"]["items"]["$ref"].is_string(), "{name}");
        assert_eq!(page["required"], serde_json::json!(["items", "nextCursor"]), "{name}");
    }
}

/// Only an empty list makes every generator omit the key.
#[test]
fn operations_that_take_no_key_say_so() {
    let without_key: BTreeSet<&str> = operations()
        .filter(|operation| operation.about["security"] == serde_json::json!([]))
        .filter_map(|operation| operation.about["operationId"].as_str())
        .collect();
    assert_eq!(without_key, BTreeSet::from(["downloadExport", "generateAnonymousUserId", "getPublicQuizInfo"]));
}

/// As with snapshots, `INSTA_UPDATE=always` rewrites the page.
#[test]
fn the_manual_has_the_tables_of_errors_that_the_document_has() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors.md");
    let manual = fs::read_to_string(path).expect("docs/errors.md");
    let mut written = manual.clone();
    for name in ["ErrorCode", "FieldErrorCode"] {
        let description = document()["components"]["schemas"][name]["description"].as_str().expect("a description");
        let (_, table) = description.split_once("\n\n").expect("a table");
        let (before, rest) = written.split_once(&format!("<!-- {name} -->")).expect("where the table begins");
        let (_, after) = rest.split_once("<!-- end -->").expect("where the table ends");
        written = format!("{before}<!-- {name} -->\n\n{table}\n\n<!-- end -->{after}");
    }
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path, written).expect("docs/errors.md");
    } else {
        assert!(manual == written, "docs/errors.md is not as the code has it: run this test with INSTA_UPDATE=always");
    }
}

#[test]
fn whatever_is_made_has_an_address() {
    for operation in operations() {
        let made = &operation.about["responses"]["201"];
        assert!(made.is_null() || made["headers"]["Location"].is_object(), "{operation:?}");
    }
}

#[test]
fn every_error_is_documented_with_the_header_that_carries_its_code() {
    for operation in operations() {
        for (status, response) in operation.about["responses"].as_object().expect("responses") {
            let has_code = response["headers"]["x-error-code"]["$ref"] == "#/components/headers/ErrorCode";
            assert_eq!(has_code, status.starts_with(['4', '5']), "{operation:?} {status}");
        }
    }
}

/// A path with `{}` for each parameter.
fn plain(path: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "{}".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[test]
fn the_manual_lists_every_operation() {
    let manual = include_str!("../../../docs/api-reference.md");
    let mut listed = BTreeSet::new();
    for code in manual.split('`').skip(1).step_by(2) {
        let Some((method, path)) = code.split_once(' ') else { continue };
        let path = path.replace("…/{quiz}", "/{ns}/quizzes/{quiz}");
        let path = if path.starts_with("/{ns}") { format!("/api/v1/namespaces{path}") } else { path };
        listed.insert(format!("{method} {}", plain(&path)));
    }
    // These stand in words.
    listed.extend(["GET", "POST"].map(|method| format!("{method} /api/v1/namespaces")));
    listed.insert("GET /api/v1/exports/{}".to_owned());
    let all = operations().filter(|operation| !operation.template.ends_with("/answers/submit"));
    let all = all.map(|operation| format!("{} {}", operation.method.to_uppercase(), plain(operation.template)));
    let missing: Vec<_> = all.filter(|operation| !listed.contains(operation)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
