//! Texts that break careless programs are returned byte for byte, or rejected with a clear error.

use serde_json::json;

use crate::support::{App, Page, segment};

/// All of them are allowed in names, labels and custom data.
const ODD: [&str; 14] = [
    "</script><script>alert(1)</script>",
    "\"quotes\" 'and' `ticks`",
    "=cmd|' /C calc'!A0",
    "Robert'); DROP TABLE records;--",
    "\u{202e}right to left",
    "שלום עולם",
    "👩‍👩‍👧‍👦 family",
    "e\u{301} is not é",
    "\u{feff}byte order mark",
    "&amp; &lt;b&gt;",
    "{{template}} ${shell} %s %00",
    "back\\slash/slash",
    "tab\tand\nline\r\nbreaks",
    "\u{1}\u{1b}[31m\u{7f}\u{85}\u{2028}",
];

#[tokio::test]
async fn texts_of_an_invitation_are_shown_and_not_run() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    for text in ODD {
        let body = json!({ "users": [{ "name": text, "customData": text }] });
        let made = quiz.post("/users").key(&app.key).json(body).await.is(201).json();
        let uuid = made["users"][0]["id"].as_str().expect("an id").to_owned();
        let page = Page::open(&app, &format!("{}/{uuid}", quiz.page())).await.is(200);
        assert_is_safe(&page.html(), text);
        let begun = quiz.post(&format!("/users/invited/{uuid}/initQuiz")).json(json!({})).await.is(200).answers();
        assert_eq!(begun["customData"], text);
    }
}

#[tokio::test]
async fn texts_of_a_quiz_are_shown_and_not_run() {
    let app = App::start().await;
    for text in ODD {
        let body = json!({
            "name": text,
            "description": text,
            "questions": [{ "id": "q", "text": text, "help": text, "options": [{ "label": text }, { "label": "B" }] }],
        });
        let quiz = app.quiz(body).await;
        let start = Page::open(&app, &quiz.page()).await.is(200);
        let question = start.send(&[]).await.follow().await.is(200);
        let result = question.choose(1).await.is(200);
        for page in [start.html(), question.html(), result.html()] {
            assert_is_safe(&page, text);
        }
        assert!(question.text().contains(text.trim()), "{text:?} in {}", question.text());
    }
}

/// Fails if markup in the text became markup of the page.
#[track_caller]
fn assert_is_safe(html: &str, text: &str) {
    if text.contains('<') {
        assert!(!html.contains(text), "{text:?} stands in the page as it is");
        assert!(!html.contains("<script>alert"), "{text:?} became a script");
    }
    for script in html.split("<script").skip(1) {
        let head = script.split('>').next().unwrap_or_default();
        assert!(head.contains(" nonce=\""), "a script that is not ours in {html}");
    }
}

#[tokio::test]
async fn very_long_paths_and_queries_are_answered() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let long = "x".repeat(20_000);
    quiz.answers_of(&long).await.fails(500, "invited user does not exist");
    quiz.whole_answers_of(&long).await.fails(500, "invited user does not exist");
    let begin = format!("/users/inapp/{}/initQuiz", segment(&"ß".repeat(129)));
    quiz.post(&begin).json(json!({})).await.is(400);
    quiz.get(&format!("/answers?cursor={long}")).key(&app.key).await.is(400);
    quiz.get(&format!("/public?language={long}")).await.is(400);
    app.get(&format!("/api/v1/namespaces/{long}/quizzes")).key(&app.key).await.is(400);
    app.get(&format!("/api/{long}")).await.is(404);
}
