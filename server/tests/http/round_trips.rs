//! The record from Get Quiz is accepted back, earlier versions can be read, and errors name their path.

use serde_json::{Value, json};
use server::store::KeyScope;

use crate::{
    assessments::team_health,
    support::{App, QuizAt},
};

const FIRST: &str = "30000000-0000-4000-8000-000000000001";
const SECOND: &str = "30000000-0000-4000-8000-000000000002";

/// A question of each kind, and two built-in ones.
fn every_kind() -> Value {
    json!({
        "name": "All kinds", "review": true, "address": "formal",
        "questions": [
            { "id": "fhn1" },
            { "id": "fhn5", "required": false, "showIf": { "question": "fhn1", "is": [1, 2] } },
            { "id": "one", "required": false, "text": { "en": "One?", "es": "¿Uno?" }, "help": "Any", "display": "dropdown",
              "options": [{ "id": FIRST, "label": "A" }, { "id": SECOND, "label": "B", "other": true }] },
            { "id": "many", "kind": "multiple", "text": "Many?", "min": 1, "max": 2, "showIf": { "question": "one", "is": [1] },
              "options": [{ "label": "A" }, { "label": "None", "exclusive": true }] },
            { "id": "order", "kind": "ranking", "text": "Order?", "options": [{ "label": "A" }, { "label": "B" }] },
            { "id": "scale", "kind": "scale", "text": "How?", "from": 0, "to": 4, "labels": { "0": "Low" }, "points": "reversed" },
            { "id": "size", "kind": "number", "text": "Size?", "min": -1, "max": 2.5, "decimals": 1, "unit": "m",
              "ranges": [{ "below": 1, "points": 0 }, { "points": 50 }] },
            { "id": "words", "kind": "text", "text": "Words?", "maxLength": 10, "long": true, "format": "email" },
            { "id": "day", "kind": "date", "text": "Day?", "min": "2026-01-01" },
            { "id": "rows", "kind": "matrix", "text": "Rows?", "rows": [{ "id": "a", "text": "A" }], "from": 1, "to": 3 },
            { "id": "grid", "kind": "matrix", "text": "Grid?", "rows": [{ "id": "a", "text": "A" }],
              "options": [{ "label": "Yes" }, { "label": "No" }] },
            { "id": "yes", "kind": "consent", "text": "Agree?", "link": "https://example.org" },
            { "id": "bye", "kind": "statement", "text": "Bye", "ends": true, "showIf": { "not": { "answered": "one" } } }],
        "scoring": { "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "sky" }] }
    })
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

#[tokio::test]
async fn a_record_is_taken_back_and_changes_nothing() {
    let app = App::start().await;
    for body in [json!({ "name": "Built-in" }), team_health(), every_kind()] {
        let quiz = app.quiz(body).await;
        let mut before = record(&quiz).await;
        quiz.post("/csvExport").key(&app.key).await.is(202);
        let mut after = quiz.patch(before.clone()).await.is(200).json();
        for counted in
            ["updatedAt", "csvExportStatus", "csvExportPath", "csvExportRows", "csvExportProgress", "csvExportSha256"]
        {
            (before[counted], after[counted]) = (Value::Null, Value::Null);
        }
        assert_eq!(after, before);
    }
}

#[tokio::test]
async fn one_edit_in_a_record_is_all_that_changes() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    let before = record(&quiz).await;
    let mut edited = before.clone();
    edited["questions"][2]["options"][0]["label"] = json!("Other");
    edited["responses"] = json!({ "started": 7 });
    edited["csvExportStatus"] = json!("done");
    let after = quiz.patch(edited.clone()).await.is(200).json();
    edited["version"] = json!(2);
    assert_eq!((&after["questions"], &after["version"]), (&edited["questions"], &edited["version"]));
    // An option that is moved keeps its id and code.
    let mut moved = after.clone();
    moved["questions"][2]["options"].as_array_mut().expect("options").reverse();
    let after = quiz.patch(moved).await.is(200).json();
    let options = &after["questions"][2]["options"];
    assert_eq!((&options[0]["id"], &options[0]["code"]), (&json!(SECOND), &json!(2)));
}

#[tokio::test]
async fn what_cannot_be_changed_must_be_what_is_stored() {
    let app = App::start().await;
    let quiz = app.quiz(every_kind()).await;
    let before = record(&quiz).await;
    for (at, value, path) in [
        ("/id", json!("0000000000000000"), "id"),
        ("/namespaceId", json!("other"), "namespaceId"),
        ("/kind", json!("inapp"), "kind"),
        ("/anonymous", json!(false), "anonymous"),
        ("/inapp", json!(true), "inapp"),
        ("/version", json!(7), "version"),
        ("/questions/0/builtIn", json!(false), "questions[0].builtIn"),
        ("/questions/2/builtIn", json!(true), "questions[2].builtIn"),
        ("/questions/2/options/1/code", json!(3), "questions[2].options[1].code"),
    ] {
        let mut body = before.clone();
        *body.pointer_mut(at).expect("it is there") = value;
        let details = quiz.patch(body).await.invalid_at(&[path]).json()["details"].clone();
        assert_eq!(details[0]["code"], "read_only", "{at}");
    }
    let mut body = before.clone();
    body["questions"][0]["options"][0]["label"] = json!("Mine");
    let details = quiz.patch(body).await.invalid_at(&["questions[0]"]).json()["details"].clone();
    assert_eq!(details[0]["code"], "fixed_words");
    assert_eq!(record(&quiz).await, before);
}

#[tokio::test]
async fn a_record_sent_back_leaves_the_state_to_the_dates() {
    let app = App::start().await;
    let quiz = app.quiz(json!({ "name": "Later", "opensAt": "2099-01-01T00:00:00Z" })).await;
    let shown = record(&quiz).await;
    assert_eq!(shown["status"], "draft");
    quiz.patch(shown.clone()).await.is(200);
    assert_eq!(quiz.patch(json!({ "opensAt": null })).await.is(200).json()["status"], "open");
    // A status that differs from the shown one is a change.
    let mut closed = record(&quiz).await;
    closed["status"] = json!("closed");
    assert_eq!(quiz.patch(closed).await.is(200).json()["status"], "closed");
}

#[tokio::test]
async fn earlier_versions_are_listed_and_read() {
    let app = App::start().await;
    let quiz = app.quiz(team_health()).await;
    let first = record(&quiz).await;
    quiz.patch(json!({ "questions": [{ "id": "fhn1" }], "scoring": null, "language": "es" })).await.is(200);
    let list = quiz.get("/versions?limit=1").key(&app.key).await.is(200).json();
    assert_eq!(list["items"][0]["version"], 2);
    let next = list["nextCursor"].as_str().expect("there is more");
    let rest = quiz.get(&format!("/versions?cursor={next}")).key(&app.key).await.is(200).json();
    assert_eq!((&rest["items"][0]["version"], &rest["nextCursor"]), (&json!(1), &Value::Null));
    assert_eq!(rest["items"][0]["createdAt"], first["createdAt"]);

    let mut earlier = quiz.get("/versions/1").key(&app.key).await.is(200).json();
    for field in ["language", "questions", "scoring", "start", "end"] {
        assert_eq!(earlier[field], first[field], "{field}");
    }
    earlier.as_object_mut().expect("an object").remove("version");
    let again = quiz.patch(earlier).await.is(200).json();
    assert_eq!((&again["version"], &again["questions"]), (&json!(3), &first["questions"]));

    for missing in ["0", "4"] {
        let reply = quiz.get(&format!("/versions/{missing}")).key(&app.key).await;
        reply.fails(404, "version does not exist").coded("no_such_version");
    }
    quiz.get("/versions/x").key(&app.key).await.is(400);
    quiz.get("/versions").await.is(401);
    quiz.get("/versions/1").await.is(401);
    let export = app.key_for(Some("acme"), KeyScope::Export).await;
    quiz.get("/versions/1").key(&export).await.is(200);
    app.namespace("other").await;
    let foreign = app.key_for(Some("other"), KeyScope::Admin).await;
    quiz.get("/versions/1").key(&foreign).await.is(403);
}

#[tokio::test]
async fn a_refusal_names_the_question_and_the_option() {
    let app = App::start().await;
    let mut body = every_kind();
    body["questions"][2]["options"][1]["lable"] = json!("B");
    let refused = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(body).await.is(400);
    let expected = "malformed JSON: unknown field `lable` in questions[2].options[1], expected ";
    assert!(refused.error().starts_with(expected), "{}", refused.error());

    let quiz = app.quiz(every_kind()).await;
    let anon_id = quiz.begin().await;
    let body = json!({ "anon_id": anon_id, "answers": { "fhn1": 1, "one": "not a uuid" } });
    let refused = quiz.post("/users/anonymous/answers/submit").json(body).await.coded("malformed_answer");
    assert!(refused.is(400).error().starts_with("question one: "));
    for id in ["rows", "bye"] {
        let body = json!({ "anon_id": anon_id, "questionId": id, "answer": 1 });
        let refused = quiz.post("/users/anonymous/answers").json(body).await.invalid_at(&["questionId"]);
        let message = refused.json()["details"][0]["message"].as_str().expect("a message").to_owned();
        assert!(message.starts_with(&format!("{id} takes no answer itself")), "{message}");
    }
}
