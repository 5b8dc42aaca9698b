//! Pages of large quizzes stay small: what is long comes in pages, or is found by a search.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, Person};

/// Bytes of a page's HTML.
const LARGEST: usize = 40 * 1024;
const QUESTIONS: usize = 300;

fn question(number: usize) -> Value {
    let text = format!("Question {number} of three hundred, in words that fill a line?");
    match number % 3 {
        0 => json!({ "id": format!("q{number}"), "kind": "number", "text": text, "min": 0, "max": 100 }),
        1 => json!({ "id": format!("q{number}"), "kind": "scale", "text": text, "from": 1, "to": 10 }),
        _ => json!({ "id": format!("q{number}"), "kind": "text", "text": text, "required": false }),
    }
}

async fn small(person: &Person<'_>, path: &str) -> String {
    let html = person.get(path).await.is(200).text();
    assert!(html.len() < LARGEST, "{path}: {} bytes", html.len());
    html
}

#[tokio::test]
async fn no_page_of_a_large_quiz_is_large() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let questions: Vec<Value> = (1..=QUESTIONS).map(question).collect();
    let body = json!({ "name": "Large", "inapp": true, "anonymous": false, "questions": questions });
    let quiz = app.quiz(body).await;
    let answers: serde_json::Map<String, Value> = (1..=QUESTIONS)
        .map(|number| {
            let text = format!("Answer {number}, which is longer than its cell in the table is wide");
            let answer = match number % 3 {
                0 => json!(number % 100),
                1 => json!(1 + number % 10),
                _ => json!(text),
            };
            (format!("q{number}"), answer)
        })
        .collect();
    for number in 0..35 {
        let body = json!({ "sessionId": format!("session-{number}"), "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    let [list, table, exports] = ["answers", "table", "exports"].map(|page| quiz.dashboard(page));
    small(&owner, &list).await;
    small(&owner, &format!("{list}?pick=q299")).await;
    assert!(small(&owner, &format!("{list}?ask=question+299")).await.contains("<option value=\"q299\">"));
    assert!(!small(&owner, &table).await.contains("answer.q299"), "only some are listed");
    small(&owner, &exports).await;

    // What is ticked stays while others are searched, and is kept with what was found.
    let fields = [("do", "find"), ("find", "question 299"), ("column", "answer.q2"), ("zone", "UTC")];
    let found = owner.post(&table, &fields).await.is(200).text();
    assert!(found.contains("value=\"answer.q299\">") && found.contains("value=\"answer.q2\" checked"), "{found}");
    let found = owner.post(&exports, &fields).await.is(200).text();
    assert!(found.contains("value=\"answer.q299\">") && found.contains("value=\"answer.q2\" checked"), "{found}");

    let keys: Vec<String> =
        (1..=QUESTIONS).filter(|number| number % 3 == 2).map(|it| format!("answer.q{it}")).collect();
    let mut fields: Vec<(&str, &str)> = keys.iter().take(40).map(|key| ("column", key.as_str())).collect();
    fields.push(("zone", "UTC"));
    owner.post(&table, &fields).await.is(303);
    for page in [&list, &table] {
        small(&owner, page).await;
    }
}

#[tokio::test]
async fn no_list_of_people_or_of_actions_is_large() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    let users: Vec<Value> = (0..200)
        .map(|number| {
            json!({ "name": format!("Person of the long name {number}"), "email": format!("person.{number}@example.com"),
                    "customData": format!("branch {number}; city Madrid; plan gold") })
        })
        .collect();
    quiz.post("/users").key(&app.key).json(json!({ "users": users })).await.is(201);
    let share = small(&owner, &quiz.dashboard("share")).await;
    assert!(share.contains("rel=\"next\""), "{share}");
    for number in 0..100 {
        quiz.patch(json!({ "name": format!("A quiz of a long name, for the {number}. time") })).await.is(200);
    }
    let log = small(&owner, "/admin/ns/acme/audit").await;
    assert!(log.contains("rel=\"next\""), "{log}");
}
