//! The three flows from end to end, each with every spelling of its paths.

use serde_json::{Value, json};

use crate::support::{App, QuizAt, VECTOR_3, all_answers, segment};

#[track_caller]
fn assert_published_scores(record: &Value) {
    let scores = ["spend_score", "save_score", "borrow_score", "plan_score", "score"].map(|name| &record[name]);
    assert_eq!(scores, [&json!(23), &json!(100), &json!(93), &json!(75), &json!(73)], "{record}");
    let points = json!({
        "fhn1": 25, "fhn2": 20, "fhn3": 100, "fhn4": 100, "fhn5": 85, "fhn6": 100, "fhn7": 50, "fhn8": 100,
    });
    assert_eq!(record["indicator_scores"], points);
    assert_eq!((&record["isCompleted"], &record["completionStatus"]), (&json!(true), &json!(3)));
}

/// Answers question by question and submits; `who` identifies the respondent in the body.
async fn answer_all(quiz: &QuizAt<'_>, answers: &str, who: &Value) -> Value {
    for (index, (question, code)) in VECTOR_3.into_iter().enumerate() {
        let mut body = who.clone();
        body["questionId"] = json!(question);
        body["answer"] = json!(code);
        let record = quiz.post(answers).json(body).await.is(200).answers();
        assert_eq!((&record["completionStatus"], &record["isCompleted"]), (&json!(2), &json!(false)));
        assert_eq!(record["qAnswers"].as_object().map(serde_json::Map::len), Some(index + 1));
        assert!(record.get("score").is_none() && record.get("indicator_scores").is_none(), "{record}");
    }
    quiz.post(&format!("{answers}/submit")).json(who.clone()).await.is(200).answers()
}

#[tokio::test]
async fn an_open_quiz_ends_in_the_published_score() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    assert_eq!(quiz.get("/public").await.is(200).json()["kind"], "open");
    let anon_id = quiz.new_anon_id().await;
    assert!(anon_id.starts_with("anon_") && anon_id.len() == 38, "{anon_id}");
    let who = json!({ "anon_id": anon_id });
    let begun = quiz.post("/users/anonymous/initQuiz").json(who.clone()).await.is(200).answers();
    assert_eq!(begun["id"], format!("{}-{anon_id}", quiz.id));
    assert_eq!((&begun["userId"], &begun["quizId"]), (&json!(anon_id), &json!(quiz.id)));
    assert_eq!((&begun["completionStatus"], &begun["isCompleted"]), (&json!(1), &json!(false)));
    assert_eq!((&begun["qAnswers"], &begun["isAnonymous"]), (&json!({}), &json!(true)));
    assert!(begun["activityDate"]["_seconds"].as_i64() > Some(1_600_000_000));
    let submitted = answer_all(&quiz, "/users/anonymous/answers", &who).await;
    assert_published_scores(&submitted);
    let read = quiz.answers_of(&anon_id).await.is(200).answers();
    assert_eq!(read, submitted);
}

#[tokio::test]
async fn an_inapp_quiz_by_its_own_paths() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let session = "User 4711 ñ";
    let init = format!("/users/inapp/{}/initQuiz", segment(session));
    let begun = quiz.post(&init).json(json!({})).await.is(200).answers();
    assert_eq!(begun["userId"], session);
    // Naming the user twice is fine, but not differently.
    quiz.post(&init).json(json!({ "sessionId": session })).await.is(200);
    let other = json!({ "sessionId": "somebody else" });
    quiz.post(&init).json(other).await.fails(400, "the body names another user than the path");
    let who = json!({ "sessionId": session });
    assert_published_scores(&answer_all(&quiz, "/users/inapp/answers", &who).await);
    assert_published_scores(&quiz.answers_of(session).await.is(200).answers());
}

#[tokio::test]
async fn sessions_may_be_called_like_parts_of_the_paths() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    for session in ["anonymous", "inapp", "invited", "genId"] {
        let who = json!({ "sessionId": session });
        quiz.post("/users/anonymous/initQuiz").json(who.clone()).await.is(200);
        assert_published_scores(&answer_all(&quiz, "/users/anonymous/answers", &who).await);
        assert_published_scores(&quiz.answers_of(session).await.is(200).answers());
    }
}

#[tokio::test]
async fn an_invited_person_answers_under_the_uuid_of_the_invitation() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let body = json!({ "users": [{ "name": "Ana", "email": "ana@example.com", "customData": "crm=9" }] });
    let made = quiz.post("/users").key(&app.key).json(body).await.is(201).json();
    let uuid = made["users"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(made["users"][0]["link"], format!("https://quiz.example/aq/acme/{}/{uuid}", quiz.id));
    quiz.answers_of(&uuid).await.fails(500, "invited user does not exist");
    let init = format!("/users/invited/{uuid}/initQuiz");
    let begun = quiz.post(&init).json(json!({})).await.is(200).answers();
    assert_eq!((&begun["userId"], &begun["customData"]), (&json!(uuid), &json!("crm=9")));
    assert_eq!(begun["isAnonymous"], false);
    assert_published_scores(&answer_all(&quiz, &format!("/users/{uuid}/answers"), &json!({})).await);
    assert_published_scores(&quiz.answers_of(&uuid).await.is(200).answers());
}

#[tokio::test]
async fn clients_of_the_predecessor_spell_two_fields_otherwise() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.new_anon_id().await;
    let who = json!({ "anonymousUserId": anon_id, "customParams": "custom_id=42" });
    let begun = quiz.post("/users/anonymous/initQuiz").json(who.clone()).await.is(200).answers();
    assert_eq!(begun["customData"], "custom_id=42");
    assert_published_scores(&answer_all(&quiz, "/users/anonymous/answers", &who).await);
}

#[tokio::test]
async fn one_call_can_answer_everything_by_ids_or_by_codes() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let info = quiz.get("/public").await.json();
    let option = |question: usize, code: u32| {
        let options = info["questions"][question]["options"].as_array().expect("options");
        options.iter().find(|option| option["code"] == code).expect("the code")["id"].clone()
    };
    let by_id: serde_json::Map<String, Value> =
        VECTOR_3.into_iter().enumerate().map(|(index, (id, code))| (id.to_owned(), option(index, code))).collect();
    for answers in [all_answers(), by_id.clone().into()] {
        let anon_id = quiz.begin().await;
        let body = json!({ "anon_id": anon_id, "answers": answers });
        let record = quiz.post("/users/anonymous/answers/submit").json(body).await.is(200).answers();
        assert_published_scores(&record);
        assert_eq!(record["qAnswers"], Value::Object(by_id.clone()));
    }
}

#[tokio::test]
async fn the_uuid_of_an_option_may_be_written_in_capitals() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let id = quiz.get("/public").await.json()["questions"][0]["options"][0]["id"].clone();
    let shouted = id.as_str().expect("a UUID").to_uppercase();
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": shouted });
    let record = quiz.post("/users/anonymous/answers").json(body).await.is(200).answers();
    assert_eq!(record["qAnswers"]["fhn1"], id);
}
