//! Rescoring submitted answers by a newer version of their quiz.

use domain::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::store::KeyScope;

use crate::{
    assessments::{answered, team_health},
    exports::exported,
    support::{App, QuizAt, Reply},
};

/// Gives full points to 5 to 7 hours of sleep instead of half, which creates version 2.
pub(crate) async fn regrade(quiz: &QuizAt<'_>) {
    let mut questions = team_health()["questions"].clone();
    let record = quiz.get("").key(&quiz.app.key).await.is(200).json();
    for (question, known) in
        questions.as_array_mut().expect("questions").iter_mut().zip(record["questions"].as_array().expect("questions"))
    {
        for (option, known) in
            question["options"].as_array_mut().into_iter().flatten().zip(known["options"].as_array().expect("options"))
        {
            option["id"] = known["id"].clone();
        }
    }
    questions[4]["ranges"][1]["points"] = json!(100);
    assert_eq!(quiz.patch(json!({ "questions": questions })).await.is(200).json()["version"], 2);
}

async fn rescore(quiz: &QuizAt<'_>, body: Value) -> Reply {
    quiz.post("/rescore").key(&quiz.app.key).json(body).await
}

async fn submit(quiz: &QuizAt<'_>, session: &str) {
    quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": session })).await.is(200);
}

#[tokio::test]
async fn the_dashboard_shows_what_changes_and_applies_it() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    answered(&quiz, "session-1").await;
    submit(&quiz, "session-1").await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let page = ana.get(&quiz.dashboard("rescore")).await.is(200).text();
    assert!(
        page.contains("have the scores of version 1 already")
            && !page.contains("<button type=\"submit\" class=\"button\">"),
        "{page}"
    );
    regrade(&quiz).await;
    let page = ana.get(&quiz.dashboard("rescore")).await.is(200).text();
    assert!(page.contains("1 of 1 submitted responses") && page.contains("<dd>10</dd>"), "{page}");
    let eve = app.member("eve@example.com", "acme", Role::Viewer).await;
    eve.post(&quiz.dashboard("rescore"), &[("version", "2")]).await.is(403);
    ana.post(&quiz.dashboard("rescore"), &[("version", "1")]).await.is(409);
    ana.post(&quiz.dashboard("rescore"), &[("version", "2")]).await.is(303);
    assert_eq!(quiz.whole_answers_of("session-1").await.is(200).answers()["score"], 71);
}

#[tokio::test]
async fn a_rescoring_of_many_is_one_line_of_the_audit_log() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    for number in 0..201 {
        let session = format!("session-{number}");
        answered(&quiz, &session).await;
        submit(&quiz, &session).await;
    }
    regrade(&quiz).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    ana.post(&quiz.dashboard("rescore"), &[("version", "2")]).await.is(303);
    assert!(ana.get(&quiz.dashboard("rescore")).await.is(200).text().contains("have the scores of version 2 already"));
    let log = app.get("/api/v1/namespaces/acme/audit?action=answers.rescore").key(&app.key).await.is(200).json();
    let details: Vec<_> = log["items"].as_array().expect("lines").iter().map(|line| &line["details"]).collect();
    assert_eq!(details, [&json!("begun, version 2")]);
}

#[tokio::test]
async fn scores_of_a_newer_version_are_shown_and_then_applied() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    answered(&quiz, "session-1").await;
    submit(&quiz, "session-1").await;
    let before = quiz.whole_answers_of("session-1").await.is(200).answers();
    regrade(&quiz).await;
    let place = quiz.get("/answers?updatedSince=0").key(&app.key).await.is(200).json()["nextCursor"].clone();
    let since = format!("/answers?updatedSince={}", place.as_str().expect("a cursor"));

    let mut figures = json!({ "version": 2, "applied": false, "examined": 1, "changed": 1, "higher": 1, "lower": 0,
                              "least": 10, "greatest": 10, "sum": 10, "alerts": 0, "nextCursor": null });
    assert_eq!(rescore(&quiz, json!({ "version": 2 })).await.is(200).json(), figures);
    assert_eq!(quiz.whole_answers_of("session-1").await.is(200).answers(), before);
    rescore(&quiz, json!({ "version": 1, "apply": true })).await.fails(412, "the quiz has been changed since");
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    quiz.post("/rescore").key(&reader).json(json!({ "version": 2 })).await.is(403);
    assert_eq!(quiz.get(&since).key(&app.key).await.is(200).json()["items"], json!([]));

    figures["applied"] = json!(true);
    assert_eq!(rescore(&quiz, json!({ "version": 2, "apply": true })).await.is(200).json(), figures);
    let after = quiz.whole_answers_of("session-1").await.is(200).answers();
    assert_eq!((&after["score"], &after["category_scores"]), (&json!(71), &json!({ "body": 74, "work": 60 })));
    assert_eq!((&after["scoredVersion"], &after["quizVersion"]), (&json!(2), &json!(1)));
    assert_eq!((&after["activityDate"], &after["submittedAt"]), (&before["activityDate"], &before["submittedAt"]));
    let earlier = json!([{ "version": 1, "score": 61, "category_scores": before["category_scores"],
                           "indicator_scores": before["indicator_scores"] }]);
    assert_eq!(after["earlierScores"], earlier);
    let public = quiz.answers_of("session-1").await.is(200).answers();
    assert!(["score", "scoredVersion", "earlierScores"].iter().all(|field| public.get(*field).is_none()), "{public}");

    let changed = quiz.get(&since).key(&app.key).await.is(200).json();
    assert_eq!((changed["items"].as_array().map(Vec::len), &changed["items"][0]["score"]), (Some(1), &json!(71)));
    let found = quiz.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!((&found["ownScores"][0]["total"], &found["ownScores"][0]["median"]), (&json!(1), &json!(71)));
    let listed = quiz.get("/answers?scoreMin=70").key(&app.key).await.is(200).json();
    assert_eq!(listed["items"], json!([after]));
    let line: Value = serde_json::from_str(&exported(&quiz, "jsonl").await.text()).expect("one line");
    assert_eq!(line, after);
    let log = app.get("/api/v1/namespaces/acme/audit?action=answers.rescore").key(&app.key).await.is(200).json();
    let details: Vec<&Value> = log["items"].as_array().expect("items").iter().map(|item| &item["details"]).collect();
    assert_eq!(details, ["1 records, version 2"]);

    let again = rescore(&quiz, json!({ "version": 2, "apply": true })).await.is(200).json();
    assert_eq!((&again["examined"], &again["changed"], &again["least"]), (&json!(1), &json!(0), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_meanwhile_are_neither_lost_nor_counted_twice() {
    const PEOPLE: usize = 24;
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    let sessions: Vec<String> = (0..PEOPLE).map(|number| format!("session-{number}")).collect();
    for session in &sessions {
        answered(&quiz, session).await;
    }
    regrade(&quiz).await;
    let apply = || rescore(&quiz, json!({ "version": 2, "apply": true }));
    let applied = async {
        let mut changed = 0;
        while changed < PEOPLE as u64 {
            // Two concurrent runs meet at the same records.
            for reply in join_all([apply(), apply()]).await {
                changed += reply.is(200).json()["changed"].as_u64().expect("a number");
            }
        }
        changed
    };
    let (changed, _) = tokio::join!(applied, join_all(sessions.iter().map(|session| submit(&quiz, session))));
    assert_eq!(changed, PEOPLE as u64, "each record is changed once");

    let followed = quiz.get("/answers?updatedSince=0&limit=200").key(&app.key).await.is(200).json();
    let records = followed["items"].as_array().expect("items");
    assert_eq!(records.len(), PEOPLE);
    for record in records {
        let earlier = record["earlierScores"].as_array().map(Vec::len);
        assert_eq!((&record["score"], &record["scoredVersion"], earlier), (&json!(71), &json!(2), Some(1)), "{record}");
    }
    let overall = quiz.get("/insights").key(&app.key).await.is(200).json()["ownScores"][0].clone();
    assert_eq!((&overall["total"], &overall["least"]), (&json!(PEOPLE), &json!(71)), "{overall}");
    assert_eq!(overall["bands"][1]["count"], PEOPLE);
}
