//! The API document as a contract: every response that a test receives is checked against it.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::Value;

use super::{Reply, schema};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::http::openapi()).expect("the document is JSON"));

pub(crate) fn document() -> &'static Value {
    &DOCUMENT
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) template: &'static str,
    pub(crate) about: &'static Value,
}

pub(crate) fn operations() -> impl Iterator<Item = Operation> {
    let paths = DOCUMENT["paths"].as_object().expect("paths").iter();
    paths.flat_map(|(template, item)| {
        let item = item.as_object().expect("a path item").iter();
        item.filter(|(method, _)| ["get", "post", "put", "patch", "delete"].contains(&method.as_str()))
            .map(|(method, about)| Operation { method: method.as_str(), template: template.as_str(), about })
    })
}

/// Fails the test if the document does not list this status for this operation, or describes another body.
pub(super) fn check(method: &Method, path: &str, reply: &Reply) {
    if path != "/api" && !path.starts_with("/api/") || path == "/api/v1/openapi.json" && reply.status == 200 {
        return;
    }
    let asked = format!("{method} {path}");
    let name = if method == Method::HEAD { "get" } else { &method.as_str().to_ascii_lowercase() };
    let best = operations()
        .filter(|operation| operation.method == name)
        .filter_map(|operation| Some((fixed_segments(operation.template, path)?, operation)))
        .max_by_key(|(fixed, _)| *fixed);
    let body = if let Some((_, operation)) = best {
        let response = &operation.about["responses"][reply.status.as_str()];
        assert!(response.is_object(), "{asked} answered {}, which is not documented: {}", reply.status, reply.text());
        let content = &response["content"];
        if content.is_object() && content["application/json"].is_null() {
            // A file rather than a record.
            return;
        }
        &content["application/json"]["schema"]
    } else {
        let is_routing = matches!(reply.status.as_u16(), 404 | 405);
        assert!(is_routing, "{asked} is not documented and answered {}", reply.status);
        &DOCUMENT["components"]["schemas"]["ErrorBody"]
    };
    let code = reply.header("x-error-code");
    let is_error = reply.status.is_client_error() || reply.status.is_server_error();
    assert_eq!(!code.is_empty(), is_error, "{asked} answered {} with the code {code:?}", reply.status);
    if let Some((_, operation)) = best.filter(|_| is_error) {
        let header = &operation.about["responses"][reply.status.as_str()]["headers"]["x-error-code"];
        let codes = schema::resolve(&schema::resolve(header)["schema"])["enum"].as_array();
        assert!(codes.is_some_and(|codes| codes.contains(&code.into())), "{asked}: {code} is not documented");
        let table = DOCUMENT["components"]["schemas"]["ErrorCode"]["description"].as_str().expect("a table");
        // Two operations have always responded with 500 if something does not exist.
        let is_missing = code.starts_with("no_such_") && reply.status == StatusCode::INTERNAL_SERVER_ERROR;
        let status = if is_missing { "404" } else { reply.status.as_str() };
        assert!(table.contains(&format!("| `{code}` | {status} |")), "{asked}: {code} with {status} is not documented");
    }
    assert_eq!(reply.header("x-content-type-options"), "nosniff", "{asked}");
    if body.is_null() {
        assert!(reply.bytes.is_empty(), "{asked}: a body that is not documented: {}", reply.text());
        return;
    }
    assert_eq!(reply.header("content-type"), "application/json", "{asked}: {}", reply.text());
    if method != Method::HEAD && reply.header("content-encoding").is_empty() {
        let found = reply.json();
        let mistakes = schema::mistakes(body, &found);
        assert!(mistakes.is_empty(), "{asked} answered what is not documented: {mistakes:?} in {found}");
    }
}

/// The number of literal segments in the template; `None` if the path does not match it.
fn fixed_segments(template: &str, path: &str) -> Option<usize> {
    let (template, path): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    let fits = |(template, path): (&&str, &&str)| template == path || template.starts_with('{') && !path.is_empty();
    let is_same = template.len() == path.len() && template.iter().zip(&path).all(fits);
    is_same.then(|| template.iter().filter(|segment| !segment.starts_with('{')).count())
}
