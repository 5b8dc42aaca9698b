//! Questions and options in an order of each attempt: the same wherever it is seen.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    exports::exported,
    support::{App, Page, QuizAt},
};

fn option(number: u32) -> String {
    format!("10000000-0000-4000-8000-00000000000{number}")
}

fn quiz_body() -> Value {
    let options: Vec<Value> = (1..=5)
        .map(|number| json!({ "id": option(number), "label": format!("Option {number}"), "last": number == 2 }))
        .collect();
    json!({
        "name": "Shuffled", "anonymous": false, "inapp": true, "retryAfterDays": 0,
        "questions": [
            { "id": "intro", "kind": "statement", "text": "Now", "shuffle": "questions" },
            { "id": "one", "text": "First?", "shuffle": true, "options": options },
            { "id": "two", "kind": "consent", "text": "Second?" },
            { "id": "three", "kind": "consent", "text": "Third?" },
            { "id": "pause", "kind": "statement", "text": "Then" },
            { "id": "end", "kind": "text", "text": "Anything else?", "required": false },
        ],
    })
}

async fn begin(quiz: &QuizAt<'_>, session: &str) -> Value {
    let body = json!({ "sessionId": session, "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(body).await.is(200).json()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

#[tokio::test]
async fn an_attempt_has_one_order_over_the_api_on_pages_and_in_exports() {
    let app = App::start().await;
    let quiz = app.quiz(quiz_body()).await;
    let mut orders = BTreeSet::new();
    for person in 1..=8 {
        let session = format!("session-{person}");
        let begun = begin(&quiz, &session).await;
        let questions = texts(&begun["order"]["intro"]);
        let options = texts(&begun["order"]["one"]);
        assert_eq!(options[4], option(2), "it stays last");
        let shown = texts(&begun["shown"]);
        assert_eq!(
            (&shown[0], &shown[1..4], &shown[4..]),
            (&"intro".to_owned(), &*questions, &["pause".to_owned(), "end".to_owned()][..])
        );
        assert_eq!(begin(&quiz, &session).await["order"], begun["order"], "the same on reload");

        // Pages ask in the same order, with and without the browser's program, which reads it from the page.
        let url = format!("/app/acme/{}?sessionId={session}", quiz.id);
        let mut page = Page::open(&app, &url).await.is(200);
        let mut asked = Vec::new();
        while let Some(question) = page.question() {
            asked.push(question.clone());
            let answer = match question.as_str() {
                "one" => {
                    assert_eq!(page.options(), options);
                    option(3)
                }
                "two" | "three" => "yes".to_owned(),
                _ => String::new(),
            };
            page = page.send(&[("answer", &answer)]).await.follow().await.is(200);
        }
        assert_eq!(asked, shown);
        let line = exported(&quiz, "jsonl").await.text();
        let lines = line.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let line = lines.into_iter().find(|line| line["userId"] == session.as_str()).expect("the line");
        assert_eq!(line["order"], begun["order"]);
        let file = exported(&quiz, "csv").await.text();
        let row = file.lines().find(|row| row.contains(&session)).expect("the row");
        let headings = file.lines().next().expect("headings");
        let cell = cells(headings, row);
        assert_eq!(cell("one.order"), options.join(" "));
        assert_eq!(cell("intro.order"), questions.join(" "));
        // Another attempt has an order of its own.
        let again = begin(&quiz, &session).await;
        orders.insert(begun["order"].to_string());
        orders.insert(again["order"].to_string());
    }
    assert!(orders.len() > 12, "of 16 attempts, there being 144 orders: {}", orders.len());
}

/// The cells of a row by heading; none contains a comma.
fn cells<'f>(headings: &'f str, row: &'f str) -> impl Fn(&str) -> &'f str {
    move |name| {
        let place = headings.split(',').position(|heading| heading == name).expect("the column");
        row.split(',').nth(place).expect("a cell")
    }
}
