//! `GET …/quizzes/{quizId}/public`: the information that a respondent may see.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{App, QuizAt};

async fn quiz(app: &App) -> QuizAt<'_> {
    app.quiz(json!({
        "name": "Check",
        "description": { "en": "About you", "es": "Sobre ti" },
        "primaryColor": "#0a7d4f",
        "allowedOrigins": ["https://secret-partner.example"],
        "questions": [
            { "id": "fhn5" },
            {
                "id": "pet",
                "required": false,
                "text": { "en": "A pet?", "es": "¿Mascota?" },
                "options": [{ "label": { "en": "Cat", "es": "Gato" } }, { "label": { "en": "Dog", "es": "Perro" } }],
            },
        ],
    }))
    .await
}

#[tokio::test]
async fn it_holds_exactly_what_is_asked() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    quiz.begin().await;
    let reply = quiz.get("/public").await.is(200);
    let info = reply.json();
    let mut fields: Vec<&str> = info.as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    let expected = "about anonymous description id inapp kind language languages name namespaceId primaryColor \
                    questions status version";
    assert_eq!(fields.join(" "), expected);
    assert_eq!(info["languages"], json!(["en", "es"]));
    assert_eq!(info["description"], "About you");
    let own = &info["questions"][1];
    assert_eq!((&own["text"], &own["help"], &own["required"]), (&json!("A pet?"), &Value::Null, &json!(false)));
    let id = &own["options"][0]["id"];
    assert_eq!(own["options"][0], json!({ "id": id, "code": 1, "label": "Cat" }));
}

#[tokio::test]
async fn nothing_of_points_and_counts_leaves_through_it() {
    let app = App::start().await;
    for quiz in [quiz(&app).await, app.open_quiz().await] {
        for language in ["", "?language=en", "?language=es"] {
            // The text of a question may mention a score, but no field may.
            let text = quiz.get(&format!("/public{language}")).key(&app.key).await.is(200).text();
            for word in
                ["points", "score\"", "_score", "responses", "started", "completed", "csvExport", "secret-partner"]
            {
                assert!(!text.contains(word), "{word} in {text}");
            }
        }
    }
}

#[tokio::test]
async fn the_language_can_be_chosen() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let spanish = quiz.get("/public?language=es").await.is(200).json();
    assert_eq!(spanish["language"], "es");
    assert_eq!(spanish["description"], "Sobre ti");
    assert_eq!(spanish["questions"][1]["options"][1]["label"], "Perro");
    assert_ne!(spanish["questions"][0]["text"], quiz.get("/public").await.json()["questions"][0]["text"]);
    for (asked, language) in [("ES", "es"), ("es-MX", "es"), ("fr", "en"), ("en-GB", "en")] {
        let shown = quiz.get(&format!("/public?language={asked}")).await.is(200).json();
        assert_eq!(shown["language"], language, "{asked}");
    }
    quiz.get("/public?language=es_MX").await.is(400);
}

#[tokio::test]
async fn it_is_sent_again_only_when_it_has_changed() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let first = quiz.get("/public").await.is(200);
    let etag = first.header("etag").to_owned();
    assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 10, "{etag}");
    for known in [etag.clone(), format!("W/{etag}"), format!("\"other\", {etag}"), "*".to_owned()] {
        let reply = quiz.get("/public").header("if-none-match", &known).await.is(304);
        assert!(reply.bytes.is_empty());
        assert_eq!(reply.header("etag"), etag);
    }
    assert_ne!(quiz.get("/public?language=es").await.header("etag"), etag);
    quiz.get("/public").header("if-none-match", "\"other\"").await.is(200);

    quiz.patch(json!({ "name": "Another name" })).await.is(200);
    let second = quiz.get("/public").header("if-none-match", &etag).await.is(200);
    assert_eq!(second.json()["name"], "Another name");
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    let third = quiz.get("/public").header("if-none-match", second.header("etag")).await.is(200);
    assert_eq!(third.json()["status"], "closed");
}

#[tokio::test]
async fn answers_of_others_do_not_change_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let etag = quiz.get("/public").await.header("etag").to_owned();
    quiz.submitted().await;
    quiz.get("/public").header("if-none-match", &etag).await.is(304);
}

#[tokio::test]
async fn head_says_the_same_without_the_body() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let get = quiz.get("/public").await.is(200);
    let head = app.call(Method::HEAD, &format!("{}/public", quiz.url)).await.is(200);
    assert!(head.bytes.is_empty());
    for name in ["etag", "content-type", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
}

#[tokio::test]
async fn a_draft_is_refused_and_questions_wait_for_the_opening() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    quiz.patch(json!({ "status": "draft" })).await.is(200);
    for key in [None, Some(&app.key)] {
        let call = quiz.get("/public");
        let reply = key.into_iter().fold(call, |call, key| call.key(key)).await.fails(409, "quiz is not open yet");
        assert_eq!(reply.header("x-error-code"), "quiz_not_open_yet");
    }
    quiz.patch(json!({ "status": "open", "opensAt": "2199-01-01T00:00:00Z" })).await.is(200);
    let early = quiz.get("/public").await.is(200);
    assert!(!early.text().contains("pet"), "{}", early.text());
    let info = early.json();
    assert_eq!((&info["name"], &info["status"], &info["questions"]), (&json!("Check"), &json!("draft"), &json!([])));
    quiz.patch(json!({ "opensAt": null })).await.is(200);
    let open = quiz.get("/public").header("if-none-match", early.header("etag")).await.is(200);
    assert_eq!(open.json()["questions"].as_array().map(Vec::len), Some(2));
}
