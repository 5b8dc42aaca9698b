//! Alerts: raised by answers and submissions, listed and acknowledged, and seen by no one without a key.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    exports::exported,
    exports_for_people::{cell, cells, selected},
    keys::{call, needs_key},
    support::{
        App, Page, QuizAt, operations,
        receiver::{Received, Receiver},
    },
    webhooks::{Webhook, sending},
};

/// Words of alerts that no reply without a key may have.
pub(crate) const SECRETS: [&str; 3] = ["quiet_alarm", "Quiet alarm", "alr_"];

pub(crate) fn body() -> Value {
    let worst = json!({ "question": "mood", "atLeast": 18 });
    json!({
        "name": "Mood", "anonymous": false, "inapp": true, "retryAfterDays": 0, "showResults": true,
        "questions": [
            { "id": "mood", "kind": "scale", "text": "How bad?", "from": 0, "to": 20,
                "points": (0..=20).collect::<Vec<_>>() },
            { "id": "note", "kind": "text", "text": "Why?", "required": false },
        ],
        "scoring": { "method": "sum", "change": { "better": "lower", "points": 5 },
            "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "leaf" },
                { "id": "high", "from": 10, "name": "High", "hue": "rose" }] },
        "alerts": [
            { "id": "quiet_alarm", "name": "Quiet alarm", "when": worst, "early": true, "help": "Call 112." },
            { "id": "quiet_alarm_high", "name": "Quiet alarm: high", "when": { "band": { "of": "overall", "is": ["high"] } } },
            { "id": "quiet_alarm_worse", "name": "Quiet alarm: worse", "when": { "change": { "of": "overall", "is": ["worse"] } } },
        ],
    })
}

async fn begin(quiz: &QuizAt<'_>, session: &str) {
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": session, "retake": true })).await.is(200);
}

pub(crate) async fn take(quiz: &QuizAt<'_>, session: &str, mood: u8) {
    begin(quiz, session).await;
    let body = json!({ "sessionId": session, "answers": { "mood": mood } });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
}

async fn alerts(quiz: &QuizAt<'_>, limit: usize) -> Vec<Value> {
    quiz.app.listed(&format!("{}/alerts", quiz.url), &quiz.app.key, limit).await
}

/// Session, attempt and id in the definition, sorted.
async fn raised(quiz: &QuizAt<'_>) -> Vec<String> {
    let of = |alert: &Value| format!("{} {} {}", alert["userId"], alert["attempt"], alert["alert"]).replace('"', "");
    let mut all: Vec<String> = alerts(quiz, 100).await.iter().map(of).collect();
    all.sort();
    all
}

#[tokio::test]
async fn submissions_raise_alerts_once_for_each_attempt() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-1", 3).await;
    assert!(raised(&quiz).await.is_empty());
    take(&quiz, "session-1", 19).await;
    let second =
        ["session-1 2 quiet_alarm", "session-1 2 quiet_alarm_high", "session-1 2 quiet_alarm_worse"].map(str::to_owned);
    assert_eq!(raised(&quiz).await, second);
    let again = json!({ "sessionId": "session-1", "answers": { "mood": 19 } });
    quiz.post("/users/inapp/answers/submit").json(again).await.is(200);
    assert_eq!(raised(&quiz).await, second, "what is sent again raises nothing");
    take(&quiz, "session-1", 20).await;
    assert_eq!(raised(&quiz).await.len(), 5, "no reliable change");
    for limit in [1, 2, 100] {
        assert_eq!(alerts(&quiz, limit).await.len(), 5);
    }
    let attempts = app.listed(&format!("{}/users/session-1/attempts", quiz.url), &app.key, 100).await;
    let ids: Vec<usize> = attempts.iter().map(|one| one["alerts"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(ids, [2, 3, 0]);
    assert_eq!(attempts[2].get("alerts"), None, "absent where there are none");
    let whole = quiz.whole_answers_of("session-1").await.is(200).answers();
    assert_eq!(whole["alerts"], json!(["quiet_alarm", "quiet_alarm_high"]));
    let listed = app.listed(&format!("{}/answers", quiz.url), &app.key, 100).await;
    assert_eq!(listed[0]["alerts"], whole["alerts"]);
}

#[tokio::test]
async fn an_early_alert_rises_with_the_answer() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    begin(&quiz, "session-1").await;
    let answer = async |mood: u8| {
        let body = json!({ "sessionId": "session-1", "questionId": "mood", "answer": mood });
        quiz.post("/users/inapp/answers").json(body).await.is(200);
    };
    answer(17).await;
    assert!(raised(&quiz).await.is_empty());
    answer(18).await;
    assert_eq!(raised(&quiz).await, ["session-1 1 quiet_alarm"]);
    answer(3).await;
    assert_eq!(raised(&quiz).await.len(), 1, "it stays though the answer was changed");
    quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
    assert_eq!(raised(&quiz).await.len(), 1);
}

#[tokio::test]
async fn an_alert_is_acknowledged_once_with_a_note() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-1", 19).await;
    let all = alerts(&quiz, 100).await;
    let id = all[0]["id"].as_str().expect("an id").to_owned();
    let acknowledge = |body: Value| quiz.post(&format!("/alerts/{id}/acknowledge")).json(body).key(&app.key);
    acknowledge(json!({ "note": "n".repeat(501) })).await.is(422).invalid_at(&["note"]);
    let done = acknowledge(json!({ "note": " Called her. " })).await.is(200).json();
    assert_eq!((&done["state"], &done["note"]), (&json!("acknowledged"), &json!("Called her.")));
    assert!(done["acknowledgedAt"].is_string() && done["acknowledgedBy"].is_string(), "{done}");
    acknowledge(json!({})).await.is(409).coded("already_acknowledged");
    let of_none = quiz.post("/alerts/alr_none/acknowledge").json(json!({})).key(&app.key).await;
    of_none.is(404).coded("no_such_alert");
    for (state, count) in [("open", 1), ("acknowledged", 1)] {
        let list = quiz.get(&format!("/alerts?state={state}")).key(&app.key).await.is(200).json();
        assert_eq!(list["items"].as_array().expect("items").len(), count, "{state}");
    }
    quiz.get("/alerts?state=lost").key(&app.key).await.is(400);
    let stored = app.database.connect().await.texts("SELECT note FROM alerts WHERE note IS NOT NULL").await;
    assert!(stored.len() == 1 && !stored[0].contains("Called"), "{stored:?}");
    let audit = app.get("/api/v1/namespaces/acme/audit").key(&app.key).await.is(200).text();
    assert!(audit.contains("alert.acknowledge") && !audit.contains("Called"), "{audit}");
    app.delete(&format!("{}/users/session-1", quiz.url)).key(&app.key).await.is(200);
    assert!(alerts(&quiz, 100).await.is_empty());
}

#[tokio::test]
async fn no_reply_without_a_key_tells_of_alerts() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-1", 19).await;
    let tells = |text: &str| SECRETS.iter().any(|secret| text.contains(secret));
    assert!(tells(&quiz.get("").key(&app.key).await.is(200).text()), "with a key there is something to find");
    for operation in operations().filter(|operation| !needs_key(*operation)) {
        let text = call(&quiz, "session-1", operation).await.text();
        assert!(!tells(&text), "{operation:?}: {text}");
    }
    for operation in operations().filter(|operation| needs_key(*operation)) {
        let text = call(&quiz, "session-1", operation).await.is(401).text();
        assert!(!tells(&text), "{operation:?}: {text}");
    }
    begin(&quiz, "session-2").await;
    let answer = json!({ "sessionId": "session-2", "questionId": "mood", "answer": 19 });
    let answered = quiz.post("/users/inapp/answers").json(answer).await.is(200).text();
    let submit = json!({ "sessionId": "session-2", "answers": { "mood": 19 } });
    let submitted = quiz.post("/users/inapp/answers/submit").json(submit).await.is(200).text();
    let read = quiz.answers_of("session-2").await.is(200).text();
    let result = Page::open(&app, &format!("/app/acme/{}?sessionId=session-2", quiz.id)).await.is(200).html();
    let asked = Page::open(&app, &format!("/app/acme/{}?sessionId=session-3", quiz.id)).await.is(200).html();
    // Without help, a page has all questions, as the browser's program asks them.
    let mut silent = body();
    silent["alerts"][0].as_object_mut().expect("an alert").remove("help");
    let silent = app.quiz(silent).await;
    begin(&silent, "session-4").await;
    let whole = Page::open(&app, &format!("/app/acme/{}?sessionId=session-4", silent.id)).await.is(200).html();
    assert!(whole.contains("Why?"), "the next question is there: {whole}");
    for text in [answered, submitted, read, result, asked, whole] {
        assert!(!tells(&text), "{text}");
    }
}

#[tokio::test]
async fn webhooks_hear_of_alerts_without_their_names_and_answers() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let quiz = app.quiz(body()).await;
    Webhook::new(&app, &receiver, json!({ "events": ["alert.raised", "alert.acknowledged"], "withAnswers": true }))
        .await;
    begin(&quiz, "session-1").await;
    let body = json!({ "sessionId": "session-1", "questionId": "mood", "answer": 19 });
    quiz.post("/users/inapp/answers").json(body).await.is(200);
    receiver.wait_for(1).await;
    quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
    receiver.wait_for(2).await;
    let id = alerts(&quiz, 100).await[0]["id"].as_str().expect("an id").to_owned();
    quiz.post(&format!("/alerts/{id}/acknowledge")).json(json!({ "note": "Called" })).key(&app.key).await.is(200);
    receiver.wait_for(3).await;
    let told: Vec<Value> = receiver.received().iter().map(Received::json).collect();
    let kinds: Vec<&str> = told.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(kinds, ["alert.raised", "alert.raised", "alert.acknowledged"]);
    let expected =
        json!({ "namespaceId": "acme", "quizId": quiz.id, "userId": "session-1", "alertId": id, "attempt": 1 });
    assert_eq!(told[2]["data"], expected);
    for event in told {
        crate::webhooks::documented(event["type"].as_str().expect("a type"), &event);
        assert!(!event.to_string().contains("quiet_alarm"), "{event}");
    }
}

#[tokio::test]
async fn viewers_read_alerts_and_editors_acknowledge_them() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-1", 19).await;
    let page = quiz.dashboard("alerts");
    let vera = app.member("vera@example.com", "acme", Role::Viewer).await;
    let html = vera.get(&page).await.is(200).text();
    assert!(html.contains("Quiet alarm: high") && !html.contains("Acknowledge</button>"), "{html}");
    assert!(!html.contains("session-1"), "an id is a link that answers in its owner's name");
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let id = alerts(&quiz, 100).await[0]["id"].as_str().expect("an id").to_owned();
    let form = [("note", "Spoke with <her>")];
    vera.post(&format!("{page}/{id}/acknowledge"), &form).await.is(403);
    ana.post(&format!("{page}/{id}/acknowledge"), &form).await.is(303);
    ana.post(&format!("{page}/{id}/acknowledge"), &form).await.is(303);
    let html = ana.get(&page).await.is(200).text();
    assert!(html.contains("ana@example.com") && html.contains("Spoke with &lt;her&gt;"), "{html}");
    assert!(html.contains("Acknowledge</button>"), "{html}");
    let person = ana.get(&quiz.dashboard("answers/session-1")).await.is(200).text();
    assert!(person.contains("Quiet alarm: high"), "{person}");
    let plain = app.quiz(json!({ "name": "Plain" })).await;
    assert!(!ana.get(&plain.dashboard("answers")).await.is(200).text().contains("/alerts"));
}

/// The question page of a session, as forms show it.
async fn asked<'a>(app: &'a App, quiz: &QuizAt<'_>, session: &str) -> Page<'a> {
    Page::open(app, &format!("/app/acme/{}?sessionId={session}", quiz.id)).await.is(200)
}

#[tokio::test]
async fn help_is_shown_before_the_next_question_and_on_the_result() {
    let app = App::start().await;
    let mut helped = body();
    helped["alerts"][0]["help"] = json!({ "en": "Call tel:112 now.\n<b>Please</b>", "es": "Llama al 112." });
    helped["questions"][0]["text"] = json!({ "en": "How bad?", "es": "¿Qué tal?" });
    helped["questions"][1]["text"] = json!({ "en": "Why?", "es": "¿Por qué?" });
    helped["alerts"][1]["help"] = json!("Talk to https://example.org/help");
    let quiz = app.quiz(helped).await;
    begin(&quiz, "session-1").await;
    let first = asked(&app, &quiz, "session-1").await;
    let waiting = first.html();
    assert!(waiting.contains("<p data-when=") && !waiting.contains("id=\"alert-help\""), "{waiting}");
    assert!(SECRETS.iter().all(|secret| !waiting.contains(secret)), "{waiting}");
    let second = first.send(&[("answer", "19")]).await.follow().await.is(200);
    assert_eq!(second.question().as_deref(), Some("note"));
    let html = second.html();
    assert!(html.contains("href=\"tel:112\"") && html.contains("&lt;b&gt;Please&lt;/b&gt;"), "{html}");
    assert!(!html.contains("example.org/help"), "a band is known once the answers are sent");
    assert!(SECRETS.iter().all(|secret| !html.contains(secret)), "{html}");
    let result = second.send(&[("go", "skip")]).await.follow().await.is(200).html();
    assert!(result.contains("href=\"tel:112\"") && result.contains("href=\"https://example.org/help\""), "{result}");
    assert!(SECRETS.iter().all(|secret| !result.contains(secret)), "{result}");
    let spanish = Page::open(&app, &format!("/app/acme/{}?sessionId=session-1&lang=es", quiz.id)).await.is(200).text();
    assert!(spanish.contains("Llama al 112."), "{spanish}");
    begin(&quiz, "session-2").await;
    let calm = asked(&app, &quiz, "session-2").await.send(&[("answer", "2")]).await.follow().await.is(200);
    assert!(!calm.html().contains("alert-help"));
    assert!(!calm.send(&[("go", "skip")]).await.follow().await.is(200).html().contains("alert-help"));
}

#[tokio::test]
async fn exports_have_the_ids_of_alerts_where_a_quiz_has_some() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-1", 19).await;
    take(&quiz, "session-2", 2).await;
    let api = quiz.whole_answers_of("session-1").await.is(200).answers();
    let lines = exported(&quiz, "jsonl").await.text();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |user: &str| lines.iter().find(|line| line["userId"] == user).expect("it is exported");
    assert_eq!((of("session-1"), of("session-2").get("alerts")), (&api, None));
    let only = json!({ "user": ["session-1"] });
    let programs = selected(&quiz, json!({ "filter": only })).await;
    assert_eq!(cell(&cells(&programs, ','), "alerts"), "quiet_alarm quiet_alarm_high", "{programs}");
    let people = selected(&quiz, json!({ "form": "people", "filter": only })).await;
    assert_eq!(cell(&cells(&people, ','), "Alerts"), "Quiet alarm; Quiet alarm: high", "{people}");
    let mut plain = body();
    plain.as_object_mut().expect("a body").remove("alerts");
    let plain = app.quiz(plain).await;
    take(&plain, "session-1", 19).await;
    assert!(!exported(&plain, "csv").await.text().contains("alerts"));
}

#[tokio::test]
async fn a_condition_that_holds_without_answers_waits_for_the_submission() {
    let app = App::start().await;
    let mut negated = body();
    negated["review"] = json!(true);
    let unsafe_unless = json!({ "not": { "question": "note", "is": [1] } });
    negated["questions"][1] =
        json!({ "id": "note", "text": "Safe?", "options": [{ "label": "Yes" }, { "label": "No" }] });
    negated["alerts"] = json!([
        { "id": "quiet_alarm_unless", "name": "Quiet alarm", "when": unsafe_unless, "early": true, "help": "Call 112." },
        { "id": "quiet_alarm", "name": "Quiet alarm", "when": { "question": "mood", "atLeast": 18 }, "help": "Call 113." },
    ]);
    let quiz = app.quiz(negated).await;
    begin(&quiz, "session-1").await;
    let first = asked(&app, &quiz, "session-1").await;
    assert!(!first.html().contains("Call 112."), "{}", first.html());
    let second = first.send(&[("answer", "19")]).await.follow().await.is(200);
    assert!(!second.html().contains("Call 112.") && second.html().contains("Call 113."), "{}", second.html());
    assert!(alerts(&quiz, 100).await.is_empty());
    let option = quiz.get("").key(&app.key).await.is(200).json()["questions"][1]["options"][1]["id"].clone();
    let review = second.send(&[("answer", option.as_str().expect("an id"))]).await.follow().await.is(200);
    let html = review.html();
    assert!(html.contains("Call 113.") && html.contains("name=\"go\" value=\"send\""), "before it is sent: {html}");
    let result = review.send(&[]).await.follow().await.is(200).html();
    assert!(result.contains("Call 112.") && result.contains("Call 113."), "{result}");
    assert_eq!(raised(&quiz).await.len(), 2);
}

#[tokio::test]
async fn answers_are_filtered_by_alert_in_lists_figures_and_exports() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    for (session, mood) in [("session-worst", 19), ("session-high", 12), ("session-calm", 2)] {
        take(&quiz, session, mood).await;
    }
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    for (alert, found) in [("*", 2), ("quiet_alarm", 1), ("quiet_alarm_worse", 0)] {
        let html = ana.get(&quiz.dashboard(&format!("answers?alert={alert}"))).await.is(200).text();
        let listed = ["session-worst", "session-high", "session-calm"].map(|session| html.contains(session));
        assert_eq!(listed, [found > 0, found > 1, false], "{alert}: {html}");
        let figures = quiz.get(&format!("/insights?alert={alert}")).key(&app.key).await.is(200).json();
        assert_eq!(figures["started"], found, "{alert}: {figures}");
        let lines = selected(&quiz, json!({ "filter": { "alert": alert } })).await;
        assert_eq!(lines.lines().count(), found + 1, "{alert}: {lines}");
    }
    let html = ana.get(&quiz.dashboard("answers?alert=quiet_alarm_high")).await.is(200).text();
    assert!(html.contains("Remove Alert: Quiet alarm: high"), "{html}");
    let html = ana.get(&quiz.dashboard("answers?alert=Not+a+name")).await.is(200).text();
    assert!(html.contains("Alert must"), "{html}");
    quiz.get("/insights?alert=Not+a+name").key(&app.key).await.is(400);
}

#[tokio::test]
async fn a_rescoring_says_which_alerts_it_would_have_raised_and_raises_none() {
    let app = App::start().await;
    let quiz = app.quiz(body()).await;
    for (session, mood) in [("session-1", 12), ("session-2", 8), ("session-3", 2)] {
        take(&quiz, session, mood).await;
    }
    let before = raised(&quiz).await;
    // All scores are three points higher.
    let mut questions = body()["questions"].clone();
    questions[0]["points"] = (3..=23).collect();
    quiz.patch(json!({ "questions": questions })).await.is(200);
    let rescored = async |apply: bool| {
        quiz.post("/rescore").key(&app.key).json(json!({ "version": 2, "apply": apply })).await.is(200).json()
    };
    assert_eq!(rescored(false).await["alerts"], 1, "session-2 moves into the band; session-1 has raised it");
    let ana = app.member("ana@example.com", "acme", Role::Owner).await;
    let html = ana.get(&quiz.dashboard("rescore")).await.is(200).text();
    assert!(html.contains("Alerts that would be raised; a rescoring raises none</dt><dd>1<"), "{html}");
    assert_eq!(rescored(true).await["alerts"], 0);
    assert_eq!(raised(&quiz).await, before);
}
