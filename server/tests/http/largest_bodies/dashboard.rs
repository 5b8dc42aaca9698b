//! The actions of the dashboard, according to its table of routes.

use axum::http::Method;
use serde_json::{Value, json};
use server::http::{AdminRoute, admin_routes};

use super::{
    effort::Effort,
    shapes::{BOUNDARY, Shape, forms, multiparts, numbered, repeated},
};
use crate::support::{App, Person, QuizAt};

/// The maximum size of a form.
const LIMIT: usize = 1024 * 1024;
const FORM: &str = "application/x-www-form-urlencoded";

enum Takes {
    Form(&'static [&'static str]),
    Multipart(&'static [&'static str]),
    Edits,
}

/// For the route with this path; `None` for an unknown one.
fn takes(path: &str) -> Option<Takes> {
    let of_quiz = path.strip_prefix("/admin/ns/{namespace}/quizzes/{quiz}/");
    let of_namespace = path.strip_prefix("/admin/ns/{namespace}/").filter(|_| of_quiz.is_none());
    Some(match (of_quiz, of_namespace, path) {
        (Some("share/invite"), ..) => Takes::Multipart(&["people", "file", "column0"]),
        (Some("share/fields"), ..) => Takes::Form(&["do", "name", "id", "type", "custom", "remove", "name.region"]),
        (Some("share/write"), ..) => Takes::Form(&["kind", "language", "subject", "body", "remind", "go"]),
        (Some("pictures"), ..) => Takes::Multipart(&["image", "known", "place", "alt"]),
        (_, Some("quizzes/import"), _) => Takes::Multipart(&["definition", "file"]),
        (Some("edit/draft"), ..) => Takes::Edits,
        (Some("edit" | "edit/{part}" | "edit/{part}/{id}"), ..) => {
            Takes::Form(&["revision", "do", "name", "questions.q1.id", "questions.q1.text", "questions.0.kind"])
        }
        (Some("alerts/{id}/acknowledge"), ..) => Takes::Form(&["note"]),
        (Some("table/views" | "table/views/delete"), ..) => Takes::Form(&["name", "query", "replaces"]),
        (Some("table"), ..) => Takes::Form(&["query", "column", "do", "find"]),
        (Some("table/chosen" | "table/erase"), ..) => Takes::Form(&["query", "user", "do"]),
        (Some("exports"), ..) => {
            Takes::Form(&["form", "format", "delimiter", "query", "month", "columns", "column", "do", "find"])
        }
        (Some("insights/reports"), ..) => Takes::Form(&["title", "days", "threshold", "table"]),
        (Some("open"), ..) => Takes::Form(&["changes", "draft"]),
        (Some("dates"), ..) => Takes::Form(&["opens_at", "closes_at"]),
        (Some("rescore"), ..) => Takes::Form(&["version"]),
        (Some("delete"), ..) => Takes::Form(&["name"]),
        (Some("preview"), ..) => Takes::Form(&["question", "lang"]),
        (
            Some(
                "close"
                | "duplicate"
                | "share/example/allow"
                | "share/secret"
                | "share/secret/end"
                | "share/messages/cancel"
                | "share/messages/{mail}/send"
                | "share/invited/{id}/remove"
                | "share/invited/{id}/revoke"
                | "share/invited/{id}/restore"
                | "share/invited/{id}/renew"
                | "exports/{id}/cancel"
                | "answers/{user}/erase"
                | "insights/reports/{id}/publish"
                | "insights/reports/{id}/end"
                | "pictures/{id}/delete",
            ),
            ..,
        ) => Takes::Form(&[]),
        (_, Some("quizzes/new"), _) => Takes::Form(&["name", "begin", "kind", "language"]),
        (_, Some("people/erase"), _) => Takes::Form(&["email", "id"]),
        (_, Some("members"), _) => Takes::Form(&["email", "role", "message"]),
        (_, Some("members/{id}/role"), _) => Takes::Form(&["role", "confirmed"]),
        (_, Some("keys"), _) => Takes::Form(&["label", "scope", "days", "page"]),
        (_, Some("webhooks" | "webhooks/{id}/change"), _) => Takes::Form(&[
            "url",
            "description",
            "events",
            "quizzes",
            "answers",
            "headers",
            "remove_headers",
            "state",
            "page",
        ]),
        (_, Some("webhooks/{id}/send"), _) => Takes::Form(&["since"]),
        (_, _, "/admin/outgoing/release" | "/admin/outgoing/drop") => Takes::Form(&["namespace"]),
        (_, Some("settings/name" | "settings/delete"), _) => Takes::Form(&["name"]),
        (_, Some("settings/retention"), _) => Takes::Form(&["answers", "unfinished", "confirmed"]),
        (_, Some("settings/second-factor"), _) => Takes::Form(&["required", "confirmed"]),
        (
            _,
            Some(
                "members/{id}/link"
                | "members/{id}/sessions/end"
                | "members/{id}/remove"
                | "offers/{id}/withdraw"
                | "keys/{id}/revoke"
                | "webhooks/{id}/secret"
                | "webhooks/{id}/delete"
                | "webhooks/{id}/test"
                | "webhooks/{id}/deliveries/{event}/send",
            ),
            _,
        )
        | (
            _,
            _,
            "/admin/offer/{token}/decline"
            | "/admin/sign-out"
            | "/admin/account/second-factor"
            | "/admin/account/sessions/end"
            | "/admin/account/sessions/{id}/end"
            | "/admin/audit/check"
            | "/admin/clock",
        ) => Takes::Form(&[]),
        (_, _, "/admin/sign-in") => Takes::Form(&["email", "password", "code", "next", "zone"]),
        (_, _, "/admin/link/{token}") => Takes::Form(&["email", "password", "zone"]),
        (_, _, "/admin/offer/{token}") => Takes::Form(&["password", "zone"]),
        (_, _, "/admin/account/mail") => Takes::Form(&["failures", "responses"]),
        (_, _, "/admin/account/time-zone") => Takes::Form(&["zone"]),
        (_, _, "/admin/account/password") => Takes::Form(&["present", "password"]),
        (_, _, "/admin/account/second-factor/on") => Takes::Form(&["secret", "code", "password"]),
        (_, _, "/admin/account/second-factor/off" | "/admin/account/second-factor/codes") => {
            Takes::Form(&["code", "password"])
        }
        (_, _, "/admin/ns") => Takes::Form(&["id", "name"]),
        _ => return None,
    })
}

fn path_of(route: &AdminRoute, quiz: &QuizAt<'_>) -> String {
    let fill = |part| match part {
        "{namespace}" => "acme",
        "{quiz}" => quiz.id.as_str(),
        "{part}" => "q",
        "{id}" => "q1",
        part if part.starts_with('{') => "none",
        part => part,
    };
    route.path.split('/').map(fill).collect::<Vec<_>>().join("/")
}

async fn revision(person: &Person<'_>, quiz: &QuizAt<'_>) -> String {
    let draft = person.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    draft["revision"].as_str().expect("a revision").to_owned()
}

/// Conditions of a filter, encoded for a form field.
pub(super) fn conditions(bytes: usize) -> String {
    numbered(|number| format!("user%3D{number}%26"), bytes)
}

/// Further shapes of a form, beyond those of its fields.
fn further(path: &str, names: &[&str], revision: &str) -> Vec<Shape> {
    let mut all = Vec::new();
    if names.contains(&"query") {
        let others = names.iter().filter(|name| **name != "query").map(|name| format!("{name}=1&")).collect::<String>();
        for bytes in [30_000, LIMIT - 1_000] {
            all.push((format!("{bytes} bytes of conditions"), format!("{others}query={}", conditions(bytes))));
        }
    }
    if path.contains("/edit") {
        let deep = repeated("a.", LIMIT - 1_000);
        for word in ["add", "after", "remove", "up", "duplicate", "beside questions.q1", "prune", "begin", "try"] {
            all.push((format!("{word} at a deep place"), format!("revision={revision}&do={word}+{deep}")));
        }
        let ids = numbered(|number| format!("questions.q{number}.id=a{number}&"), LIMIT / 2);
        let words = repeated("questions.q1+", LIMIT / 2 - 1_000);
        all.push(("a button of many words".to_owned(), format!("revision={revision}&do=beside+{words}&{ids}")));
        let kinds = |number: usize| {
            let kind = if number.is_multiple_of(2) { "text" } else { "number" };
            format!("questions.{}1.kind={kind}&", "0".repeat(number % 500))
        };
        all.push(("one place by many names".to_owned(), format!("revision={revision}&{}", numbered(kinds, 500_000))));
        let options = numbered(|number| format!("questions.q1.options.{number}.label=a&"), LIMIT - 1_000);
        all.push(("labels of many options".to_owned(), format!("revision={revision}&{options}")));
        let early = "1-1";
        all.push((
            "of an unknown revision".to_owned(),
            format!("revision={early}&{}", numbered(|at| format!("x{at}=a&"), 300_000)),
        ));
    }
    all
}

/// Expensive edits. `options` is the number of options of the draft's question `q1`.
fn edits(bytes: usize) -> Vec<Shape> {
    let bytes = bytes - 1_000;
    let one = |edit: Value| json!([edit]).to_string();
    let nested = (0..120).fold(json!(1), |inner, _| json!([inner]));
    let list = |count: usize| (0..count).map(|at| json!({ "id": format!("o{at}") })).collect::<Vec<_>>();
    let tags: serde_json::Map<String, Value> = (0..20_000).map(|at| (format!("x{at}"), json!("a"))).collect();
    let shifts = |place: &str| {
        format!(
            "[{}0]",
            numbered(|at| format!("{{\"place\":\"{place}.{}\",\"move\":{{\"to\":0}}}},", at % 299 + 1), bytes)
        )
        .replace(",0]", "]")
    };
    vec![
        ("a deep place".to_owned(), one(json!({ "place": repeated("a.", bytes), "set": 1 }))),
        ("a deep value".to_owned(), one(json!({ "place": "x", "set": nested }))),
        ("a value deeper than JSON is read".to_owned(), format!("[{{\"place\":\"x\",\"set\":{}", repeated("[", bytes))),
        ("a wide list".to_owned(), format!("[{{\"place\":\"x\",\"set\":[{}0]}}]", repeated("0,", bytes))),
        ("a wide list again".to_owned(), format!("[{{\"place\":\"x\",\"set\":[{}1]}}]", repeated("0,", bytes))),
        ("many options".to_owned(), one(json!({ "place": "questions.q1.options", "set": list(16_000) }))),
        ("as many options as may be".to_owned(), one(json!({ "place": "questions.q1.options", "set": list(300) }))),
        ("all of them moved".to_owned(), shifts("questions.q1.options")),
        ("a list that is long and not the quiz's".to_owned(), one(json!({ "place": "y", "set": list(2_000) }))),
        ("its items moved".to_owned(), shifts("y")),
        ("a text in very many languages".to_owned(), one(json!({ "place": "name", "set": tags }))),
        ("a wide object".to_owned(), one(json!({ "place": "z", "set": tags }))),
        ("a huge text".to_owned(), one(json!({ "place": "description", "set": "x".repeat(bytes) }))),
        (
            "very many edits".to_owned(),
            format!("[{}{{\"place\":\"x\",\"set\":1}}]", repeated("{\"place\":\"x\",\"set\":1},", bytes)),
        ),
        (
            "many inserts".to_owned(),
            format!(
                "[{}{{\"place\":\"x\",\"set\":1}}]",
                numbered(
                    |at| format!("{{\"place\":\"v\",\"insert\":{{\"at\":0,\"value\":{{\"id\":\"i{at}\"}}}}}},"),
                    bytes / 4
                )
            ),
        ),
    ]
}

#[tokio::test]
async fn no_action_of_the_dashboard_holds_up_others() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let options: Vec<Value> = (0..10).map(|number| json!({ "label": format!("Option {number}") })).collect();
    let question = |number: usize| json!({ "id": format!("q{number}"), "text": "Which?", "options": options });
    let questions: Vec<Value> = (1..=5).map(question).collect();
    let quiz = app.quiz(json!({ "name": "Small", "anonymous": false, "questions": questions })).await;
    let mut effort = Effort::of(&app.router);
    let cookie = root.cookie.clone();
    let headers = [("cookie", cookie.as_str())];
    let mut posts = admin_routes();
    posts.retain(|route| route.method == Method::POST);
    // Last, because it ends the session that the others need.
    posts.sort_by_key(|route| route.path == "/admin/sign-out");
    for route in posts {
        let takes = takes(route.path);
        let takes = takes.unwrap_or_else(|| panic!("{} takes a body: say which, so that it is tried here", route.path));
        let path = path_of(&route, &quiz);
        let (media_type, shapes) = match takes {
            Takes::Form(names) => {
                let revision = if names.contains(&"revision") { revision(&root, &quiz).await } else { String::new() };
                let mut shapes = forms(names, &[("revision", &revision), ("do", "save")], LIMIT);
                shapes.extend(further(route.path, names, &revision));
                (FORM.to_owned(), shapes)
            }
            Takes::Multipart(names) => (format!("multipart/form-data; boundary={BOUNDARY}"), multiparts(names, LIMIT)),
            Takes::Edits => {
                for (what, edits) in edits(LIMIT) {
                    let revision = revision(&root, &quiz).await;
                    for revision in [revision.as_str(), "1-1"] {
                        let body = format!("{{\"revision\":\"{revision}\",\"edits\":{edits}}}");
                        effort.send(&what, Method::POST, &path, &headers, "application/json", body).await;
                    }
                }
                continue;
            }
        };
        for (what, body) in shapes {
            effort.send(&what, Method::POST, &path, &headers, &media_type, body).await;
        }
    }
    effort.finish(500);
}
