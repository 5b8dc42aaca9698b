//! The owner's information for respondents, from Create Quiz to the pages.

use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt};

const WORST: [u32; 8] = [5, 5, 5, 5, 4, 6, 6, 5];

fn facts() -> Value {
    json!({
        "runBy": "Example Ltd",
        "seenBy": { "en": "your coach", "es": "tu asesora" },
        "kept": { "en": "two years", "es": "dos años" },
        "contact": "mailto:coach@example.org",
        "privacy": { "en": "https://example.org/privacy", "es": "https://example.org/privacidad" },
        "help": [{ "label": { "en": "Debt advice", "es": "Ayuda con deudas" }, "url": "tel:+15550100" }],
    })
}

async fn quiz(app: &App) -> QuizAt<'_> {
    app.quiz(json!({ "name": { "en": "Check-up", "es": "Chequeo" }, "about": facts() })).await
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

async fn result<'a>(app: &'a App, quiz: &QuizAt<'_>, codes: [u32; 8], language: &str) -> Page<'a> {
    let who = quiz.begin().await;
    let answers: Value =
        (1..).zip(codes).map(|(number, code): (u32, u32)| (format!("fhn{number}"), json!(code))).collect();
    let body = json!({ "anon_id": who, "answers": answers });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    Page::open(app, &format!("{}/{who}?lang={language}", quiz.page())).await.is(200)
}

#[tokio::test]
async fn the_record_has_the_name_and_the_facts_as_they_were_given() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let stored = record(&quiz).await;
    assert_eq!((&stored["name"], &stored["about"]), (&json!({ "en": "Check-up", "es": "Chequeo" }), &facts()));

    let renamed = quiz.patch(json!({ "name": "One name" })).await.is(200).json();
    assert_eq!((&renamed["name"], &renamed["about"], &renamed["version"]), (&json!("One name"), &facts(), &json!(1)));
    let replaced = quiz.patch(json!({ "about": { "runBy": "Another" } })).await.is(200).json();
    assert_eq!(replaced["about"], json!({ "runBy": "Another" }));
    quiz.patch(json!({ "about": null })).await.is(200);
    assert_eq!(record(&quiz).await["about"], Value::Null);
}

#[tokio::test]
async fn public_info_has_them_in_the_language_asked_for() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let spanish = quiz.get("/public?language=es").await.is(200).json();
    assert_eq!(spanish["name"], "Chequeo");
    let expected = json!({
        "runBy": "Example Ltd",
        "seenBy": "tu asesora",
        "kept": "dos años",
        "contact": "mailto:coach@example.org",
        "privacy": "https://example.org/privacidad",
        "help": [{ "label": "Ayuda con deudas", "url": "tel:+15550100" }],
    });
    assert_eq!(spanish["about"], expected);
    assert_eq!(quiz.get("/public").await.is(200).json()["name"], "Check-up");
    assert_eq!(app.open_quiz().await.get("/public").await.is(200).json()["about"], Value::Null);
}

#[tokio::test]
async fn the_start_page_says_who_runs_the_quiz_and_what_becomes_of_answers() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let english = Page::open(&app, &format!("{}?lang=en", quiz.page())).await.is(200);
    assert_eq!(english.heading(), "Check-up");
    for part in ["Run by Example Ltd", "Answers seen by your coach", "Answers kept: two years"] {
        assert!(english.text().contains(part), "{part}: {}", english.text());
    }
    let spanish = Page::open(&app, &format!("{}?lang=es", quiz.page())).await.is(200);
    assert_eq!(spanish.heading(), "Chequeo");
    let html = spanish.html();
    for part in [
        "Respuestas guardadas: dos años",
        "href=\"https://example.org/privacidad\"",
        "href=\"mailto:coach@example.org\"",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let unset = Page::open(&app, &app.open_quiz().await.page()).await.is(200);
    assert!(unset.text().contains("Ask whoever sent you this link"), "{}", unset.text());
}

#[tokio::test]
async fn a_result_in_need_of_help_links_to_the_owners_services() {
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let worst = result(&app, &quiz, WORST, "es").await;
    let (text, html) = (worst.text(), worst.html());
    assert!(text.contains("Si todo esto te supera"), "{text}");
    // Once in the first card, and once in each other card that refers to outside help.
    assert_eq!(html.matches("href=\"tel:+15550100\"").count(), 1 + 5, "{html}");

    let best = result(&app, &quiz, [1; 8], "es").await;
    assert!(!best.html().contains("tel:+15550100") && !best.text().contains("te supera"), "{}", best.text());

    quiz.patch(json!({ "about": null })).await.is(200);
    let unset = result(&app, &quiz, WORST, "en").await.text();
    for part in ["call your local emergency number", "search for “free debt advice”"] {
        assert!(unset.contains(part), "{part}: {unset}");
    }
}

#[tokio::test]
async fn search_engines_are_kept_from_personal_pages_only() {
    const NO_INDEX: &str = "<meta name=\"robots\" content=\"noindex\">";
    let app = App::start().await;
    let quiz = quiz(&app).await;
    let start = Page::open(&app, &quiz.page()).await.is(200);
    assert!(!start.html().contains(NO_INDEX), "{}", start.html());
    let question = Page::open(&app, &format!("{}/{}", quiz.page(), quiz.begin().await)).await.is(200);
    let result = result(&app, &quiz, [1; 8], "en").await;
    let invited = app.invited_quiz().await;
    let invitation = Page::open(&app, &format!("{}/{}", invited.page(), invited.invited().await)).await.is(200);
    for page in [question, result, invitation] {
        assert!(page.html().contains(NO_INDEX), "{}", page.url);
    }
}
