//! Figures and exports of each attempt, not of the latest of each respondent alone.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    exports_for_people::selected,
    series::pass,
    support::{App, QuizAt, all_answers},
};

/// Two people of a daily series: Ana answers two occasions and begins the third, Ben answers the first.
async fn diary(app: &App) -> (QuizAt<'_>, [String; 2]) {
    let series = json!({ "every": "P1D", "times": 30, "open": "P1D" });
    let quiz = app.quiz(json!({ "name": "Diary", "anonymous": false, "series": series })).await;
    let people = [quiz.invited().await, quiz.invited().await];
    for (day, answering) in [2_usize, 1, 0].into_iter().enumerate() {
        if day > 0 {
            pass(&quiz, 1).await;
        }
        for user in people.iter().take(answering.max(1)) {
            let init = format!("/users/invited/{user}/initQuiz");
            quiz.post(&init).json(json!({ "retake": day > 0 })).await.is(200);
        }
        for user in people.iter().take(answering) {
            let answers = json!({ "answers": all_answers() });
            quiz.post(&format!("/users/{user}/answers/submit")).json(answers).await.is(200);
        }
    }
    (quiz, people)
}

fn lines(file: &str) -> Vec<Value> {
    file.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[tokio::test]
async fn an_export_has_each_attempt_on_a_line_of_its_own() {
    let app = App::start().await;
    let (quiz, [ana, ben]) = diary(&app).await;
    let mut expected = Vec::new();
    for user in [&ana, &ben] {
        let attempts = quiz.get(&format!("/users/{user}/attempts")).key(&app.key).await.is(200).json();
        let mut attempts = attempts["items"].as_array().expect("items").clone();
        attempts.reverse();
        expected.extend(attempts);
    }
    let mut found = lines(&selected(&quiz, json!({ "format": "jsonl", "filter": { "attempts": "each" } })).await);
    assert_eq!(found.len(), 4);
    found.sort_by_key(|line| (line["userId"] != json!(ana), line["attempt"].as_u64()));
    assert_eq!(found, expected);
    for (filter, attempts) in [
        (json!({ "attempts": "each", "occasion": 1 }), vec![1, 1]),
        (json!({ "attempts": "each", "state": "completed", "user": [ana] }), vec![1, 2]),
        (json!({ "occasion": 1 }), vec![1]),
        (json!({ "attempts": "submitted" }), vec![1, 2]),
    ] {
        let found = lines(&selected(&quiz, json!({ "format": "jsonl", "filter": filter })).await);
        let mut found: Vec<u64> = found.iter().filter_map(|line| line["attempt"].as_u64()).collect();
        found.sort_unstable();
        assert_eq!(found, attempts, "{filter}");
    }
    let wrong = json!({ "filter": { "attempts": "all" } });
    quiz.post("/exports").key(&app.key).json(wrong).await.invalid_at(&["attempts"]);
}

#[tokio::test]
async fn rows_of_one_respondent_are_told_apart_without_a_series_too() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Check-up", "anonymous": false, "inapp": true, "retryAfterDays": 0 })).await;
    for retake in [false, true] {
        let init = json!({ "sessionId": "session-1", "retake": retake });
        quiz.post("/users/anonymous/initQuiz").json(init).await.is(200);
        let submitted = json!({ "sessionId": "session-1", "answers": all_answers() });
        quiz.post("/users/inapp/answers/submit").json(submitted).await.is(200);
    }
    for form in ["programs", "people"] {
        let heading = if form == "people" { "Attempt" } else { "attempt" };
        let body = json!({ "form": form, "filter": { "attempts": "each" } });
        let file = selected(&quiz, body).await;
        assert_eq!(file.lines().count(), 3, "{file}");
        assert!(file.lines().next().is_some_and(|line| line.split(',').any(|name| name == heading)), "{file}");
        let latest = selected(&quiz, json!({ "form": form, "filter": { "state": "completed" } })).await;
        assert_eq!(latest.lines().count(), 2, "{latest}");
        assert!(!latest.lines().next().is_some_and(|line| line.split(',').any(|name| name == heading)), "{latest}");
    }
    let editor = app.member("ana@example.com", "acme", Role::Editor).await;
    let page = editor.get(&quiz.dashboard("exports")).await.is(200).text();
    assert!(page.contains("Each on a line of its own"), "{page}");
    let other = app.inapp_quiz().await;
    let page = editor.get(&other.dashboard("exports")).await.is(200).text();
    assert!(!page.contains("Each on a line of its own"), "{page}");
}

#[tokio::test]
async fn figures_of_an_occasion_count_those_who_went_on_as_well() {
    let app = App::start().await;
    let (quiz, _) = diary(&app).await;
    let figures = async |query: &str| {
        let found = quiz.get(&format!("/insights?{query}")).key(&app.key).await.is(200).json();
        (found["started"].clone(), found["completed"].clone())
    };
    assert_eq!(figures("occasion=1").await, (json!(1), json!(1)));
    assert_eq!(figures("occasion=1&attempts=each").await, (json!(2), json!(2)));
    assert_eq!(figures("occasion=3&attempts=each").await, (json!(1), json!(0)));
    assert_eq!(figures("attempts=each").await, (json!(4), json!(3)));
    let compared =
        quiz.get("/insights?attempts=each&rows=occasion&columns=language").key(&app.key).await.is(200).json();
    let cells = compared["comparison"].as_array().expect("cells").iter();
    // Answers are those that were submitted.
    let rows: Vec<_> = cells.map(|cell| format!("{} {}", cell["rowLabel"], cell["count"])).collect();
    assert_eq!(rows, ["\"Occasion 1\" 2", "\"Occasion 2\" 1"]);
    let viewer = app.member("ana@example.com", "acme", Role::Viewer).await;
    let page = async |query: &str| viewer.get(&quiz.dashboard(query)).await.is(200).text();
    let latest = page("insights?occasion=1").await;
    assert!(latest.contains("insights?occasion=1&amp;attempts=each\">Count each attempt"), "{latest}");
    let each = page("insights?occasion=1&attempts=each").await;
    assert!(each.contains("insights?occasion=1\">Count one of each person"), "{each}");
    assert!(each.contains("<dd>2</dd>") && !each.contains("/answers?"), "no list has earlier attempts: {each}");
    let list = page("answers?attempts=each").await;
    assert!(list.contains("role=\"alert\"") || list.contains("error"), "{list}");
}
