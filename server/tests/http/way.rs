//! The journey through a quiz with own questions, as reported to clients that answer without a key, and `showResults`.

use serde_json::{Value, json};

use crate::{
    assessments::{answered, team_health},
    support::{App, QuizAt, VECTOR_3},
};

/// The fields next to the record in a response: `answered`, `shown`, `next` and `progress`.
fn way(reply: &Value) -> [&Value; 4] {
    ["answered", "shown", "next", "progress"].map(|name| reply.get(name).unwrap_or_else(|| panic!("{name}: {reply}")))
}

async fn saved(quiz: &QuizAt<'_>, question: &str, answer: Value) -> Value {
    let body = json!({ "sessionId": "session-1", "questionId": question, "answer": answer });
    quiz.post("/users/inapp/answers").json(body).await.is(200).json()
}

async fn begun(quiz: &QuizAt<'_>) -> Value {
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": "session-1" })).await.is(200).json()
}

#[tokio::test]
async fn a_client_without_a_key_hears_how_it_goes_on() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    let without_desk = json!(["remote", "energy", "blockers", "hours", "wish"]);
    let with_desk = json!(["remote", "energy", "desk", "blockers", "hours", "wish"]);
    let of = |answered: u8, total: u8| json!({ "answered": answered, "total": total });

    let first = begun(&quiz).await;
    assert_eq!(way(&first), [&json!([]), &without_desk, &json!("remote"), &of(0, 5)]);
    let at_home = saved(&quiz, "remote", json!(1)).await;
    assert_eq!(way(&at_home), [&json!(["remote"]), &with_desk, &json!("energy"), &of(1, 6)]);
    let energy = saved(&quiz, "energy", json!(4)).await;
    assert_eq!(way(&energy), [&json!(["remote", "energy"]), &with_desk, &json!("desk"), &of(2, 6)]);
    saved(&quiz, "desk", json!(2)).await;
    // An optional question that is skipped stays open, and the journey continues.
    let hours = saved(&quiz, "hours", json!(6.5)).await;
    assert_eq!(way(&hours), [&json!(["remote", "energy", "desk", "hours"]), &with_desk, &json!("wish"), &of(4, 6)]);
    let skipped = saved(&quiz, "wish", Value::Null).await;
    assert_eq!((&skipped["next"], &skipped["progress"]), (&Value::Null, &of(4, 6)));
    assert_eq!(begun(&quiz).await["next"], "blockers", "the first open question of those who come back");

    // A change that hides a question hides its answer too.
    let elsewhere = saved(&quiz, "remote", json!(3)).await;
    assert_eq!(way(&elsewhere), [&json!(["remote", "energy", "hours"]), &without_desk, &json!("energy"), &of(3, 5)]);
    let other = saved(&quiz, "remote_other", json!("A train")).await;
    assert_eq!((&other["answered"][1], &other["next"]), (&json!("remote_other"), &json!("energy")));

    let submitted = quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
    let submitted = submitted.json();
    assert_eq!((&submitted["next"], &submitted["progress"]), (&Value::Null, &of(3, 5)));
    assert_eq!(submitted["answers"]["qAnswers"], json!({}), "the answers themselves are not told");
    assert_eq!(begun(&quiz).await["next"], Value::Null);

    // Reading returns only the record.
    let read = quiz.answers_of("session-1").await.is(200).json();
    assert_eq!(read.as_object().map(serde_json::Map::len), Some(1), "{read}");
    let body = json!({ "sessionId": "session-2" });
    let with_key = quiz.post("/users/anonymous/initQuiz").key(&app.key).json(body).await.is(200).json();
    assert_eq!(with_key.as_object().map(serde_json::Map::len), Some(1), "{with_key}");
}

#[tokio::test]
async fn statements_and_tables_of_questions_have_their_place_on_the_way() {
    let app = App::start().await;
    let quiz = app
        .quiz(json!({
            "name": "Ways", "anonymous": false, "inapp": true,
            "questions": [
                { "id": "hello", "kind": "statement", "text": "Hello" },
                { "id": "parts", "kind": "matrix", "text": "How good?", "options": [{ "label": "Good" }, { "label": "Bad" }],
                  "rows": [{ "id": "food", "text": "Food" }, { "id": "talk", "text": "Talks" }] },
                { "id": "sorry", "kind": "statement", "text": "Sorry", "ends": true,
                  "showIf": { "question": "parts_talk", "is": [2] } },
                { "id": "more", "kind": "text", "text": "More?", "required": false }]
        }))
        .await;
    let first = begun(&quiz).await;
    assert_eq!(way(&first)[1..3], [&json!(["hello", "parts", "more"]), &json!("hello")]);
    assert_eq!(first["progress"], json!({ "answered": 0, "total": 2 }));
    let half = saved(&quiz, "parts_food", json!(1)).await;
    assert_eq!(way(&half)[2..], [&json!("parts"), &json!({ "answered": 0, "total": 2 })]);
    let bad = saved(&quiz, "parts_talk", json!(2)).await;
    assert_eq!(way(&bad)[1..3], [&json!(["hello", "parts", "sorry"]), &json!("sorry")]);
    assert_eq!(bad["progress"], json!({ "answered": 1, "total": 1 }));
    let good = saved(&quiz, "parts_talk", json!(1)).await;
    assert_eq!(way(&good)[1..3], [&json!(["hello", "parts", "more"]), &json!("more")]);
}

#[tokio::test]
async fn built_in_questions_alone_are_told_as_published() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let alone = |reply: &Value| {
        assert_eq!(
            reply.as_object().map(|reply| reply.keys().cloned().collect::<Vec<_>>()),
            Some(vec!["answers".to_owned()])
        );
    };
    alone(&begun(&quiz).await);
    for (question, code) in VECTOR_3 {
        alone(&saved(&quiz, question, json!(code)).await);
    }
    let submitted = quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
    alone(&submitted.json());
    quiz.patch(json!({ "showResults": true })).await.is(200);
    assert_eq!(begun(&quiz).await, submitted.json(), "there is nothing more to show");
}

#[tokio::test]
async fn own_results_are_told_only_where_the_owner_says_so() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    answered(&quiz, "session-1").await;
    let submit = || quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" }));
    let of_type = |kind: &str| quiz.get(&format!("/users/session-1/answers?recommendations_type={kind}"));
    let own = ["score", "band", "category_scores", "category_bands", "cards"];
    let hidden = [submit().await.is(200).answers(), of_type("full").await.is(200).answers()];
    for (record, absent) in hidden.iter().flat_map(|record| own.map(|name| (record, name))) {
        assert!(record.get(absent).is_none(), "{absent}: {record}");
    }

    let changed = quiz.patch(json!({ "showResults": true })).await.is(200).json();
    assert_eq!(changed["showResults"], true);
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["showResults"], true);
    assert_eq!(quiz.get("/public").await.is(200).json()["showResults"], true);
    for record in [submit().await.is(200).answers(), of_type("none").await.is(200).answers()] {
        assert_eq!((&record["score"], &record["band"]), (&json!(61), &json!("fine")));
        assert_eq!(record["category_scores"], json!({ "body": 61, "work": 60 }));
        assert_eq!(record["category_bands"], json!({ "body": "fine", "work": "fine" }));
        assert_eq!((&record["indicator_scores"], &record["qAnswers"]), (&json!({}), &json!({})), "no points");
        for absent in ["values", "cards", "attempt", "quizVersion"] {
            assert!(record.get(absent).is_none(), "{absent}: {record}");
        }
    }
    let whole = of_type("full").key(&app.key).await.is(200).answers();
    assert_eq!(of_type("full").await.is(200).answers()["cards"], whole["cards"]);
    assert_eq!(whole["cards"][0]["id"], "sleep");

    // It depends on the current quiz, whichever version was answered.
    quiz.patch(json!({ "showResults": false })).await.is(200);
    assert!(of_type("full").await.is(200).answers().get("score").is_none());
}
