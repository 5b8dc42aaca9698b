//! Get User's Answer and the list of answers: what each caller may see.

use serde_json::{Value, json};
use server::store::KeyScope;

use crate::support::{App, QuizAt, all_answers};

/// The built-in questions and own ones, all answered by the respondent.
async fn with_own_question(app: &App) -> (QuizAt<'_>, String) {
    let mut questions: Vec<Value> = (1..=8).map(|number| json!({ "id": format!("fhn{number}") })).collect();
    for id in ["income", "fhn9", "fhn10", "fhn"] {
        questions.push(json!({ "id": id, "text": "How much?", "options": [{ "label": "Some" }, { "label": "None" }] }));
    }
    let quiz = app.quiz(json!({ "name": "Q", "questions": questions })).await;
    let anon_id = quiz.begin().await;
    let mut answers = all_answers();
    for id in ["income", "fhn9", "fhn10", "fhn"] {
        answers[id] = json!(1);
    }
    let body = json!({ "anon_id": anon_id, "answers": answers, "customData": "custom_id=42" });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    (quiz, anon_id)
}

fn fields(value: &Value) -> Vec<&str> {
    let mut fields: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    fields
}

const BUILT_IN: [&str; 8] = ["fhn1", "fhn2", "fhn3", "fhn4", "fhn5", "fhn6", "fhn7", "fhn8"];
const PUBLIC: [&str; 15] = [
    "activityDate",
    "borrow_score",
    "completionStatus",
    "customData",
    "id",
    "indicator_scores",
    "isAnonymous",
    "isCompleted",
    "plan_score",
    "qAnswers",
    "quizId",
    "save_score",
    "score",
    "spend_score",
    "userId",
];

#[tokio::test]
async fn without_a_key_only_the_built_in_questions_are_shown() {
    let app = App::start().await;
    let (quiz, anon_id) = with_own_question(&app).await;
    let record = quiz.answers_of(&anon_id).await.is(200).answers();
    assert_eq!(fields(&record), PUBLIC);
    assert_eq!(fields(&record["qAnswers"]), BUILT_IN);
    assert_eq!(fields(&record["indicator_scores"]), BUILT_IN);
}

#[tokio::test]
async fn the_filter_holds_on_every_way_to_a_record() {
    let app = App::start().await;
    let (quiz, anon_id) = with_own_question(&app).await;
    let who = json!({ "anon_id": anon_id });
    let repeat = json!({ "anon_id": anon_id, "questionId": "income", "answer": 1 });
    for (path, body) in [
        ("/users/anonymous/initQuiz".to_owned(), &who),
        ("/users/anonymous/answers".to_owned(), &repeat),
        ("/users/anonymous/answers/submit".to_owned(), &who),
        (format!("/users/{anon_id}/answers"), &repeat),
        (format!("/users/{anon_id}/answers/submit"), &who),
    ] {
        let record = quiz.post(&path).json(body.clone()).await.is(200).answers();
        assert_eq!(fields(&record["qAnswers"]), BUILT_IN, "{path}");
        assert!(record.get("quizVersion").is_none(), "{path}");
        let whole = quiz.post(&path).key(&app.key).json(body.clone()).await.is(200).answers();
        assert_eq!(fields(&whole["qAnswers"]).len(), 12, "{path} with a key");
    }
}

#[tokio::test]
async fn with_a_key_everything_is_shown() {
    let app = App::start().await;
    let (quiz, anon_id) = with_own_question(&app).await;
    let key = app.key_for(Some("acme"), KeyScope::Read).await;
    let record = quiz.answers_of(&anon_id).key(&key).await.is(200).answers();
    let mut expected = [&PUBLIC[..], &["attempt", "language", "quizVersion", "startedAt", "submittedAt"]].concat();
    expected.sort_unstable();
    assert_eq!(fields(&record), expected);
    assert_eq!(record["qAnswers"].as_object().map(serde_json::Map::len), Some(12));
    assert_eq!(fields(&record["indicator_scores"]), BUILT_IN);
    assert_eq!((&record["quizVersion"], &record["language"]), (&json!(1), &json!("en")));
    assert!(record["startedAt"].as_str() < record["submittedAt"].as_str());
}

#[tokio::test]
async fn a_record_that_is_not_submitted_has_no_scores_and_no_time_of_submission() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.begin().await;
    let record = quiz.whole_answers_of(&anon_id).await.is(200).answers();
    let expected = "activityDate attempt completionStatus id isAnonymous isCompleted language qAnswers quizId \
                    quizVersion startedAt userId";
    assert_eq!(fields(&record).join(" "), expected);
}

#[tokio::test]
async fn recommendations_come_when_they_are_asked_for_and_the_answers_are_submitted() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let open = quiz.begin().await;
    let done = quiz.submitted().await;
    let ask = async |who: &str, kind: &str| {
        quiz.get(&format!("/users/{who}/answers?recommendations_type={kind}")).await.is(200).answers()
    };
    for kind in ["none", "min", "full"] {
        assert!(ask(&open, kind).await.get("recommendations").is_none(), "{kind}");
    }
    assert!(ask(&done, "none").await.get("recommendations").is_none());
    assert!(quiz.answers_of(&done).await.answers().get("recommendations").is_none());
    for (kind, expected) in [
        ("min", "id priority show_required steps"),
        ("full", "boost category id priority show_required steps stepsTitle subTitle title"),
    ] {
        let record = ask(&done, kind).await;
        let cards = record["recommendations"].as_array().expect("cards");
        assert_eq!((cards.len(), &cards[0]["id"], &cards[0]["priority"]), (8, &json!("fhn2"), &json!(1)));
        for card in cards {
            assert_eq!(fields(card).join(" "), expected);
            let steps = card["steps"].as_array().expect("steps");
            assert!((3..=5).contains(&steps.len()), "{card}");
        }
    }
}

#[tokio::test]
async fn another_type_of_recommendations_does_not_exist() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let done = quiz.submitted().await;
    for kind in ["all", "", "MIN", "min,full", "%00"] {
        quiz.get(&format!("/users/{done}/answers?recommendations_type={kind}")).await.is(400);
    }
}

#[tokio::test]
async fn what_is_missing_is_a_500_here_as_it_always_was() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let nobody = quiz.new_anon_id().await;
    let quizzes = "/api/v1/namespaces/acme/quizzes";
    for (path, message) in [
        (format!("{}/users/{nobody}/answers", quiz.url), "invited user does not exist"),
        (format!("{}/users/whoever/answers", quiz.url), "invited user does not exist"),
        (format!("{}/users/anonymous/answers", quiz.url), "invited user does not exist"),
        (format!("{}/users/inapp/answers", quiz.url), "invited user does not exist"),
        (format!("{quizzes}/0000000000000000/users/{nobody}/answers"), "quiz does not exist"),
        (format!("{quizzes}/not-an-id/users/{nobody}/answers"), "quiz does not exist"),
        (format!("/api/v1/namespaces/nowhere/quizzes/{}/users/{nobody}/answers", quiz.id), "namespace does not exist"),
        ("/api/v1/namespaces/nowhere/quizzes/not-an-id/users/u/answers".to_owned(), "namespace does not exist"),
        ("/api/v1/namespaces/Not%20valid/quizzes/q/users/u/answers".to_owned(), "namespace does not exist"),
    ] {
        app.get(&path).await.fails(500, message);
    }
}

#[tokio::test]
async fn an_inapp_record_is_also_found_by_custom_data_with_a_key() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let data = "custom_id=42&name=Zoë/ß";
    for session in ["first", "second", "third"] {
        let body = json!({ "sessionId": session, "customData": data });
        quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
    }
    assert_eq!(quiz.whole_answers_of(data).await.is(200).answers()["userId"], "third", "the one that was active last");
    quiz.answers_of(data).await.fails(500, "invited user does not exist");
    quiz.whole_answers_of("custom_id=43").await.fails(500, "invited user does not exist");
    let exporter = app.key_for(Some("acme"), KeyScope::Export).await;
    quiz.answers_of(data).key(&exporter).await.fails(403, "the api key lacks the scope read");
    // A session of that name takes precedence over custom data.
    quiz.session("custom_id=7").await;
    let body = json!({ "sessionId": "other", "customData": "custom_id=7" });
    quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
    assert_eq!(quiz.whole_answers_of("custom_id=7").await.answers()["userId"], "custom_id=7");
}

#[tokio::test]
async fn an_open_or_invited_record_is_never_found_by_custom_data() {
    let app = App::start().await;
    let open = app.open_quiz().await;
    let body = json!({ "anon_id": open.new_anon_id().await, "customData": "custom_id=42" });
    open.post("/users/anonymous/initQuiz").json(body).await.is(200);
    open.whole_answers_of("custom_id=42").await.fails(500, "invited user does not exist");
    let invited = app.invited_quiz().await;
    let uuid = invited.invited().await;
    let body = json!({ "customData": "custom_id=42" });
    invited.post(&format!("/users/invited/{uuid}/initQuiz")).json(body).await.is(200);
    invited.whole_answers_of("custom_id=42").await.fails(500, "invited user does not exist");
}

#[tokio::test]
async fn the_list_holds_every_record_whole_in_the_order_of_beginning() {
    let app = App::start().await;
    let (quiz, first) = with_own_question(&app).await;
    let mut people = vec![first];
    for _ in 0..4 {
        people.push(quiz.begin().await);
    }
    for limit in [2, 200] {
        let found = app.listed(&format!("{}/answers", quiz.url), &app.key, limit).await;
        let users: Vec<&str> = found.iter().filter_map(|record| record["userId"].as_str()).collect();
        assert_eq!(users, people, "limit {limit}");
        assert_eq!(found[0]["qAnswers"].as_object().map(serde_json::Map::len), Some(12));
        assert_eq!(found[0], quiz.whole_answers_of(&people[0]).await.answers());
    }
    for query in ["limit=0", "limit=201", "cursor=31", "cursor=g0"] {
        quiz.get(&format!("/answers?{query}")).key(&app.key).await.is(400);
    }
}
