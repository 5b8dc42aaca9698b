//! Individual attacks: a draft that overflows the stack, conditions compared with one another, lists sorted in
//! quadratic time.

use axum::http::Method;
use domain::{NamespaceId, QuizId, Role};
use serde_json::{Value, json};
use server::{
    service::{Caller, DraftInput, QuizPath},
    store::Edition,
};

use super::{dashboard::conditions, effort::Effort};
use crate::support::{App, EditorForm, Person, QuizAt, Reply};

async fn small(app: &App) -> QuizAt<'_> {
    let options = json!([{ "label": "Cat" }, { "label": "Dog" }]);
    app.quiz(json!({ "name": "Pets", "questions": [{ "id": "pet", "text": "A pet?", "options": options }] })).await
}

async fn draft(person: &Person<'_>, quiz: &QuizAt<'_>) -> Value {
    person.get(&quiz.dashboard("edit/draft")).await.is(200).json()
}

async fn send(person: &Person<'_>, quiz: &QuizAt<'_>, edits: Value) -> Reply {
    let revision = draft(person, quiz).await["revision"].clone();
    let body = json!({ "revision": revision, "edits": edits });
    person.call(Method::POST, &quiz.dashboard("edit/draft")).json(body).await
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, _| json!({ "a": inner }))
}

#[tokio::test]
async fn an_edit_of_any_depth_is_refused_and_the_draft_stays() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    send(&ana, &quiz, json!([{ "place": "name", "set": "Of Ana" }])).await.is(200);
    let place = |steps: usize| vec!["a"; steps].join(".");
    for edit in [
        json!({ "place": place(5_000), "set": 1 }),
        json!({ "place": place(400_000), "set": 1 }),
        json!({ "place": place(150), "set": 1 }),
        json!({ "place": place(100), "set": 1 }),
        json!({ "place": format!("x.{}", place(32)), "set": 1 }),
        json!({ "place": "x", "set": nested(32) }),
        json!({ "place": "x", "insert": { "at": 0, "value": nested(31) } }),
        json!({ "place": place(5_000), "remove": null }),
    ] {
        let refused = send(&ana, &quiz, json!([{ "place": "description", "set": "Lost" }, edit])).await.is(422).json();
        let told = refused["error"].as_str().expect("a sentence");
        assert!(told.ends_with("must not be nested deeper than 32"), "{told}");
        let kept = draft(&ana, &quiz).await;
        assert_eq!((&kept["tree"]["name"], &kept["tree"]["description"]), (&json!("Of Ana"), &Value::Null));
    }
    // The maximum depth, in two edits.
    send(&ana, &quiz, json!([{ "place": place(16), "set": 1 }])).await.is(200);
    send(&ana, &quiz, json!([{ "place": format!("{}.b", place(15)), "set": nested(16) }])).await.is(200);
    assert_eq!(draft(&ana, &quiz).await["tree"]["name"], "Of Ana");
    ana.get(&quiz.dashboard("edit")).await.is(200);
}

#[tokio::test]
async fn a_field_of_any_depth_changes_nothing() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let form = EditorForm::open(&ana, &quiz, "/settings").await.with("name", "Of Ana");
    let revision = form.get("revision").to_owned();
    let deep = vec!["a"; 100_000].join(".");
    let fields = [("revision", revision.as_str()), ("name", "Of Ana"), (deep.as_str(), "1"), ("do", "save")];
    ana.post(&quiz.dashboard("edit/settings"), &fields).await.is(303);
    let kept = draft(&ana, &quiz).await;
    assert_eq!((&kept["tree"]["name"], &kept["tree"]["a"]), (&json!("Of Ana"), &Value::Null));
}

#[tokio::test]
async fn a_body_of_any_depth_is_refused_with_the_place() {
    let app = App::start().await;
    let quizzes = "/api/v1/namespaces/acme/quizzes";
    for depth in [40, 127, 128, 10_000, 100_000] {
        let condition = format!("{}1{}", "{\"not\":".repeat(depth), "}".repeat(depth));
        let body = format!("{{\"name\":\"Q\",\"questions\":[{{\"id\":\"a\",\"text\":\"?\",\"showIf\":{condition}}}]}}");
        let reply = app.post(quizzes).key(&app.key).body("application/json", body).await;
        let place = format!("questions[0].showIf{}", ".not".repeat(29));
        let reply = reply.invalid_at(&[&place]).json();
        assert_eq!(reply["details"][0]["code"], "too_deep");
    }
}

#[tokio::test]
async fn a_draft_that_cannot_be_read_is_neither_dropped_nor_overwritten() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let path = QuizPath {
        namespace: NamespaceId::parse("acme").expect("a namespace id"),
        quiz: QuizId::parse(&quiz.id).expect("a quiz id"),
    };
    let fields = json!({ "tree": nested(1), "back": "no edits" }).to_string();
    let published = app.service.quiz(&Caller::Operator, &path).await.expect("a quiz").0;
    let input = DraftInput { fields, based_on: Edition::of(&published), seen: None, keeps_replaced: false };
    app.service.keep_draft(&Caller::Operator, &path, input).await.expect("kept");
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.contains("The draft cannot be read"), "{page}");
    let refused = send(&ana, &quiz, json!([{ "place": "name", "set": "Of Ana" }])).await.is(409).json();
    assert!(refused["error"].as_str().expect("a sentence").contains("cannot be read"), "{refused}");
    let revision = draft(&ana, &quiz).await["revision"].as_str().expect("a revision").to_owned();
    ana.post(&quiz.dashboard("edit"), &[("revision", &revision), ("do", "publish")]).await.is(409);
    ana.post(&quiz.dashboard("edit"), &[("revision", &revision), ("do", "discard")]).await.is(303);
    send(&ana, &quiz, json!([{ "place": "name", "set": "Of Ana" }])).await.is(200);
    let history = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    assert!(history.contains("Draft of "), "the unreadable one is kept: {history}");
}

#[tokio::test]
async fn a_draft_is_bounded_in_items_as_a_definition_is() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let options = |count: usize| (0..count).map(|at| json!({ "id": format!("o{at}") })).collect::<Vec<_>>();
    let place = "questions.pet.options";
    send(&ana, &quiz, json!([{ "place": place, "set": options(300) }])).await.is(200);
    let refused =
        send(&ana, &quiz, json!([{ "place": place, "insert": { "at": 0, "value": { "label": "a" } } }])).await;
    assert_eq!(refused.is(422).json()["error"], "questions[0].options must have 0 to 300 entries");
    let edits = vec![json!({ "place": "name", "set": "a" }); 10_001];
    let refused = send(&ana, &quiz, json!(edits)).await.is(422).json();
    assert_eq!(refused["error"], "edits must have 0 to 10000 entries");
    // A form is refused with what was typed.
    let form = EditorForm::open(&ana, &quiz, "/q/pet").await.with("questions.pet.text", "Which pet?");
    let reply = form.send(&ana, "add questions.pet.options").await.is(422).text();
    assert!(reply.contains("must have 0 to 300 entries") && reply.contains("Which pet?"), "{reply}");
    assert_eq!(draft(&ana, &quiz).await["tree"]["questions"][0]["options"].as_array().map(Vec::len), Some(300));
}

#[tokio::test]
async fn conditions_are_counted_before_they_are_compared() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let root = app.administrator("root@example.com").await;
    let mut effort = Effort::of(&app.router);
    for action in ["table", "table/chosen", "table/erase", "table/views", "table/views/delete", "exports"] {
        for bytes in [30_000, 107_000, 220_000, 444_000] {
            let body = format!("name=a&format=csv&zone=UTC&query={}", conditions(bytes));
            let path = quiz.dashboard(action);
            let media_type = "application/x-www-form-urlencoded";
            let status = effort
                .send("conditions", Method::POST, &path, &[("cookie", root.cookie.as_str())], media_type, body)
                .await;
            assert_eq!(status, 422, "{action}");
        }
    }
    effort.finish(20);
}

#[tokio::test]
async fn items_are_moved_without_looking_through_their_lists() {
    let app = App::start().await;
    let quiz = small(&app).await;
    let root = app.administrator("root@example.com").await;
    let mut effort = Effort::of(&app.router);
    let path = quiz.dashboard("edit/draft");
    for count in [300, 2_000, 4_000, 16_000] {
        let options: Vec<Value> = (0..count).map(|at| json!({ "id": format!("o{at}") })).collect();
        let last = format!("questions.pet.options.o{}", count - 1);
        for edits in [
            json!([{ "place": "questions.pet.options", "set": options }]),
            json!([{ "place": last, "move": { "to": 0 } }]),
            json!([{ "place": "questions.pet.options", "set": options }, { "place": last, "move": { "to": 0 } }]),
        ] {
            let revision = draft(&root, &quiz).await["revision"].clone();
            let body = json!({ "revision": revision, "edits": edits }).to_string();
            let what = format!("{count} options");
            effort
                .send(&what, Method::POST, &path, &[("cookie", root.cookie.as_str())], "application/json", body)
                .await;
        }
    }
    effort.finish(12);
}
