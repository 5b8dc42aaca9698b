//! Megabyte bodies that are slow to process do not block other requests.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::http::Method;
use domain::Role;
use serde_json::json;
use tokio::{task::JoinHandle, time::sleep};

use crate::support::{App, Call};

/// Just below the limit, with room for the surrounding syntax.
const MEGABYTE: usize = 1024 * 1024 - 4096;
/// On a busy machine.
const STALL: Duration = Duration::from_millis(100);

fn nothing_but(text: &str) -> String {
    text.repeat(MEGABYTE / text.len())
}

/// Measures the longest time for which nothing else ran on this test's only thread.
fn watch() -> (JoinHandle<()>, Arc<Mutex<Duration>>) {
    let longest = Arc::new(Mutex::new(Duration::ZERO));
    let told = Arc::clone(&longest);
    let watching = tokio::spawn(async move {
        loop {
            let began = Instant::now();
            sleep(Duration::from_millis(5)).await;
            let mut longest = told.lock().expect("no panic");
            *longest = longest.max(began.elapsed());
        }
    });
    (watching, longest)
}

async fn all_go_on_during(call: Call, what: &str) {
    let (watching, longest) = watch();
    sleep(Duration::from_millis(10)).await;
    let began = Instant::now();
    let status = call.undocumented().await.status;
    let duration = began.elapsed();
    assert!(status.is_success() || status.is_client_error() || status.is_redirection(), "{what}: {status}");
    sleep(Duration::from_millis(10)).await;
    watching.abort();
    let longest = *longest.lock().expect("no panic");
    assert!(longest < duration / 2 + STALL, "{what}: nothing else got its turn for {longest:?} of {duration:?}");
}

#[tokio::test]
async fn a_list_of_people_holds_up_nobody() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let path = format!("/admin/ns/acme/quizzes/{}/share/invite", quiz.id);
    let part = "--edge\r\ncontent-disposition: form-data; name=\"people\"\r\n\r\n";
    for text in ["a\n", "\"", ",", "\n", ",\n", "@\n", "a,b,c,d,e\n", "\r\n"] {
        let body = format!("{part}{}\r\n--edge--\r\n", nothing_but(text));
        let call = editor.call(Method::POST, &path).body("multipart/form-data; boundary=edge", body);
        all_go_on_during(call, text).await;
    }
    let body = format!("{}--edge--\r\n", nothing_but(&format!("{part}\r\n")));
    let call = editor.call(Method::POST, &path).body("multipart/form-data; boundary=edge", body);
    all_go_on_during(call, "parts").await;
}

#[tokio::test]
async fn a_form_of_the_editor_holds_up_nobody() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let path = format!("/admin/ns/acme/quizzes/{}/edit", quiz.id);
    let many = |fields: Vec<String>| fields.join("=&") + "=&";
    let draft = editor.get(&format!("{path}/draft")).await.is(200).json();
    let revision = draft["revision"].as_str().expect("a revision");
    let questions = many((0..40_000).map(|number| format!("questions.q{number}")).collect());
    let options = many((0..24_000).map(|number| format!("questions.fhn1.options.{number}.label")).collect());
    for (what, fields) in [("questions", questions), ("options", options), ("fields", nothing_but("a&"))] {
        let body = format!("{fields}do=save&revision={revision}");
        let call = editor.call(Method::POST, &path).body("application/x-www-form-urlencoded", body);
        all_go_on_during(call, what).await;
    }
}

#[tokio::test]
async fn a_definition_holds_up_nobody() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    for (field, item) in [("allowedOrigins", json!("")), ("questions", json!({ "id": "a" }))] {
        let items = vec![item.clone(); MEGABYTE / (item.to_string().len() + 1)];
        let definition = json!({ "name": "Q", field: items }).to_string();
        let call = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key);
        all_go_on_during(call.body("application/json", definition.clone()), field).await;
        let part = "--edge\r\ncontent-disposition: form-data; name=\"definition\"\r\n\r\n";
        let body = format!("{part}{definition}\r\n--edge--\r\n");
        let import = editor.call(Method::POST, "/admin/ns/acme/quizzes/import");
        all_go_on_during(import.body("multipart/form-data; boundary=edge", body), field).await;
    }
}
