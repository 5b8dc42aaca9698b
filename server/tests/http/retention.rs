//! Retention rules for answers: setting them, and their effect.

use domain::{Role, Timestamp};
use serde_json::{Value, json};

use crate::support::{App, Page, QuizAt, all_answers, button};

const RULE: &str = "/api/v1/namespaces/acme/retention";
const DAY: i64 = 86_400 * 1_000_000_000;

/// Applies retention as of this many days from now.
async fn after(app: &App, days: i64) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_nanos();
    let now = i64::try_from(now).expect("before 2262");
    app.service.apply_retention(Timestamp::from_nanoseconds(now + days * DAY)).await.expect("applied");
}

async fn set(app: &App, answers: Value, unfinished: Value) {
    let body = json!({ "answersDays": answers, "unfinishedDays": unfinished });
    let set = app.call(axum::http::Method::PUT, RULE).key(&app.key).json(body.clone()).await.is(200).json();
    assert_eq!(set, body);
    assert_eq!(app.get(RULE).key(&app.key).await.is(200).json(), body);
}

/// Three respondents: one who only began, one who answered a question, one who submitted.
async fn people(quiz: &QuizAt<'_>) -> [String; 3] {
    let [begun, answered] = [quiz.begin().await, quiz.begin().await];
    let answer = json!({ "anon_id": answered, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(answer).await.is(200);
    [begun, answered, quiz.submitted().await]
}

async fn are_there(quiz: &QuizAt<'_>, people: &[String; 3]) -> [bool; 3] {
    let mut found = [false; 3];
    for (found, person) in found.iter_mut().zip(people) {
        *found = quiz.answers_of(person).await.status == 200;
    }
    found
}

#[tokio::test]
async fn without_a_rule_only_records_without_an_answer_go() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let people = people(&quiz).await;
    after(&app, 6).await;
    assert_eq!(are_there(&quiz, &people).await, [true; 3]);
    after(&app, 8).await;
    assert_eq!(are_there(&quiz, &people).await, [false, true, true]);
    after(&app, 9000).await;
    assert_eq!(are_there(&quiz, &people).await, [false, true, true]);
}

#[tokio::test]
async fn records_go_when_their_time_is_over_and_the_log_counts_them() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let people = people(&quiz).await;
    set(&app, json!(90), json!(3)).await;
    after(&app, 2).await;
    assert_eq!(are_there(&quiz, &people).await, [true; 3]);
    after(&app, 4).await;
    assert_eq!(are_there(&quiz, &people).await, [false, false, true]);
    after(&app, 91).await;
    assert_eq!(are_there(&quiz, &people).await, [false; 3]);
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(record["responses"], json!({ "started": 0, "completed": 0 }), "the figures go with them");
    let log = app.get("/api/v1/namespaces/acme/audit?action=answers.expire").key(&app.key).await.is(200).json();
    let details = log["items"].as_array().expect("items").iter().filter_map(|line| line["details"].as_str());
    // One line per batch, however many there are.
    let mut sums = [0; 3];
    for counts in details.map(|details| details.split(", ")) {
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count.split(' ').next().and_then(|count| count.parse::<u32>().ok()).expect("a number");
        }
    }
    assert_eq!(sums, [1, 2, 0], "submitted, unfinished, earlier attempts: {log}");
    assert_eq!(log["items"][0]["actor"]["kind"], "system");
}

#[tokio::test]
async fn other_namespaces_keep_theirs() {
    let app = App::start().await;
    app.namespace("other").await;
    let key = app.key_for(Some("other"), server::store::KeyScope::Admin).await;
    let quiz = app.quiz_in("other", &key, json!({ "name": "Other" })).await;
    let people = people(&quiz).await;
    set(&app, json!(1), json!(1)).await;
    after(&app, 5).await;
    assert_eq!(are_there(&quiz, &people).await, [true; 3]);
}

#[tokio::test]
async fn attempts_before_the_last_one_go_by_their_own_time() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Again", "retryAfterDays": 0 })).await;
    let person = quiz.submitted().await;
    let again = json!({ "anon_id": person, "retake": true });
    quiz.post("/users/anonymous/initQuiz").json(again).await.is(200);
    let attempts = async || {
        let list = quiz.get(&format!("/users/{person}/attempts")).key(&app.key).await;
        list.json()["items"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(attempts().await, 2);
    set(&app, Value::Null, json!(1)).await;
    after(&app, 30).await;
    assert_eq!(attempts().await, 2, "an attempt under way after a submitted one is no unfinished record");
    let body = json!({ "anon_id": person, "answers": all_answers() });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    set(&app, json!(30), Value::Null).await;
    after(&app, 31).await;
    assert_eq!(attempts().await, 0);
}

#[tokio::test]
async fn respondents_read_the_rule_instead_of_what_the_quiz_says() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Check-up", "about": { "runBy": "Example Ltd", "kept": "two years" } })).await;
    let page = async || Page::open(&app, &quiz.page()).await.is(200).html();
    assert!(page().await.contains("Answers kept: two years"));
    assert_eq!(quiz.get("/public").await.is(200).json()["about"]["kept"], "two years");
    set(&app, json!(90), Value::Null).await;
    // Other servers see it within a second, like every change of a quiz.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert!(page().await.contains("Answers kept: for 90 days"));
    assert_eq!(quiz.get("/public?language=es").await.is(200).json()["about"]["kept"], "durante 90 días");
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["about"]["kept"], "two years", "as it was typed");
}

#[tokio::test]
async fn owners_set_the_rule_in_the_dashboard_and_nobody_else_does() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let fields = [("answersDays", "365"), ("unfinishedDays", "")];
    editor.post("/admin/ns/acme/settings/retention", &fields).await.is(403);
    owner.post("/admin/ns/acme/settings/retention", &fields).await.is(303);
    let rule = app.get(RULE).key(&app.key).await.is(200).json();
    assert_eq!(rule, json!({ "answersDays": 365, "unfinishedDays": null }));
    assert!(owner.get("/admin/ns/acme/settings").await.is(200).text().contains("value=\"365\""));
    for wrong in ["0", "3651", "two years", "-1"] {
        let fields = [("answersDays", wrong), ("unfinishedDays", "7")];
        let page = owner.post("/admin/ns/acme/settings/retention", &fields).await.is(422).text();
        assert!(page.contains(&format!("value=\"{wrong}\"")) && page.contains("answersDays-problem"), "{page}");
    }
    let body = json!({ "answersDays": 0 });
    app.call(axum::http::Method::PUT, RULE).key(&app.key).json(body).await.invalid_at(&["answersDays"]);
}

#[tokio::test]
async fn what_a_rule_erases_at_once_is_counted_and_confirmed_beforehand() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.open_quiz().await;
    people(&quiz).await;
    let retaken = app.quiz(json!({ "name": "Again", "retryAfterDays": 0 })).await;
    let user = retaken.submitted().await;
    retaken.post("/users/anonymous/initQuiz").json(json!({ "anon_id": user, "retake": true })).await.is(200);
    let body = json!({ "anon_id": user, "answers": all_answers() });
    retaken.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let mut database = app.database.connect().await;
    for table in ["records", "past_attempts"] {
        let month = 30 * DAY;
        database
            .run(&format!(
                "UPDATE {table} SET started_at = started_at - {month}, activity_at = activity_at - {month},
                     submitted_at = submitted_at - {month}"
            ))
            .await;
    }
    let count = async |rule: &str| {
        let counts = app.get(&format!("{RULE}/preview{rule}")).key(&app.key).await.is(200).json();
        ["submitted", "unfinished", "earlierAttempts"].map(|name| counts[name].as_u64().expect("a number"))
    };
    let untouched = count("").await;
    assert_eq!(untouched, [0, 1, 0], "begun and never answered");
    assert_eq!(count("?answersDays=90&unfinishedDays=90").await, untouched);
    assert_eq!(count("?unfinishedDays=7").await, [0, 2, 0]);
    assert_eq!(count("?answersDays=7").await, [2, 1, 1]);
    app.get(&format!("{RULE}/preview?answersDays=0")).key(&app.key).await.invalid_at(&["answersDays"]);

    let set = async |answers: &str, confirmed: &str| {
        let fields = [("answersDays", answers), ("unfinishedDays", ""), ("confirmed", confirmed)];
        owner.post("/admin/ns/acme/settings/retention", &fields).await
    };
    let rule = async || app.get(RULE).key(&app.key).await.is(200).json()["answersDays"].clone();
    let page = set("7", "").await.is(200).text();
    assert!(page.contains("2 submitted, 1 unfinished, 1 earlier attempts. There is no way back."), "{page}");
    let confirmed = button(&page, "Save rule and erase them");
    set("6", &confirmed).await.is(200);
    assert_eq!(rule().await, Value::Null, "another rule than the one that was shown");
    set("7", &confirmed).await.is(303);
    assert_eq!(rule().await, 7);
    after(&app, 0).await;
    assert_eq!(count("?answersDays=7").await, [0; 3]);
}
