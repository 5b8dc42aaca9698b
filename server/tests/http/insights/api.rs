//! `GET …/quizzes/{quizId}/insights`: figures over all answers.

use std::time::Duration;

use domain::Role;
use serde_json::{Value, json};

use crate::{
    assessments::{answered, team_health},
    support::{App, Dice, OPTIONS, QuizAt, every_kind, random_records},
};

async fn insights(quiz: &QuizAt<'_>) -> Value {
    quiz.get("/insights").key(&quiz.app.key).await.is(200).json()
}

fn chosen(insights: &Value, question: &str) -> Vec<u64> {
    let questions = insights["questions"].as_array().expect("questions");
    let question = questions.iter().find(|found| found["id"] == question).expect("the question");
    question["options"].as_array().expect("options").iter().filter_map(|option| option["chosen"].as_u64()).collect()
}

#[tokio::test]
async fn people_are_counted_where_they_are() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for _ in 0..2 {
        quiz.submitted().await;
    }
    quiz.begin().await;
    let answering = quiz.begin().await;
    let all_but_one = json!({ "anon_id": answering, "questionId": "fhn1", "answer": 1 });
    quiz.post("/users/anonymous/answers").json(all_but_one).await.is(200);

    let found = insights(&quiz).await;
    assert_eq!((&found["started"], &found["completed"]), (&json!(4), &json!(2)));
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(record["responses"], json!({ "started": 4, "completed": 2 }));
    assert!(found["medianSeconds"].as_u64().is_some_and(|seconds| seconds < 60));
    let days = found["days"].as_array().expect("days");
    let sum = |of: &str| days.iter().filter_map(|day| day[of].as_u64()).sum::<u64>();
    assert_eq!((sum("started"), sum("completed")), (4, 2), "also when midnight has just passed");
    // The published example: 73 overall, 93 for borrow.
    assert_eq!((&found["score"]["median"], &found["score"]["counts"][73]), (&json!(73), &json!(2)));
    assert_eq!(found["score"]["bands"], json!({ "vulnerable": 0, "coping": 2, "healthy": 0 }));
    assert_eq!(found["categories"]["borrow"]["median"], 93);
    assert_eq!(chosen(&found, "fhn1"), [0, 0, 0, 2, 0], "answers count once they are submitted");
    assert_eq!(found["languages"][0], json!({ "language": "en", "completed": 2 }));
    let stops = json!({
        "total": 2,
        "questions": [
            { "questionId": "fhn1", "stopped": 1, "reached": 4 },
            { "questionId": "fhn2", "stopped": 1, "reached": 3 },
        ],
        "beforeSubmitting": 0,
    });
    assert_eq!(found["stops"], stops);
}

#[tokio::test]
async fn what_an_earlier_version_asked_is_still_shown() {
    let app = App::start().await;
    let option = "11111111-1111-4111-8111-111111111111";
    let pet = json!({
        "id": "pet",
        "text": "A pet?",
        "options": [{ "id": option, "label": "Cat" }, { "label": "Dog" }],
    });
    let quiz = app.quiz(json!({ "name": "Pets", "anonymous": false, "inapp": true, "questions": [pet] })).await;
    quiz.session("somebody").await;
    let body = json!({ "sessionId": "somebody", "answers": { "pet": option } });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    quiz.patch(json!({ "questions": [{ "id": "fhn1" }] })).await.is(200);

    let found = insights(&quiz).await;
    let questions = found["questions"].as_array().expect("questions");
    let ids: Vec<(&Value, &Value)> =
        questions.iter().map(|question| (&question["id"], &question["isCurrent"])).collect();
    assert_eq!(ids, [(&json!("fhn1"), &json!(true)), (&json!("pet"), &json!(false))]);
    assert_eq!(chosen(&found, "pet"), [1, 0]);
    assert_eq!(found["score"]["total"], 0, "there was nothing to score");
}

#[tokio::test]
async fn insights_tell_answers_of_each_kind_bands_and_averages() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    for (session, change) in [("session-a", json!({})), ("session-b", json!({ "hours": 8, "blockers": [1, 2] }))] {
        answered(&quiz, session).await;
        let body = json!({ "sessionId": session, "answers": change });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    let question = |id: &str| {
        let questions = found["questions"].as_array().expect("questions");
        questions.iter().find(|question| question["id"] == id).unwrap_or_else(|| panic!("{id}: {found}")).clone()
    };
    let ranges = json!([{ "from": 0, "below": 5, "count": 0 }, { "from": 5, "below": 7, "count": 1 }, { "from": 7, "count": 1 }]);
    assert_eq!(question("hours")["ranges"], ranges);
    assert_eq!((&question("hours")["greatest"], &question("wish").get("least")), (&json!(8), &None));
    assert_eq!((chosen(&found, "blockers"), question("wish").get("ranges")), (vec![2, 1, 0], None));
    // The example, and (75 + 2·60 + 100) / 4 = 74 with 30 for work: (75 + 120 + 100 + 30) / 5 = 65.
    let bands = |low: u32, fine: u32| json!([{ "id": "low", "name": "Running low", "count": low }, { "id": "fine", "name": "Fine", "count": fine }]);
    let mut own = found["ownScores"].clone();
    let scores = own.as_array_mut().expect("scores");
    let ranges: Vec<Value> = scores.iter_mut().map(|score| score["ranges"].take()).collect();
    let some = |ranges: &Value| {
        let ranges = ranges.as_array().expect("ranges").iter().filter(|range| range["count"] != 0);
        ranges.map(|range| range["from"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!((ranges[0].as_array().map(Vec::len), some(&ranges[0])), (Some(20), vec![json!(60), json!(65)]));
    scores.iter_mut().filter_map(Value::as_object_mut).for_each(|score| drop(score.remove("ranges")));
    assert_eq!(
        own,
        json!([
            { "category": null, "name": null, "total": 2, "least": 61, "median": 61, "mean": 63, "deviation": 2.828, "greatest": 65, "bands": bands(0, 2) },
            { "category": "body", "name": "Body", "total": 2, "least": 61, "median": 61, "mean": 67.5, "deviation": 9.192, "greatest": 74, "bands": bands(0, 2) },
            { "category": "work", "name": "Work", "total": 2, "least": 30, "median": 30, "mean": 45, "deviation": 21.213, "greatest": 60, "bands": bands(1, 1) },
        ])
    );
    assert_eq!(found["score"]["bands"], json!({ "low": 0, "fine": 2 }));
    let plain = app.open_quiz().await.get("/insights").key(&app.key).await.is(200).json();
    assert!(plain.get("ownScores").is_none() && plain["questions"][0].get("ranges").is_none(), "{plain}");
}

#[tokio::test]
async fn the_api_tells_labels_and_bases_of_comparisons_and_mean_ranks() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    random_records(&quiz, &mut Dice(5), 0..12).await;
    let found = quiz.get("/insights?rows=q.colour&columns=language").key(&app.key).await.is(200).json();
    let cells = found["comparison"].as_array().expect("cells");
    let count = |cell: &Value, of: &str| cell[of].as_u64().expect("a count");
    for cell in cells {
        let in_row = cells.iter().filter(|other| other["row"] == cell["row"]);
        assert_eq!(in_row.map(|cell| count(cell, "count")).sum::<u64>(), count(cell, "of"), "{cell}");
        let at = OPTIONS.iter().position(|option| cell["row"] == *option).expect("an option");
        assert_eq!(cell["rowLabel"], ["Red", "Green", "Blue"][at]);
        assert_eq!(cell["columnLabel"], if cell["column"] == "en" { "English" } else { "Español" });
    }
    let questions = found["questions"].as_array().expect("questions");
    let ranking = questions.iter().find(|question| question["id"] == "rank").expect("a ranking")["ranking"].clone();
    let mut sum = 0.0;
    for option in ranking.as_array().expect("options") {
        let mean = option["meanRank"].as_f64().expect("a mean");
        assert!((1.0..=3.0).contains(&mean), "{option}");
        sum += mean;
    }
    assert!((sum - 6.0_f64).abs() < 0.01, "each ranks all three: {ranking}");
}

/// This server treats every count as a long one.
#[tokio::test]
async fn a_long_count_serves_after_late_answers_and_not_after_erasures_and_other_scores() {
    let app = App::start_as(|service| service.with_long_counts(Duration::ZERO, 1_000_000), |http| http).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(7);
    random_records(&quiz, &mut dice, 0..20).await;
    let found = async || quiz.get("/insights?language=en").key(&app.key).await.is(200).json();
    let page = async || viewer.get(&quiz.dashboard("insights?language=en")).await.is(200).text();
    let first = found().await;
    assert!(first["countedAt"].is_null() && !page().await.contains("As of "), "{first}");
    random_records(&quiz, &mut dice, 20..40).await;
    let late = found().await;
    assert!(late["countedAt"].is_string() && page().await.contains("As of "), "{late}");
    assert_eq!((&late["started"], &late["ownScores"]), (&first["started"], &first["ownScores"]));
    let mut questions = every_kind()["questions"].clone();
    questions[3]["ranges"][1]["points"] = json!(90);
    quiz.patch(json!({ "questions": questions })).await.is(200);
    let before = found().await;
    assert!(before["countedAt"].is_null() && before["started"] != first["started"], "a version has counts of its own");
    quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": true })).await.is(200);
    let after = found().await;
    assert!(after["countedAt"].is_null() && after["ownScores"] != before["ownScores"], "{after}");
    app.delete(&format!("{}/users/session-3", quiz.url)).key(&app.key).await.is(200);
    app.delete(&format!("{}/users/session-4", quiz.url)).key(&app.key).await.is(200);
    app.delete(&format!("{}/users/session-5", quiz.url)).key(&app.key).await.is(200);
    let erased = found().await;
    assert!(erased["countedAt"].is_null() && erased["started"] != after["started"], "{erased}");
}
