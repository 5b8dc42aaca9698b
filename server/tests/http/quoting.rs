//! Texts that quote answers and scores, each to its own respondent.

use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt};

fn body() -> Value {
    json!({
        "name": "Pets", "anonymous": false, "inapp": true, "retryAfterDays": 0, "review": true, "showResults": true,
        "questions": [
            { "id": "name", "kind": "text", "text": "What is your name?", "required": false },
            { "id": "pet", "text": "Which pet do you have, {answer:name}?", "options": [
                { "label": "A cat", "points": 1 },
                { "label": "A dog", "points": 2 }] },
            { "id": "years", "kind": "number", "text": "For how many years?", "help": "So {answer:pet}",
              "min": 0, "max": 40, "decimals": 1, "required": false, "showIf": { "question": "pet", "is": [2] } },
        ],
        "end": { "text": "{answer:pet} for {answer:years} years." },
        "scoring": {
            "method": "sum", "decimals": 1,
            "bands": [{ "id": "some", "from": 0, "name": "Some", "hue": "leaf", "text": "{score:overall} points are {band:overall}." }],
            "cards": [{ "id": "walk", "about": "score", "title": "For {answer:pet}",
                "bands": { "some": { "steps": ["Walk {answer:pet}"] } } }],
        },
    })
}

fn url(quiz: &QuizAt<'_>, session: &str) -> String {
    format!("/app/acme/{}?sessionId={session}", quiz.id)
}

/// The result page of a respondent who went all the way by forms.
async fn done<'a>(app: &'a App, quiz: &QuizAt<'_>, session: &str, name: &str, code: usize) -> Page<'a> {
    quiz.session(session).await;
    let first = Page::open(app, &url(quiz, session)).await.is(200);
    let pet = first.send(&[("answer", name)]).await.follow().await.is(200);
    assert_eq!(pet.heading(), format!("Which pet do you have, {name}?"), "{}", pet.html());
    let option = pet.options()[code - 1].clone();
    let mut next = pet.send(&[("answer", &option)]).await.follow().await.is(200);
    if code == 2 {
        assert!(next.text().contains("So A dog"), "{}", next.text());
        next = next.send(&[("answer", "2.5")]).await.follow().await.is(200);
    }
    assert!(next.text().contains(&format!("Which pet do you have, {name}?")), "the review: {}", next.text());
    next.send(&[]).await.follow().await.is(200)
}

#[tokio::test]
async fn each_respondent_reads_the_own_answers_and_scores_and_those_of_no_one_else() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    let dog = done(&app, &quiz, "session-1", "<b>Ana</b> {answer:pet}", 2).await;
    assert!(dog.text().contains("A dog for 2.5 years."), "{}", dog.text());
    assert!(dog.text().contains("2 points are Some."), "{}", dog.text());
    assert!(dog.text().contains("Walk A dog") && dog.text().contains("For A dog"), "{}", dog.text());
    assert!(!dog.html().contains("<b>Ana"), "{}", dog.html());
    let cat = done(&app, &quiz, "session-2", "Bea", 1).await;
    assert!(cat.text().contains("A cat for  years.") || cat.text().contains("A cat for years."), "{}", cat.text());
    assert!(cat.text().contains("1 points are Some.") && cat.text().contains("Walk A cat"), "{}", cat.text());
    assert!(!cat.text().contains("dog") && !cat.text().contains("Ana"), "{}", cat.text());

    let cards = quiz.get("/users/session-1/answers?recommendations_type=full").key(&app.key).await.is(200).answers();
    assert_eq!(
        (&cards["cards"][0]["title"], &cards["cards"][0]["steps"]),
        (&json!("For A dog"), &json!(["Walk A dog"]))
    );
    let public = quiz.get("/public").await.is(200).json();
    assert_eq!(public["questions"][1]["text"], "Which pet do you have, {answer:name}?");
}

#[tokio::test]
async fn a_mistyped_name_is_an_error_of_the_definition() {
    let app = App::start().await;
    let mut wrong = body();
    wrong["questions"][1]["text"] = json!("Which pet, {answer:nmae}?");
    wrong["end"]["text"] = json!("{score:mood}");
    app.post("/api/v1/namespaces/acme/quizzes")
        .key(&app.key)
        .json(wrong)
        .await
        .invalid_at(&["questions[1].text", "end.text"]);
}
