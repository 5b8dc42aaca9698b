//! Retaking a quiz: `retake` of initQuiz, and `GET …/users/{user}/attempts`.

use serde_json::{Value, json};

use crate::support::{App, QuizAt, all_answers};

const RETAKABLE: fn() -> Value = || json!({ "name": "Again", "retryAfterDays": 0 });

async fn retake(quiz: &QuizAt<'_>, anon_id: &str) -> crate::support::Reply {
    let body = json!({ "anon_id": anon_id, "retake": true });
    quiz.post("/users/anonymous/initQuiz").key(&quiz.app.key).json(body).await
}

async fn attempts(quiz: &QuizAt<'_>, user: &str) -> Vec<Value> {
    let page = quiz.get(&format!("/users/{user}/attempts")).key(&quiz.app.key).await.is(200).json();
    page["items"].as_array().expect("items").clone()
}

#[tokio::test]
async fn retry_after_days_is_a_setting_of_the_quiz_and_no_new_version() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let record =
        |reply: crate::support::Reply| (reply.json()["retryAfterDays"].clone(), reply.json()["version"].clone());
    assert_eq!(record(quiz.get("").key(&app.key).await.is(200)), (Value::Null, json!(1)));
    for days in [0, 30, 3650] {
        assert_eq!(record(quiz.patch(json!({ "retryAfterDays": days })).await.is(200)), (json!(days), json!(1)));
    }
    assert_eq!(record(quiz.patch(json!({ "name": "Other" })).await.is(200)), (json!(3650), json!(1)));
    assert_eq!(record(quiz.patch(json!({ "retryAfterDays": null })).await.is(200)), (Value::Null, json!(1)));
    for wrong in [json!(-1), json!(3651), json!(1.5), json!("7"), json!(1e30)] {
        quiz.patch(json!({ "retryAfterDays": wrong })).await.invalid_at(&["retryAfterDays"]);
    }
    let made = app.quiz(RETAKABLE()).await;
    assert_eq!(record(made.get("").key(&app.key).await.is(200)), (json!(0), json!(1)));
}

#[tokio::test]
async fn a_retake_begins_a_new_attempt_and_the_old_one_stays_readable() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.submitted().await;
    let first = quiz.whole_answers_of(&user).await.is(200).answers();
    assert_eq!((&first["attempt"], &first["score"]), (&json!(1), &json!(73)));

    // Without the field nothing changes.
    let again = quiz.post("/users/anonymous/initQuiz").key(&app.key).json(json!({ "anon_id": user })).await;
    assert_eq!(again.is(200).answers(), first);

    let second = retake(&quiz, &user).await.is(200).answers();
    assert_eq!(
        (&second["attempt"], &second["completionStatus"], &second["qAnswers"]),
        (&json!(2), &json!(1), &json!({}))
    );
    assert!(second["score"].is_null() && second["submittedAt"].is_null());
    assert!(second["startedAt"].as_str() > first["submittedAt"].as_str());
    // Requesting it twice creates one attempt.
    assert_eq!(retake(&quiz, &user).await.is(200).answers(), second);
    assert_eq!(attempts(&quiz, &user).await, [second, first.clone()]);

    let best: Value = (1..=8).map(|n| (format!("fhn{n}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    let body = json!({ "anon_id": user, "answers": best });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let now = quiz.whole_answers_of(&user).await.is(200).answers();
    assert_eq!((&now["attempt"], &now["score"]), (&json!(2), &json!(100)));
    assert_eq!(attempts(&quiz, &user).await, [now, first]);
    let counts = quiz.get("").key(&app.key).await.json()["responses"].clone();
    assert_eq!(counts, json!({ "started": 1, "completed": 1 }));
}

#[tokio::test]
async fn the_number_of_the_attempt_is_for_administrators() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.submitted().await;
    assert!(quiz.answers_of(&user).await.is(200).answers()["attempt"].is_null());
    let url = format!("/users/{user}/attempts");
    quiz.get(&url).await.fails(401, "x-api-key is required");
    let export = app.key_for(Some("acme"), server::store::KeyScope::Export).await;
    quiz.get(&url).key(&export).await.is(403);
    let read = app.key_for(Some("acme"), server::store::KeyScope::Read).await;
    quiz.get(&url).key(&read).await.is(200);
    quiz.get("/users/nobody/attempts").key(&read).await.fails(404, "invited user does not exist");
}

#[tokio::test]
async fn a_quiz_says_when_it_may_be_taken_again_or_that_it_may_not() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    retake(&quiz, &user).await.fails(409, "quiz does not allow another attempt");
    quiz.patch(json!({ "retryAfterDays": 2 })).await.is(200);
    let refusal = retake(&quiz, &user).await.is(409).error();
    let from = refusal.strip_prefix("quiz may be taken again from ").expect("the moment");
    assert!(from.ends_with("T00:00:00Z"), "{from}");
    quiz.patch(json!({ "retryAfterDays": 0, "status": "closed" })).await.is(200);
    retake(&quiz, &user).await.fails(409, "quiz is closed");
    assert_eq!(attempts(&quiz, &user).await.len(), 1);
    quiz.patch(json!({ "status": "open" })).await.is(200);
    assert_eq!(retake(&quiz, &user).await.is(200).answers()["attempt"], 2);
}

#[tokio::test]
async fn who_has_not_submitted_goes_on_and_who_has_not_begun_begins() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.new_anon_id().await;
    assert_eq!(retake(&quiz, &user).await.is(200).answers()["attempt"], 1);
    let body = json!({ "anon_id": user, "questionId": "fhn1", "answer": 2 });
    let answered = quiz.post("/users/anonymous/answers").key(&app.key).json(body).await.is(200).answers();
    assert_eq!(retake(&quiz, &user).await.is(200).answers(), answered);
    assert_eq!(attempts(&quiz, &user).await, [answered]);
}

#[tokio::test]
async fn every_kind_of_user_may_take_a_quiz_again() {
    let app = App::start().await;
    let inapp = app.quiz(json!({ "name": "Q", "anonymous": false, "inapp": true, "retryAfterDays": 0 })).await;
    let invited = app.quiz(json!({ "name": "Q", "anonymous": false, "retryAfterDays": 0 })).await;
    let session = inapp.session("session-1").await;
    let uuid = invited.invited().await;
    invited.post(&format!("/users/invited/{uuid}/initQuiz")).json(json!({})).await.is(200);
    for (quiz, user, path) in [(&inapp, &session, "inapp"), (&invited, &uuid, "invited")] {
        let body = json!({ "answers": all_answers() });
        quiz.post(&format!("/users/{user}/answers/submit")).json(body).await.is(200);
        let body = json!({ "retake": true, "customData": "second" });
        let begun =
            quiz.post(&format!("/users/{path}/{user}/initQuiz")).key(&app.key).json(body).await.is(200).answers();
        assert_eq!((&begun["attempt"], &begun["customData"]), (&json!(2), &json!("second")));
        assert_eq!(attempts(quiz, user).await.len(), 2);
    }
}

#[tokio::test]
async fn two_retakes_at_once_make_one_attempt() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.submitted().await;
    let begun = futures_util::future::join_all((0..16).map(|_| retake(&quiz, &user))).await;
    assert!(begun.into_iter().all(|reply| reply.is(200).answers()["attempt"] == 2));
    assert_eq!(attempts(&quiz, &user).await.len(), 2);
}

#[tokio::test]
async fn the_next_attempt_is_asked_what_the_quiz_asks_now() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.submitted().await;
    quiz.patch(json!({ "questions": [{ "id": "fhn1" }] })).await.is(200);
    assert_eq!(retake(&quiz, &user).await.is(200).answers()["quizVersion"], 2);
    let body = json!({ "anon_id": user, "answers": { "fhn1": 1 } });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let found: Vec<(Value, Value)> = attempts(&quiz, &user)
        .await
        .iter()
        .map(|record| (record["quizVersion"].clone(), record["score"].clone()))
        .collect();
    assert_eq!(found, [(json!(2), json!(100)), (json!(1), json!(73))]);
}

#[tokio::test]
async fn attempts_come_in_pages_and_go_with_the_person() {
    let app = App::start().await;
    let quiz = app.quiz(RETAKABLE()).await;
    let user = quiz.submitted().await;
    for _ in 0..2 {
        retake(&quiz, &user).await.is(200);
        let body = json!({ "anon_id": user, "answers": all_answers() });
        quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    }
    let url = format!("{}/users/{user}/attempts", quiz.url);
    let found = app.listed(&url, &app.key, 2).await;
    assert_eq!(found.iter().map(|item| &item["attempt"]).collect::<Vec<_>>(), [3, 2, 1]);
    app.delete(&format!("{}/users/{user}", quiz.url)).key(&app.key).await.is(200);
    app.get(&url).key(&app.key).await.is(404);
}
