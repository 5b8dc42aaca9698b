//! The templates: Create Quiz and the dashboard accept each one unchanged, and it can be answered and submitted.

use std::{fs, path::Path};

use domain::Role;
use serde_json::{Value, json};

use crate::support::App;

fn template(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates");
    let text = fs::read_to_string(folder.join(name).with_extension("json")).expect("a template");
    serde_json::from_str(&text).expect("JSON")
}

#[tokio::test]
async fn each_template_makes_a_quiz_that_can_be_answered() {
    let app = App::start().await;
    let eight: Value =
        (1..=8).map(|number| (format!("fhn{number}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    for (name, answers, score) in [
        ("money-check-up", eight, json!(100)),
        (
            "team-check",
            json!({ "place": 1, "energy": 4, "desk": 2, "sleep": 6.5, "obstacles": [1], "wish": "Quiet" }),
            json!(61),
        ),
        (
            "recommendation",
            json!({ "recommend": 9, "liked": "All", "contact": true, "email": "a@example.org" }),
            Value::Null,
        ),
        ("event-feedback", json!({ "attended": 3, "reason": 4, "reason_other": "A cold" }), Value::Null),
        (
            "course-quiz",
            json!({ "length": 3, "digits": 10_000, "reuse": 2, "keeping": [3, 1], "stolen": 2 }),
            json!(100),
        ),
    ] {
        let quiz = app.quiz(template(name)).await;
        let shown = quiz.get("/public").await.is(200).json();
        assert_eq!((&shown["languages"], &shown["kind"]), (&json!(["en", "es"]), &json!("open")), "{name}");
        let anon_id = quiz.begin().await;
        let body = json!({ "anon_id": anon_id, "answers": answers });
        quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
        let record = quiz.whole_answers_of(&anon_id).await.is(200).answers();
        assert_eq!((&record["isCompleted"], &record["score"]), (&json!(true), &score), "{name}: {record}");
    }
}

#[tokio::test]
async fn the_dashboard_begins_a_quiz_with_each_template() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let begin = async |begin: &str| {
        let form = [("name", "Ours"), ("begin", begin), ("kind", "invited"), ("language", "es")];
        ana.post("/admin/ns/acme/quizzes/new", &form).await
    };
    let page = ana.get("/admin/ns/acme/quizzes/new").await.is(200).text();
    for name in ["team-check", "course-quiz", "event-feedback", "recommendation"] {
        assert!(page.contains(&format!("value=\"{name}\"")), "{name} is offered");
        let made = begin(name).await.is(303);
        let at = made.header("location").split('?').next().expect("a path").to_owned();
        let made = ana.get(&format!("{at}/definition")).await.is(200).json();
        let template = template(name);
        assert_eq!(
            (&made["name"], &made["anonymous"], &made["language"]),
            (&json!("Ours"), &json!(false), &json!("es"))
        );
        for part in ["description", "end"] {
            assert_eq!(made.get(part), template.get(part), "{name}: {part}");
        }
        let ids = |quiz: &Value| -> Vec<Value> {
            quiz["questions"].as_array().expect("questions").iter().map(|question| question["id"].clone()).collect()
        };
        assert_eq!(ids(&made), ids(&template), "{name}");
    }
    begin("another").await.is(422);
}
