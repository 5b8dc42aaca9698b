//! Large quizzes, records and lists: limits, and the cost of what is allowed.

use axum::http::header;
use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt};

const QUIZZES: &str = "/api/v1/namespaces/acme/quizzes";

fn choices(questions: usize, options: usize) -> Value {
    let labels: Vec<Value> = (0..options).map(|option| json!({ "label": format!("Option {option}") })).collect();
    let question = |number: usize| json!({ "id": format!("q{number}"), "text": "Which?", "options": labels });
    (0..questions).map(question).collect()
}

async fn diary(app: &App) -> QuizAt<'_> {
    let question =
        |number: usize| json!({ "id": format!("t{number}"), "kind": "text", "text": "?", "required": false });
    let questions: Vec<Value> = (0..100).map(question).collect();
    app.quiz(json!({ "name": "Diary", "anonymous": false, "inapp": true, "questions": questions })).await
}

#[tokio::test]
async fn a_list_of_quizzes_leaves_definitions_out_and_goes_on_where_it_became_large() {
    let app = App::start().await;
    let text = "x".repeat(2000);
    let long = json!({ "en": text, "es": text, "fr": text, "de": text, "it": text });
    let about = json!({ "runBy": "Example Ltd" });
    let body = json!({ "name": { "es": "Uno" }, "language": "es", "description": long, "about": about });
    for _ in 0..3 {
        app.post(QUIZZES).key(&app.key).json(body.clone()).await.is(201);
    }
    let list = app.get(&format!("{QUIZZES}?limit=2")).key(&app.key).await.is(200).json();
    assert_eq!(list["items"].as_array().map(Vec::len), Some(2));
    let listed = list["items"][0].clone();
    let whole = app.get(&format!("{QUIZZES}/{}", listed["id"].as_str().expect("an id"))).key(&app.key).await;
    let Value::Object(mut whole) = whole.is(200).json() else { panic!("no object") };
    for of_definition in ["questions", "scoring", "start", "end", "review", "showResults", "result", "address", "words"]
    {
        whole.remove(of_definition);
    }
    assert_eq!(listed, Value::Object(whole), "the rest is the same");
    assert_eq!(listed["language"], "es");
}

#[tokio::test]
async fn an_answer_that_would_make_a_record_too_large_is_refused() {
    let app = App::start().await;
    let quiz = diary(&app).await;
    let who = quiz.session("somebody").await;
    let text = "\u{1}".repeat(4000);
    let answer = |number: usize| json!({ "sessionId": who, "questionId": format!("t{number}"), "answer": text });
    let mut stored = 0;
    let refused = loop {
        let reply = quiz.post("/users/inapp/answers").json(answer(stored)).await;
        if reply.status != 200 {
            break reply;
        }
        stored += 1;
    };
    assert_eq!(stored, 10, "24,000 bytes each");
    assert_eq!(refused.invalid_at(&["answer"]).json()["details"][0]["code"], "too_large");
    quiz.post("/users/inapp/answers").json(answer(0)).await.is(200);
    let more = json!({ "sessionId": who, "answers": { "t50": text } });
    let refused = quiz.post("/users/inapp/answers/submit").json(more).await.invalid_at(&["answers"]);
    assert_eq!(refused.json()["details"][0]["code"], "too_large");
    let submitted = quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": who })).await.is(200).json();
    assert_eq!(submitted["answers"]["isCompleted"], true);
}

#[tokio::test]
async fn the_public_reply_of_a_large_quiz_is_compressed_once() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Large", "questions": choices(10, 100) })).await;
    let reply = async |encoding: &str| {
        let reply = quiz.get("/public").undocumented().header("accept-encoding", encoding).await.is(200);
        (reply.headers.get(header::CONTENT_ENCODING).cloned(), reply.headers[header::ETAG].clone(), reply.bytes)
    };
    let (plain, etag, body) = reply("identity").await;
    assert_eq!(plain, None);
    assert_eq!(serde_json::from_slice::<Value>(&body).expect("JSON")["questions"][9]["options"][99]["code"], 100);
    for (accepted, encoding) in [("gzip, br", "br"), ("gzip, br;q=0", "gzip"), ("deflate, gzip", "gzip")] {
        let (used, same, compressed) = reply(accepted).await;
        assert_eq!(used.as_ref().and_then(|used| used.to_str().ok()), Some(encoding));
        assert_eq!(same, etag);
        assert!(compressed.len() < body.len() / 2, "{} of {}", compressed.len(), body.len());
    }
    assert_eq!(reply("br").await.2, reply("br").await.2);
    let small = app.open_quiz().await;
    let reply = small.get("/public").undocumented().header("accept-encoding", "br").await.is(200);
    assert_eq!(reply.headers[header::CONTENT_ENCODING], "br", "kept for small ones, too");
}

#[tokio::test]
async fn a_large_quiz_is_answered_page_by_page() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Large", "questions": choices(20, 150) })).await;
    let who = quiz.begin().await;
    let mut page = Page::open(&app, &format!("{}/{who}?q=q0", quiz.page())).await.is(200);
    for number in 0..20 {
        assert_eq!(page.question(), Some(format!("q{number}")));
        assert_eq!(page.options().len(), 150);
        assert!(page.html().len() < 60_000, "{} bytes", page.html().len());
        page = page.choose(2).await;
    }
    let record = quiz.get(&format!("/users/{who}/answers")).key(&app.key).await.is(200).json();
    assert_eq!(record["answers"]["isCompleted"], true);
}

#[tokio::test]
async fn figures_of_very_many_options_say_that_some_are_left_out() {
    let app = App::start().await;
    let rows: Vec<Value> = (0..50).map(|row| json!({ "id": format!("r{row}"), "text": "Row" })).collect();
    let Value::Array(mut questions) = choices(2, 300) else { panic!("no list") };
    for question in &mut questions {
        question["kind"] = json!("matrix");
        question["rows"] = json!(rows);
    }
    let quiz = app.quiz(json!({ "name": "Large", "anonymous": false, "inapp": true, "questions": questions })).await;
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(found["partial"], true);
    let questions = found["questions"].as_array().expect("questions");
    let options = questions.iter().filter_map(|question| question["options"].as_array()).map(Vec::len);
    assert_eq!((questions.len(), options.sum::<usize>()), (100, 20_000));
    let plain = app.open_quiz().await.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!(plain.get("partial"), None);
}
