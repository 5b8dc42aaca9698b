//! Figures of change between two attempts, in the API and in the dashboard.

use std::time::{Duration, Instant};

use domain::{Answer, AnswersRecord, Definition, OptionId, QuestionId, Role};
use serde_json::{Value, json};

use crate::{
    over_time::written,
    people::fill_with,
    support::{App, QuizAt},
};

async fn begin(quiz: &QuizAt<'_>, session: &str) {
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": session, "retake": true })).await.is(200);
}

/// Options of the questions `age` and `state`, in their order from 1.
async fn take(quiz: &QuizAt<'_>, session: &str, age: u8, state: u8) {
    begin(quiz, session).await;
    let body = json!({ "sessionId": session, "answers": { "age": age, "state": state } });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
}

/// Five respondents with two attempts, one with a third under way, one with a second under way, and one with one.
async fn people(quiz: &QuizAt<'_>) {
    // The points are 32.5, 47.5, 41.5 and 51.
    let all = [("a", [1, 2]), ("b", [1, 3]), ("c", [2, 4]), ("d", [4, 1]), ("e", [1, 4])];
    for (age, (session, states)) in (1..).map(|number: u8| 1 + number / 4).zip(all) {
        for state in states {
            take(quiz, &format!("session-{session}"), age, state).await;
        }
    }
    begin(quiz, "session-e").await;
    take(quiz, "session-f", 1, 1).await;
    begin(quiz, "session-f").await;
    take(quiz, "session-g", 1, 1).await;
}

async fn changes(quiz: &QuizAt<'_>, query: &str) -> Value {
    quiz.get(&format!("/insights/changes{query}")).key(&quiz.app.key).await.is(200).json()
}

#[tokio::test]
async fn means_deviations_and_verdicts_are_those_of_two_attempts() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    people(&quiz).await;
    // By hand: the changes 15, 9, 3.5, -18.5 and 18.5.
    let overall = json!({
        "category": null, "name": null, "people": 5, "notComparable": 0, "meanBefore": 39.2, "meanAfter": 44.7,
        "meanChange": 5.5, "sd": 14.59, "standardised": 0.38,
        "verdicts": { "better": 2, "same": 2, "worse": 1, "recovered": 1 },
    });
    let found = changes(&quiz, "").await;
    assert_eq!((&found["both"], &found["onlyEarlier"], &found["scores"][0]), (&json!(5), &json!(2), &overall));
    let mind = &found["scores"][1];
    assert_eq!((&mind["category"], &mind["name"]), (&json!("mind"), &json!("Mind")));
    assert_eq!(mind["verdicts"], json!({ "better": 1, "same": 1, "worse": 3, "recovered": 0 }));

    take(&quiz, "session-a", 1, 4).await;
    assert_eq!(changes(&quiz, "?fromAttempt=1&toAttempt=2").await["scores"][0], overall);
    let latest = changes(&quiz, "").await;
    assert_eq!(latest["scores"][0]["meanChange"], 6.2, "15 became 18.5");
    assert_eq!(latest["scores"][0]["verdicts"]["recovered"], 2);
    let third = changes(&quiz, "?fromAttempt=2&toAttempt=3").await;
    assert_eq!((&third["both"], &third["onlyEarlier"]), (&json!(1), &json!(4)));
    let one = &third["scores"][0];
    assert_eq!((&one["meanChange"], &one["sd"], &one["standardised"]), (&json!(3.5), &Value::Null, &Value::Null));
    let asked = quiz.get("").key(&app.key).await.is(200).json();
    let second = asked["questions"][0]["options"][1]["id"].as_str().expect("an id");
    let older = changes(&quiz, &format!("?answer=age:{second}&toAttempt=2")).await;
    assert_eq!((&older["both"], &older["scores"][0]["meanChange"]), (&json!(2), &json!(0)), "of d and e");
    for refused in ["fromAttempt=0", "toAttempt=1", "fromAttempt=2&toAttempt=2", "toAttempt=x", "fromAttempt=-1"] {
        quiz.get(&format!("/insights/changes?{refused}")).key(&app.key).await.is(400);
    }
}

#[tokio::test]
async fn scores_of_another_scoring_are_counted_apart() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    for session in ["session-1", "session-2"] {
        take(&quiz, session, 1, 1).await;
    }
    take(&quiz, "session-1", 1, 2).await;
    let mut questions = written()["questions"].clone();
    questions[1]["options"][1]["points"] = json!(60);
    quiz.patch(json!({ "questions": questions })).await.is(200);
    take(&quiz, "session-2", 1, 2).await;
    let found = changes(&quiz, "").await;
    let overall = &found["scores"][0];
    assert_eq!((&found["both"], &overall["people"], &overall["notComparable"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!(overall["meanChange"], 15);
}

#[tokio::test]
async fn the_page_of_changes_shows_the_same_and_keeps_the_conditions() {
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    take(&quiz, "session-z", 1, 1).await;
    let insights = ana.get(&quiz.dashboard("insights")).await.is(200).text();
    assert!(!insights.contains("insights/changes"), "there is no second attempt");
    people(&quiz).await;
    let insights = ana.get(&quiz.dashboard("insights?language=en")).await.is(200).text();
    assert!(insights.contains("/insights/changes?language=en"), "{insights}");
    let html = ana.get(&quiz.dashboard("insights/changes?language=en&toAttempt=2")).await.is(200).text();
    for shown in
        ["5 respondents have submitted both", "3 have submitted the earlier one alone", ">14.59<", ">0.38<", ">Mind<"]
    {
        assert!(html.contains(shown), "{shown}: {html}");
    }
    assert!(html.contains("name=\"language\" value=\"en\"") && html.contains("value=\"2\""), "{html}");
    // From session-z the first attempt alone; a, b and e are named by sealed ids to a viewer.
    let address = "?language=en&amp;toAttempt=2&amp;of=overall&amp;is=";
    for (count, is_there) in [("compared", true), ("better", true), ("worse", true), ("not_comparable", false)] {
        assert_eq!(html.contains(&format!("{address}{count}#respondents")), is_there, "{count}: {html}");
    }
    assert!(!html.contains("id=\"respondents\""), "{html}");
    let bea = app.member("bea@example.com", "acme", Role::Editor).await;
    let listed = async |query: &str| {
        let page = bea.get(&quiz.dashboard(&format!("insights/changes?{query}"))).await.is(200).text();
        let list = page.split("id=\"respondents\"").nth(1).unwrap_or_default().to_owned();
        let mut people: Vec<String> =
            list.split("/answers/").skip(1).map(|rest| rest.chars().take(9).collect()).collect();
        people.sort();
        people
    };
    let all = ["session-a", "session-b", "session-c", "session-d", "session-e"];
    assert_eq!(listed("of=overall&is=compared").await, all);
    assert_eq!(listed("of=overall&is=better").await, ["session-a", "session-e"]);
    assert_eq!(listed("of=overall&is=recovered").await, ["session-e"]);
    assert_eq!(listed("of=mind&is=better").await, ["session-d"]);
    assert_eq!(listed("of=overall&is=worse&language=es").await, [""; 0], "nobody answered in Spanish");
    for unknown in ["of=body&is=better", "of=overall&is=all", "is=better", "of=overall"] {
        assert_eq!(listed(unknown).await, [""; 0], "{unknown}");
    }
    let page = ana.get(&quiz.dashboard("insights/changes?of=overall&is=better")).await.is(200).text();
    assert!(page.contains("id=\"respondents\"") && !page.contains("session-"), "a viewer sees no ids: {page}");
    app.delete(&format!("{}/users/session-a", quiz.url)).key(&app.key).await.is(200);
    assert_eq!(listed("of=overall&is=better").await, ["session-e"], "an erased respondent is named no more");
    let html = ana.get(&quiz.dashboard("insights/changes?toAttempt=1")).await.is(200).text();
    assert!(html.contains("To attempt must be"), "{html}");
}

/// Prints how long figures take for as many people with three attempts as `PEOPLE` says, or a million: of a segment, and
/// of change.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn change_of_everyone_takes_about_as_long_as_a_segment() {
    let many = std::env::var("PEOPLE").ok().and_then(|many| many.parse().ok()).unwrap_or(1_000_000);
    let app = App::start().await;
    let quiz = app.quiz(written()).await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    let definition = json!({
        "language": "en", "scheme": 1, "questions": stored["questions"], "scoring": stored["scoring"],
    });
    let definition: Definition = serde_json::from_value(definition).expect("a definition");
    let options = |place: usize| -> Vec<OptionId> {
        let options = stored["questions"][place]["options"].as_array().expect("options").iter();
        options.map(|option| serde_json::from_value(option["id"].clone()).expect("an id")).collect()
    };
    let [ages, states] = [0, 1].map(options);
    let id = |id: &str| QuestionId::parse(id).expect("an id");
    fill_with(&app, &quiz, many, |number, begun| {
        let begun = AnswersRecord { attempt: 3, ..begun };
        let age = Answer::from(ages[number % 2].clone());
        let answers = [(id("age"), age), (id("state"), states[number % 4].clone().into())].into_iter().collect();
        begun.submit(&definition, &answers, begun.started_at).expect("all is answered")
    })
    .await;
    let columns = "version, language, answers, custom_data, started_at, activity_at, submitted_at, score, own_scores";
    for attempt in [1, 2] {
        let copy = format!(
            "INSERT INTO past_attempts (quiz_id, user_id, attempt, {columns}) SELECT quiz_id, user_id, {attempt}, {columns} FROM records"
        );
        app.database.connect().await.run(copy).await;
    }
    let counted = async |query: &str| {
        let begun = Instant::now();
        while quiz.get(query).key(&app.key).await.status == 202 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        begun.elapsed()
    };
    for query in [
        format!("/insights?answer=age:{}", ages[0]),
        "/insights/changes".to_owned(),
        "/insights/changes?toAttempt=2".to_owned(),
    ] {
        println!("{many} people, {query}: {:?}, and again {:?}", counted(&query).await, counted(&query).await);
    }
}
