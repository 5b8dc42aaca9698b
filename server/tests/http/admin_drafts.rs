//! Storage of drafts: of two concurrent ones one is kept, and no other draft is ended.

use domain::{Email, NamespaceId, OwnQuota, QuizId, Role, Timestamp, edit::Edit};
use serde_json::{Value, json};
use server::{
    service::{Caller, Conflict, DraftInput, Origin, QuizPath, ServiceError},
    store::Edition,
};

use crate::support::{App, PASSWORD, Person, QuizAt};

async fn pets(app: &App) -> QuizAt<'_> {
    let options = json!([{ "label": "Cat" }, { "label": "Dog" }]);
    app.quiz(json!({ "name": "Pets", "questions": [{ "id": "pet", "text": "A pet?", "options": options }] })).await
}

async fn ana_and_ben(app: &App) -> (Person<'_>, Person<'_>) {
    (
        app.member("ana@example.com", "acme", Role::Editor).await,
        app.member("ben@example.com", "acme", Role::Owner).await,
    )
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

fn path(quiz: &QuizAt<'_>) -> QuizPath {
    let namespace = NamespaceId::parse(&quiz.namespace).expect("a namespace id");
    QuizPath { namespace, quiz: QuizId::parse(&quiz.id).expect("a quiz id") }
}

async fn caller(app: &App, address: &str) -> Caller {
    let address = Email::parse(address).expect("an address");
    let origin = Origin { address: [127, 0, 0, 1].into(), client: String::new(), browser: None };
    let entrance = app.service.sign_in(address.as_str(), PASSWORD, "", &origin).await.expect("signed in");
    Caller::Administrator(app.service.session(&entrance.session).await.expect("read").expect("a session").rights)
}

async fn input(app: &App, path: &QuizPath, fields: &str, seen: Option<Timestamp>) -> DraftInput {
    let quiz = app.service.quiz(&Caller::Operator, path).await.expect("a quiz").0;
    DraftInput { fields: fields.to_owned(), based_on: Edition::of(&quiz), seen, keeps_replaced: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_drafts_at_once_one_is_kept() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    ana_and_ben(&app).await;
    let (ana, ben) = (caller(&app, "ana@example.com").await, caller(&app, "ben@example.com").await);
    let path = path(&quiz);
    let mut seen = None;
    for round in ["first", "second"] {
        let (anas, bens) = (input(&app, &path, "\"ana\"", seen).await, input(&app, &path, "\"ben\"", seen).await);
        let (first, second) =
            app.in_order(app.service.keep_draft(&ana, &path, anas), app.service.keep_draft(&ben, &path, bens)).await;
        seen = Some(first.expect("kept"));
        assert!(matches!(second, Err(ServiceError::Conflict(Conflict::DraftChanged))), "{round}: {second:?}");
        let draft = app.service.editor_draft(&ana, &path).await.expect("read").expect("a draft");
        assert_eq!((draft.fields.as_str(), Some(draft.at)), ("\"ana\"", seen), "{round}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_ends_no_draft_that_came_meanwhile() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    ana_and_ben(&app).await;
    let (ana, ben) = (caller(&app, "ana@example.com").await, caller(&app, "ben@example.com").await);
    let path = path(&quiz);
    let before = app.service.editing(&ana, &path).await.expect("a quiz").revision();
    let rename = |name: &str| vec![Edit::set("name".into(), name)];
    let anas = app.service.edit(&ana, &path, before, rename("Of Ana"), false).await.expect("kept").revision();
    let (bens, published) = app
        .in_order(
            Box::pin(app.service.edit(&ben, &path, anas, rename("Of Ben"), false)),
            Box::pin(app.service.publish(&ana, &path, anas, false)),
        )
        .await;
    bens.expect("kept");
    assert!(matches!(published, Err(ServiceError::Conflict(Conflict::DraftChanged))), "{published:?}");
    let draft = app.service.editing(&ana, &path).await.expect("read");
    assert_eq!(draft.tree.text(&"name".into()), Some("Of Ben"));
    assert_eq!(record(&quiz).await["name"], "Pets", "nothing is published");
}

#[tokio::test]
async fn fields_of_people_survive_drafts_from_before_and_after_their_declaration() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    ana_and_ben(&app).await;
    let (ana, path) = (caller(&app, "ana@example.com").await, path(&quiz));
    let fields = json!([{ "id": "region", "name": "Region", "type": "text" }]);
    for (round, name) in ["Before", "After"].into_iter().enumerate() {
        let before = app.service.editing(&ana, &path).await.expect("a quiz").revision();
        let rename = vec![Edit::set("name".into(), name)];
        let draft = app.service.edit(&ana, &path, before, rename, false).await.expect("kept").revision();
        if round == 0 {
            quiz.patch(json!({ "fields": fields })).await.is(200);
        }
        let merged = app.service.editing(&ana, &path).await.expect("a draft").revision();
        assert_eq!(merged == draft, round > 0, "what was declared meanwhile is taken up");
        let draft = merged;
        app.service.publish(&ana, &path, draft, false).await.expect("published");
        let stored = record(&quiz).await;
        assert_eq!((&stored["name"], &stored["fields"]), (&json!(name), &fields));
    }
}

#[tokio::test]
async fn a_draft_in_a_full_namespace_may_be_shortened() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    ana_and_ben(&app).await;
    let (ana, path) = (caller(&app, "ana@example.com").await, path(&quiz));
    let mut seen = app.service.keep_draft(&ana, &path, input(&app, &path, "{ }", None).await).await.ok();
    let full = OwnQuota { quizzes: None, bytes: Some(0) };
    app.service.set_quota(&Caller::Operator, &path.namespace, full).await.expect("set");
    let larger = input(&app, &path, "{  }", seen).await;
    assert_eq!(app.service.keep_draft(&ana, &path, larger).await.expect_err("larger").code(), "quota_exceeded");
    let shorter = input(&app, &path, "{}", seen).await;
    seen = Some(app.service.keep_draft(&ana, &path, shorter).await.expect("kept"));
    let draft = app.service.editor_draft(&ana, &path).await.expect("read").expect("a draft");
    assert_eq!((draft.fields.as_str(), Some(draft.at)), ("{}", seen));
}
