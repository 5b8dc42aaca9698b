//! The operations of the API, according to its document.

use axum::http::Method;
use serde_json::{Value, json};

use super::{
    effort::Effort,
    shapes::{Shape, bodies, numbered, options, repeated},
};
use crate::support::{App, Operation, operations, resolve, smallest};

const SMALL: usize = 64 * 1024;
const LARGE: usize = 1024 * 1024;

/// The smallest body of an operation, with the names of all its possible properties; `None` without a body.
fn body_of(operation: &Operation) -> Option<(Value, Vec<&'static str>)> {
    let schema = &operation.about["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        return None;
    }
    let properties = resolve(schema)["properties"].as_object().into_iter().flat_map(|properties| properties.keys());
    Some((smallest(schema), properties.map(String::as_str).collect()))
}

/// Definitions that are expensive to check.
fn definitions(bytes: usize) -> Vec<Shape> {
    let bytes = bytes - 2_000;
    let labelled = |label: &'static str| move |_: usize| format!("{{\"label\":\"{label}\"}},");
    let cards = numbered(
        |at| format!("{{\"id\":\"c{at}\",\"about\":\"score\",\"title\":\"a\",\"bands\":{{\"b{at}\":{{}}}}}},"),
        bytes / 2,
    );
    let bands = numbered(|at| format!("{{\"id\":\"b{at}\",\"from\":{at},\"name\":\"a\"}},"), bytes / 2);
    let question = "{\"id\":\"q\",\"kind\":\"scale\",\"text\":\"?\",\"from\":1,\"to\":5,\"points\":\"linear\"}";
    let any = repeated("{\"answered\":\"q\"},", bytes);
    let named = repeated("1,", bytes);
    vec![
        ("many options".to_owned(), options(0, labelled("a"), bytes)),
        ("many mistakes".to_owned(), options(0, labelled(""), bytes)),
        (
            "cards and bands".to_owned(),
            format!(
                "{{\"name\":\"a\",\"questions\":[{question}],\"scoring\":{{\"bands\":[{}],\"cards\":[{}]}}}}",
                bands.trim_end_matches(','),
                cards.trim_end_matches(',')
            ),
        ),
        (
            "many conditions".to_owned(),
            format!(
                "{{\"name\":\"a\",\"questions\":[{question},{{\"id\":\"r\",\"kind\":\"text\",\"text\":\"?\",\"showIf\":{{\"any\":[{}]}}}}]}}",
                any.trim_end_matches(',')
            ),
        ),
        (
            "a condition that names much".to_owned(),
            format!(
                "{{\"name\":\"a\",\"questions\":[{question},{{\"id\":\"r\",\"kind\":\"text\",\"text\":\"?\",\"showIf\":{{\"question\":\"q\",\"is\":[{named}1]}}}}]}}"
            ),
        ),
    ]
}

#[tokio::test]
async fn no_operation_of_the_api_holds_up_others() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let who = quiz.begin().await;
    let everywhere = app.key_for(None, server::store::KeyScope::Admin).await;
    let mut effort = Effort::of(&app.router);
    let mut with_body = 0;
    for operation in operations() {
        let Some((smallest, properties)) = body_of(&operation) else { continue };
        with_body += 1;
        let fill = |part| match part {
            "{namespaceId}" => "acme",
            "{quizId}" => quiz.id.as_str(),
            part if part.starts_with('{') => who.as_str(),
            part => part,
        };
        let path = operation.template.split('/').map(fill).collect::<Vec<_>>().join("/");
        let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).expect("a method");
        let headers = [("x-api-key", everywhere.as_str())];
        let mut send = async |what: &str, body: String| {
            effort.send(what, method.clone(), &path, &headers, "application/json", body).await
        };
        let mut smallest = smallest;
        if properties.contains(&"anon_id") {
            smallest["anon_id"] = json!(who);
        }
        for (what, body) in bodies(&smallest, &properties, SMALL) {
            send(&what, body).await;
        }
        let huge = format!("{{\"name\":\"{}\"}}", "x".repeat(LARGE - 100));
        if send("a huge text", huge).await == 413 {
            continue;
        }
        // Repeating this for each property would take long, and all are parsed alike.
        for (what, body) in bodies(&smallest, &["name", "questions"], LARGE) {
            send(&what, body).await;
        }
        if properties.contains(&"questions") {
            for (what, body) in definitions(LARGE) {
                send(&what, body).await;
            }
        }
    }
    assert!(with_body >= 10, "{with_body} operations take a body");
    effort.finish(500);
}
