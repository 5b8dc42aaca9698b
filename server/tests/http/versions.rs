//! `PATCH …/quizzes/{quizId}`: the effect of a change on the quiz and on respondents who have begun.

use domain::Edition;
use serde_json::{Value, json};

use crate::support::{App, QuizAt, all_answers};

const FIRST: &str = "11111111-1111-4111-8111-111111111111";

/// The built-in questions except the last one, and an own one.
fn other_questions() -> Value {
    let mut questions: Vec<Value> = (1..=7).map(|number| json!({ "id": format!("fhn{number}") })).collect();
    questions.push(json!({
        "id": "pet",
        "text": "A pet?",
        "options": [{ "id": FIRST, "label": "Cat" }, { "label": "Dog" }],
    }));
    questions.into()
}

#[tokio::test]
async fn settings_change_in_place_and_absent_fields_stay() {
    let app = App::start().await;
    let quiz = app
        .quiz(json!({
            "name": "Before",
            "description": "Text",
            "primaryColor": "#123",
            "closesAt": "2100-01-01T00:00:00Z",
            "allowedOrigins": ["https://a.example"],
        }))
        .await;
    let before = quiz.get("").key(&app.key).await.json();
    let after = quiz.patch(json!({ "name": "After" })).await.is(200).json();
    assert_eq!(after["name"], "After");
    for field in ["description", "primaryColor", "closesAt", "allowedOrigins", "questions", "version", "createdAt"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert!(after["updatedAt"].as_str() > before["updatedAt"].as_str());
    assert_eq!(quiz.get("").key(&app.key).await.json(), after);
}

#[tokio::test]
async fn null_takes_an_optional_field_away() {
    let app = App::start().await;
    let quiz = app
        .quiz(json!({
            "name": "Q",
            "description": "Text",
            "primaryColor": "#123456",
            "opensAt": "2020-01-01T00:00:00Z",
            "closesAt": "2100-01-01T00:00:00Z",
        }))
        .await;
    let change = json!({ "description": null, "primaryColor": null, "opensAt": null, "closesAt": null });
    let after = quiz.patch(change).await.is(200).json();
    for field in ["description", "primaryColor", "opensAt", "closesAt"] {
        assert_eq!(after[field], Value::Null, "{field}");
    }
    assert_eq!(after["version"], 1);
}

#[tokio::test]
async fn only_questions_and_language_make_a_new_version() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (change, version) in [
        (json!({}), 1),
        (json!({ "name": "N", "status": "open", "allowedOrigins": ["https://a.example"], "primaryColor": "#fff" }), 1),
        (json!({ "questions": other_questions() }), 2),
        (json!({ "language": "en" }), 2),
        (json!({ "language": "es", "questions": [{ "id": "fhn1" }] }), 3),
        (json!({ "questions": [{ "id": "fhn1" }] }), 3),
        (json!({ "questions": [{ "id": "fhn1", "required": false }] }), 4),
    ] {
        let after = quiz.patch(change.clone()).await.is(200).json();
        assert_eq!(after["version"], version, "{change}");
    }
}

#[tokio::test]
async fn a_change_that_would_break_the_quiz_changes_nothing() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Q", "closesAt": "2030-01-01T00:00:00Z" })).await;
    let before = quiz.get("").key(&app.key).await.json();
    for (change, places) in [
        (json!({ "name": "" }), &["name"][..]),
        (json!({ "opensAt": "2031-01-01T00:00:00Z" }), &["closesAt"]),
        (json!({ "questions": [] }), &["questions"]),
        (json!({ "status": "paused" }), &["status"]),
    ] {
        quiz.patch(change).await.invalid_at(places);
    }
    assert_eq!(quiz.get("").key(&app.key).await.json(), before);
}

#[tokio::test]
async fn who_has_begun_goes_on_with_the_old_version_and_is_scored_under_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let early = quiz.begin().await;
    quiz.post("/users/anonymous/answers")
        .json(json!({ "anon_id": early, "questionId": "fhn1", "answer": 4 }))
        .await
        .is(200);
    quiz.patch(json!({ "questions": other_questions() })).await.is(200);

    // Their version does not have the new question, but still has the removed one.
    let pet = json!({ "anon_id": early, "questionId": "pet", "answer": FIRST });
    quiz.post("/users/anonymous/answers").json(pet.clone()).await.invalid_at(&["questionId"]);
    let body = json!({ "anon_id": early, "answers": all_answers() });
    let record = quiz.post("/users/anonymous/answers/submit").json(body).await.is(200).answers();
    assert_eq!((&record["score"], &record["plan_score"]), (&json!(73), &json!(75)));
    assert_eq!(quiz.whole_answers_of(&early).await.answers()["quizVersion"], 1);

    let late = quiz.begin().await;
    let pet = json!({ "anon_id": late, "questionId": "pet", "answer": FIRST });
    quiz.post("/users/anonymous/answers").json(pet).await.is(200);
    let mut answers = all_answers();
    answers.as_object_mut().expect("an object").remove("fhn8");
    let body = json!({ "anon_id": late, "answers": answers });
    let record = quiz.post("/users/anonymous/answers/submit").json(body).await.is(200).answers();
    // Planning has one question now: 50; overall 480 / 7.
    assert_eq!((&record["score"], &record["plan_score"]), (&json!(69), &json!(50)));
    assert_eq!(quiz.whole_answers_of(&late).await.answers()["quizVersion"], 2);
    assert_eq!(quiz.answers_of(&early).await.answers()["score"], 73, "what was answered stays as it was");
}

#[tokio::test]
async fn a_release_with_other_words_makes_a_version_of_the_quizzes_that_use_them() {
    let app = App::start().await;
    let own = app
        .quiz(json!({ "name": "fhn1", "questions": [{ "id": "q", "text": "{\"id\":\"fhn1\"," , "options": [
        { "label": "A" }, { "label": "B" }] }] }))
        .await;
    let quiz = app.open_quiz().await;
    let early = quiz.begin().await;
    let version = async |quiz: &QuizAt<'_>| quiz.get("").key(&app.key).await.is(200).json()["version"].clone();

    assert_eq!(app.service.renew_words(Edition::LATEST).await.expect("renewed"), 0, "of this release's words");
    // Two servers of the new release start simultaneously.
    let beside = app.beside().await;
    let (one, two) =
        tokio::join!(app.service.renew_words(Edition::TO_COME), beside.service.renew_words(Edition::TO_COME));
    assert!(one.expect("renewed").max(two.expect("renewed")) == 1);
    assert_eq!((version(&quiz).await, version(&own).await), (json!(2), json!(1)));
    assert!(app.service.worded_otherwise(Edition::TO_COME).await.expect("a list").is_empty());

    let body = json!({ "anon_id": early, "answers": all_answers() });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    assert_eq!(quiz.whole_answers_of(&early).await.answers()["quizVersion"], 1);
    let late = quiz.submitted().await;
    assert_eq!(quiz.whole_answers_of(&late).await.answers()["quizVersion"], 2);
    // The record as shown can be sent back.
    let shown = quiz.get("").key(&app.key).await.json();
    quiz.patch(json!({ "questions": shown["questions"] })).await.is(200);
}
