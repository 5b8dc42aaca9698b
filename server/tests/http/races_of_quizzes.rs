//! Concurrent use-cases on quizzes: each writes on the basis of the current state, and a refused one leaves no event.

use std::time::Duration;

use domain::{NamespaceId, QuizChange, QuizId, Timestamp, edit::Edit};
use futures_util::future::join_all;
use serde_json::json;
use server::{
    export::ExportFormat,
    service::{Caller, Conflict, Invitee, Missing, QuizPath, ServiceError},
    store::KeyScope,
};

use crate::support::{App, QuizAt};

fn path(quiz: &QuizAt<'_>) -> QuizPath {
    let namespace = NamespaceId::parse(&quiz.namespace).expect("a namespace id");
    QuizPath { namespace, quiz: QuizId::parse(&quiz.id).expect("a quiz id") }
}

fn renaming(name: &str) -> QuizChange {
    QuizChange { name: Some(name.into()), ..QuizChange::default() }
}

async fn updated_at(app: &App, path: &QuizPath) -> Timestamp {
    app.service.quiz(&Caller::Operator, path).await.expect("a quiz").0.updated_at
}

async fn events(app: &App, action: &str) -> usize {
    let log = app.get(&format!("/api/v1/namespaces/acme/audit?action={action}")).key(&app.key).await.is(200).json();
    log["items"].as_array().expect("items").len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_a_quiz_that_was_changed_since_it_was_seen_is_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let path = path(&quiz);
    let edited = async |name: &str| {
        let before = app.service.editing(&Caller::Operator, &path).await.expect("a quiz");
        let edits = vec![Edit::set("name".into(), name)];
        let kept = app.service.edit(&Caller::Operator, &path, before.revision(), edits, false).await.expect("kept");
        kept.revision()
    };
    let seen = edited("First").await;
    let (first, second) = app
        .in_order(
            Box::pin(app.service.publish(&Caller::Operator, &path, seen, false)),
            Box::pin(app.service.publish(&Caller::Operator, &path, seen, false)),
        )
        .await;
    first.expect("changed");
    assert!(matches!(second, Err(ServiceError::Conflict(Conflict::Changed | Conflict::DraftChanged))), "{second:?}");
    let draft = async || app.service.editor_draft(&Caller::Operator, &path).await.expect("read");
    assert!(draft().await.is_none(), "a published edit has no draft");
    edited("Third").await;
    app.service.publish(&Caller::Operator, &path, seen, false).await.expect_err("stale");
    assert!(draft().await.is_some(), "a refused edit keeps its draft");
    let (quiz, _) = app.service.quiz(&Caller::Operator, &path).await.expect("a quiz");
    assert_eq!(quiz.name(), "First");
    assert_eq!(events(&app, "quiz.change").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_changes_at_once_each_is_made_and_recorded_once() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let path = path(&quiz);
    // As by a clock that is ahead, so that the time alone does not distinguish changes.
    app.database.connect().await.run("UPDATE quizzes SET updated_at = updated_at + 3600000000000").await;
    let before = updated_at(&app, &path).await;
    let changes = (0..12).map(|number| {
        let (service, path) = (&app.service, &path);
        async move { service.change_quiz(&Caller::Operator, path, renaming(&format!("{number}")), |_| true).await }
    });
    let mut moments: Vec<Timestamp> =
        join_all(changes).await.into_iter().map(|changed| changed.expect("changed").0.updated_at).collect();
    moments.sort();
    moments.dedup();
    assert_eq!(moments.len(), 12, "each change has a revision of its own");
    assert!(moments[0] > before);
    assert_eq!(events(&app, "quiz.change").await, 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn origins_that_are_allowed_at_once_are_all_kept() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let path = path(&quiz);
    let origins: Vec<String> = (0..6).map(|number| format!("https://{number}.example")).collect();
    let allow = origins.iter().map(|origin| app.service.allow_origin(&Caller::Operator, &path, origin.clone()));
    assert!(join_all(allow).await.iter().all(Result::is_ok));
    let (quiz, _) = app.service.quiz(&Caller::Operator, &path).await.expect("a quiz");
    let mut allowed = quiz.settings.allowed_origins.clone();
    allowed.sort();
    assert_eq!(allowed, origins);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_revoked_first_changes_nothing() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let path = path(&quiz);
    let text = app.key_for(Some("acme"), KeyScope::Admin).await;
    let key = app.service.authenticate(&text).await.expect("a key");
    let id = key.actor().expect("an actor").id;
    let (revoked, changed) = app
        .in_order(
            app.service.revoke_key(&Caller::Operator, &id),
            app.service.change_quiz(&key, &path, renaming("Too late"), |_| true),
        )
        .await;
    revoked.expect("revoked");
    assert!(matches!(changed, Err(ServiceError::Unauthorized(_))), "{changed:?}");
    assert_eq!(events(&app, "quiz.change").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_added_to_a_quiz_that_is_deleted_first() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let path = path(&quiz);
    let people = vec![Invitee { name: Some("Ana".to_owned()), ..Invitee::default() }];
    let (deleted, invited) = app
        .in_order(
            app.service.delete_quiz(&Caller::Operator, &path),
            app.service.invite(&Caller::Operator, &path, people),
        )
        .await;
    deleted.expect("deleted");
    assert!(matches!(invited, Err(ServiceError::Missing(Missing::Quiz))), "{invited:?}");
    assert_eq!(events(&app, "users.invite").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_many_times_at_once_is_recorded_as_often_as_it_is_done() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.begin().await;
    let path = path(&quiz);
    let operator = &Caller::Operator;

    let queued = join_all((0..6).map(|_| app.service.request_export(operator, &path, ExportFormat::Csv))).await;
    let queued = queued.into_iter().filter(|queued| matches!(queued, Ok(true))).count();
    assert!(queued >= 1);
    assert_eq!(events(&app, "export.request").await, queued);

    let erased = join_all((0..6).map(|_| app.service.erase_user(operator, &path, &user))).await;
    assert_eq!(erased.iter().filter(|erased| erased.is_ok()).count(), 1);
    assert_eq!(events(&app, "answers.erase").await, 1);

    let id = NamespaceId::parse("fresh").expect("an id");
    let made = join_all((0..6).map(|_| app.service.create_namespace(operator, id.clone(), "Fresh".to_owned()))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
    assert!(made.iter().all(|made| matches!(made, Ok(_) | Err(ServiceError::Conflict(_)))));

    let deleted = join_all((0..6).map(|_| app.service.delete_quiz(operator, &path))).await;
    assert_eq!(deleted.iter().filter(|deleted| deleted.is_ok()).count(), 1);
    assert_eq!(events(&app, "quiz.delete").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_goes_on_to_its_end_when_its_caller_is_gone() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let user = quiz.begin().await;
    let path = path(&quiz);
    let is_marked = async {
        while app.service.export_history(&Caller::Operator, &path).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    // The caller disconnects when the quiz is hidden, but before its answers are erased.
    tokio::select! {
        biased;
        () = is_marked => {}
        _ = app.service.delete_quiz(&Caller::Operator, &path) => {}
    }
    // The cached quiz is at most a second old.
    let is_closed = async {
        while quiz.post("/users/anonymous/initQuiz").json(json!({ "anon_id": user })).await.status != 404 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), is_closed).await.expect("closed");
}
