//! genId, initQuiz, Post Answers and Submit: repetition and errors.

use serde_json::{Value, json};

use crate::support::{App, QuizAt, all_answers};

const INIT: &str = "/users/anonymous/initQuiz";
const ANSWERS: &str = "/users/anonymous/answers";
const SUBMIT: &str = "/users/anonymous/answers/submit";

async fn answer(quiz: &QuizAt<'_>, anon_id: &str, question: &str, answer: Value) -> crate::support::Reply {
    quiz.post(ANSWERS).json(json!({ "anon_id": anon_id, "questionId": question, "answer": answer })).await
}

#[tokio::test]
async fn every_generated_id_is_new_and_nothing_is_stored_for_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (one, two) = (quiz.new_anon_id().await, quiz.new_anon_id().await);
    assert_ne!(one, two);
    assert_eq!(quiz.get("").key(&app.key).await.json()["responses"]["started"], 0);
    quiz.answers_of(&one).await.fails(500, "invited user does not exist");
    answer(&quiz, &one, "fhn1", json!(1)).await.fails(404, "invited user does not exist");
    let body = json!({ "anon_id": one });
    quiz.post(SUBMIT).json(body).await.fails(404, "invited user does not exist");
}

#[tokio::test]
async fn an_id_that_was_not_issued_here_is_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let real = quiz.new_anon_id().await;
    let last = if real.ends_with('a') { 'b' } else { 'a' };
    let forged = format!("{}{last}", &real[..real.len() - 1]);
    let elsewhere = App::start().await.open_quiz().await.new_anon_id().await;
    for id in [forged.as_str(), &elsewhere, "anon_", "anon_short", "", "somebody", "anon_ööööööööööööööööö"]
    {
        quiz.post(INIT).json(json!({ "anon_id": id })).await.fails(400, "anon_id was not issued by this service");
    }
}

#[tokio::test]
async fn custom_data_is_set_by_the_first_call_that_carries_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let first = quiz.begin().await;
    let body = json!({ "anon_id": first, "customData": "custom_id=1" });
    assert_eq!(quiz.post(INIT).json(body).await.is(200).answers()["customData"], "custom_id=1");
    for (path, more) in [
        (INIT, json!({})),
        (ANSWERS, json!({ "questionId": "fhn1", "answer": 1 })),
        (SUBMIT, json!({ "answers": all_answers() })),
    ] {
        let mut body = json!({ "anon_id": first, "customData": "custom_id=2" });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        assert_eq!(quiz.post(path).json(body).await.is(200).answers()["customData"], "custom_id=1", "{path}");
    }
    let second = quiz.begin().await;
    let body = json!({ "anon_id": second, "questionId": "fhn1", "answer": 1, "customData": "by-answer" });
    assert_eq!(quiz.post(ANSWERS).json(body).await.is(200).answers()["customData"], "by-answer");
    let third = quiz.begin().await;
    let body = json!({ "anon_id": third, "answers": all_answers(), "customParams": "by-submit" });
    assert_eq!(quiz.post(SUBMIT).json(body).await.is(200).answers()["customData"], "by-submit");
    quiz.post(INIT).json(json!({ "anon_id": third, "customData": "😀".repeat(512) })).await.is(200);
    for wrong in ["x".repeat(513), "nul\0".to_owned()] {
        quiz.post(INIT).json(json!({ "anon_id": third, "customData": wrong })).await.invalid_at(&["customData"]);
    }
}

#[tokio::test]
async fn the_language_is_the_one_named_last_before_submission() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.new_anon_id().await;
    let language = async || quiz.whole_answers_of(&anon_id).await.answers()["language"].clone();
    quiz.post(INIT).json(json!({ "anon_id": anon_id, "language": "es" })).await.is(200);
    assert_eq!(language().await, "es");
    let body = json!({ "anon_id": anon_id, "questionId": "fhn1", "answer": 1, "language": "en" });
    quiz.post(ANSWERS).json(body).await.is(200);
    assert_eq!(language().await, "en");
    let body = json!({ "anon_id": anon_id, "answers": all_answers(), "language": "es" });
    quiz.post(SUBMIT).json(body.clone()).await.is(200);
    assert_eq!(language().await, "es");
    let card = quiz.get(&format!("/users/{anon_id}/answers?recommendations_type=full")).await.answers();
    let english = quiz.submitted().await;
    let other = quiz.get(&format!("/users/{english}/answers?recommendations_type=full")).await.answers();
    assert_ne!(card["recommendations"][0]["title"], other["recommendations"][0]["title"]);
    quiz.post(INIT).json(json!({ "anon_id": anon_id, "language": "french" })).await.invalid_at(&["language"]);
}

#[tokio::test]
async fn an_answer_can_be_changed_until_the_submission() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let first = answer(&quiz, &anon_id, "fhn1", json!(1)).await.is(200).answers();
    let same = answer(&quiz, &anon_id, "fhn1", json!(1)).await.is(200).answers();
    assert_eq!(first["qAnswers"], same["qAnswers"]);
    let other = answer(&quiz, &anon_id, "fhn1", json!(2)).await.is(200).answers();
    assert_ne!(first["qAnswers"], other["qAnswers"]);

    let body = json!({ "anon_id": anon_id, "answers": all_answers() });
    quiz.post(SUBMIT).json(body).await.is(200);
    let record = quiz.answers_of(&anon_id).await.answers();
    let again = answer(&quiz, &anon_id, "fhn1", json!(4)).await.is(200).answers();
    assert_eq!(again, record, "what was submitted may be sent again");
    answer(&quiz, &anon_id, "fhn1", json!(1)).await.fails(409, "answers are already submitted");
    assert_eq!(quiz.answers_of(&anon_id).await.answers(), record);
}

/// The built-in questions, the fourth of them optional.
fn with_an_optional_question() -> Value {
    let questions: Vec<Value> =
        (1..=8).map(|number| json!({ "id": format!("fhn{number}"), "required": number != 4 })).collect();
    json!({ "name": "Optional", "questions": questions })
}

#[tokio::test]
async fn the_answer_to_an_optional_question_can_be_withdrawn_until_the_submission() {
    let app = App::start().await;
    let quiz = app.quiz(with_an_optional_question()).await;
    let anon_id = quiz.begin().await;
    assert_eq!(answer(&quiz, &anon_id, "fhn4", json!(2)).await.is(200).answers()["completionStatus"], 2);
    let withdrawn = answer(&quiz, &anon_id, "fhn4", json!(null)).await.is(200).answers();
    assert_eq!((&withdrawn["completionStatus"], &withdrawn["qAnswers"]), (&json!(1), &json!({})));
    assert_eq!(quiz.answers_of(&anon_id).await.answers()["completionStatus"], 1);

    // A required answer cannot be withdrawn, and a withdrawal must be explicit.
    answer(&quiz, &anon_id, "fhn1", json!(3)).await.is(200);
    let refused = answer(&quiz, &anon_id, "fhn1", json!(null)).await.invalid_at(&["answer"]);
    assert_eq!(refused.json()["details"][0]["code"], "required");
    quiz.post(ANSWERS).json(json!({ "anon_id": anon_id, "questionId": "fhn4" })).await.invalid_at(&["answer"]);
    let body = json!({ "anon_id": anon_id, "answers": { "fhn1": null } });
    quiz.post(SUBMIT).json(body).await.invalid_at(&["answers.fhn1"]);
    assert!(quiz.answers_of(&anon_id).await.answers()["qAnswers"].get("fhn1").is_some());

    answer(&quiz, &anon_id, "fhn4", json!(2)).await.is(200);
    let mut answers = all_answers();
    answers["fhn4"] = json!(null);
    let body = json!({ "anon_id": anon_id, "answers": answers });
    let record = quiz.post(SUBMIT).json(body.clone()).await.is(200).answers();
    assert_eq!(record["qAnswers"].as_object().map(serde_json::Map::len), Some(7));
    assert!(record["qAnswers"].get("fhn4").is_none() && record.get("save_score").is_none(), "{record}");
    assert_eq!(quiz.post(SUBMIT).json(body).await.is(200).answers(), record);
    assert_eq!(answer(&quiz, &anon_id, "fhn4", json!(null)).await.is(200).answers(), record);
    answer(&quiz, &anon_id, "fhn4", json!(1)).await.fails(409, "answers are already submitted");

    let other = quiz.submitted().await;
    let body = json!({ "anon_id": other, "answers": { "fhn4": null } });
    quiz.post(SUBMIT).json(body).await.fails(409, "answers are already submitted");
}

#[tokio::test]
async fn open_required_questions_are_named_and_nothing_is_stored() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let mut answers = all_answers();
    for open in ["fhn3", "fhn8"] {
        answers.as_object_mut().expect("an object").remove(open);
    }
    let body = json!({ "anon_id": anon_id, "answers": answers });
    let refused = quiz.post(SUBMIT).json(body).await.invalid_at(&["answers.fhn3", "answers.fhn8"]);
    assert_eq!(refused.error(), "required questions are unanswered: fhn3, fhn8");
    let record = quiz.answers_of(&anon_id).await.answers();
    assert_eq!((&record["qAnswers"], &record["completionStatus"]), (&json!({}), &json!(1)));
}

#[tokio::test]
async fn an_answer_is_one_of_the_options_of_a_question_of_the_quiz() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let elsewhere = quiz.get("/public").await.json()["questions"][1]["options"][0]["id"].clone();
    let unknown = json!("99999999-9999-4999-8999-999999999999");
    for wrong in [json!(0), json!(6), json!(u32::MAX), elsewhere, unknown] {
        answer(&quiz, &anon_id, "fhn1", wrong).await.invalid_at(&["answer"]);
    }
    for wrong in [json!(-1), json!(1.5), json!(true), json!([1]), json!({}), json!(4_294_967_296_u64)] {
        let refused = answer(&quiz, &anon_id, "fhn1", wrong).await.invalid_at(&["answer"]);
        assert_eq!(refused.error(), "answer must be the UUID of an option, or its code as a number");
    }
    for wrong in ["", "1", "fhn1", "not-a-uuid"] {
        answer(&quiz, &anon_id, "fhn1", json!(wrong)).await.is(400);
    }
    answer(&quiz, &anon_id, "fhn9", json!(1)).await.invalid_at(&["questionId"]);
    for wrong in ["", "FHN1", "fhn 1", "$.fhn1", "a'b"] {
        answer(&quiz, &anon_id, wrong, json!(1)).await.is(400);
    }
    let body = json!({ "anon_id": anon_id, "answers": { "fhn1": 9, "pet": 1, "fhn2": 1 } });
    quiz.post(SUBMIT).json(body).await.invalid_at(&["answers.fhn1", "answers.pet"]);
    assert_eq!(quiz.answers_of(&anon_id).await.answers()["qAnswers"], json!({}));
}

#[tokio::test]
async fn every_kind_of_quiz_takes_its_own_kind_of_user() {
    let app = App::start().await;
    let (open, inapp, invited) = (app.open_quiz().await, app.inapp_quiz().await, app.invited_quiz().await);
    for quiz in [&inapp, &invited] {
        quiz.post("/users/anonymous/genId").await.fails(409, "quiz does not take anonymous users");
    }
    let anon_id = open.new_anon_id().await;
    let session = json!({ "sessionId": "session" });
    let anonymous = json!({ "anon_id": anon_id });
    let only = |kind: &str| format!("quiz takes {kind} only");
    open.post(INIT).json(session.clone()).await.fails(409, &only("anonymous users"));
    inapp.post(INIT).json(anonymous.clone()).await.fails(409, &only("users with a sessionId"));
    for body in [&session, &anonymous] {
        invited.post(INIT).json(body.clone()).await.fails(409, &only("invited users"));
    }
    let by_session = "/users/inapp/session/initQuiz";
    open.post(by_session).json(json!({})).await.fails(409, &only("anonymous users"));
    invited.post(by_session).json(json!({})).await.fails(409, &only("invited users"));
    let by_invitation = "/users/invited/4f1a2b3c-0000-4000-8000-00000000abcd/initQuiz";
    open.post(by_invitation).json(json!({})).await.fails(409, &only("anonymous users"));
    inapp.post(by_invitation).json(json!({})).await.fails(409, &only("users with a sessionId"));
    open.post(INIT).json(json!({})).await.invalid_at(&["anon_id"]);
    inapp.post(INIT).json(json!({})).await.invalid_at(&["sessionId"]);
}

#[tokio::test]
async fn a_session_id_is_5_to_128_characters() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let message = "sessionId must be at least 5 characters long";
    quiz.post(INIT).json(json!({ "sessionId": "日本語字" })).await.fails(400, message);
    quiz.post(INIT).json(json!({ "sessionId": "ab/cde" })).await.is(400);
    for right in ["abcde", "日本語文字", &"é".repeat(128)] {
        quiz.post(INIT).json(json!({ "sessionId": right })).await.is(200);
        assert_eq!(quiz.answers_of(right).await.is(200).answers()["userId"], right);
    }
}

#[tokio::test]
async fn an_invitation_that_does_not_exist_cannot_be_used() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let elsewhere = app.invited_quiz().await.invited().await;
    for uuid in ["4f1a2b3c-0000-4000-8000-00000000abcd", &elsewhere] {
        let begin = format!("/users/invited/{uuid}/initQuiz");
        quiz.post(&begin).json(json!({})).await.fails(404, "invited user does not exist");
    }
    quiz.post("/users/invited/not-a-uuid/initQuiz").json(json!({})).await.is(400);
}

#[tokio::test]
async fn a_quiz_that_is_not_open_takes_no_answers_but_shows_those_it_has() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (open, done, waiting) = (quiz.begin().await, quiz.submitted().await, quiz.new_anon_id().await);
    for (change, message) in [
        (json!({ "status": "closed" }), "quiz is closed"),
        (json!({ "status": "draft" }), "quiz is not open yet"),
        (json!({ "status": "open", "opensAt": "2999-01-01T00:00:00Z" }), "quiz is not open yet"),
        (json!({ "opensAt": null, "closesAt": "2001-01-01T00:00:00Z" }), "quiz is closed"),
    ] {
        // 2999 exceeds the range of timestamps.
        if change["opensAt"] == "2999-01-01T00:00:00Z" {
            quiz.patch(change).await.invalid_at(&["opensAt"]);
            quiz.patch(json!({ "status": "open", "opensAt": "2199-01-01T00:00:00Z" })).await.is(200);
        } else {
            quiz.patch(change).await.is(200);
        }
        quiz.post(INIT).json(json!({ "anon_id": waiting })).await.fails(409, message);
        answer(&quiz, &open, "fhn1", json!(1)).await.fails(409, message);
        quiz.post(SUBMIT).json(json!({ "anon_id": open, "answers": all_answers() })).await.fails(409, message);
        assert_eq!(quiz.answers_of(&open).await.is(200).answers()["completionStatus"], 1);
        assert_eq!(quiz.answers_of(&done).await.is(200).answers()["score"], 73);
        // A submission may be repeated, since the first response may have been lost.
        let again = quiz.post(SUBMIT).json(json!({ "anon_id": done })).await.is(200);
        assert_eq!(again.answers()["score"], 73);
        answer(&quiz, &done, "fhn1", json!(4)).await.is(200);
        answer(&quiz, &done, "fhn1", json!(1)).await.fails(409, "answers are already submitted");
    }
    quiz.patch(json!({ "closesAt": null })).await.is(200);
    answer(&quiz, &open, "fhn1", json!(1)).await.is(200);
}

#[tokio::test]
async fn who_has_begun_may_finish_for_ten_minutes_after_the_closing_date() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let [slow, slower, waiting] = [quiz.begin().await, quiz.begin().await, quiz.new_anon_id().await];
    let ago = |minutes: i64| (jiff::Timestamp::now() - jiff::SignedDuration::from_mins(minutes)).to_string();
    quiz.patch(json!({ "closesAt": ago(9) })).await.is(200);
    answer(&quiz, &slow, "fhn1", json!(1)).await.is(200);
    quiz.post(SUBMIT).json(json!({ "anon_id": slow, "answers": all_answers() })).await.is(200);
    app.get(&format!("{}/{slower}?q=fhn1", quiz.page())).await.is(200);
    quiz.post(INIT).json(json!({ "anon_id": waiting })).await.fails(409, "quiz is closed");
    answer(&quiz, &waiting, "fhn1", json!(1)).await.fails(409, "quiz is closed");
    app.get(&quiz.page()).await.is(410);

    let changed = quiz.patch(json!({ "closingGrace": false })).await.is(200).json();
    assert_eq!((&changed["closingGrace"], &changed["version"]), (&json!(false), &json!(1)));
    answer(&quiz, &slower, "fhn1", json!(1)).await.fails(409, "quiz is closed");
    app.get(&format!("{}/{slower}?q=fhn1", quiz.page())).await.is(410);

    quiz.patch(json!({ "closingGrace": true, "closesAt": ago(11) })).await.is(200);
    answer(&quiz, &slower, "fhn1", json!(1)).await.fails(409, "quiz is closed");
    quiz.patch(json!({ "closesAt": ago(1), "status": "closed" })).await.is(200);
    answer(&quiz, &slower, "fhn1", json!(1)).await.fails(409, "quiz is closed");
}
