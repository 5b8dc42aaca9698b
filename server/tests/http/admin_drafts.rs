//! Drafts of the editor: two administrators lose nothing to each other.

use domain::{Email, NamespaceId, OwnQuota, QuizId, Role, Timestamp};
use serde_json::{Value, json};
use server::{
    service::{Caller, Conflict, DraftInput, Origin, QuizPath, ServiceError},
    store::Edition,
};

use crate::support::{App, EditorForm, PASSWORD, Person, QuizAt, button};

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

/// Makes the draft look an hour old.
async fn age_draft(app: &App) {
    app.database.connect().await.run("UPDATE quiz_drafts SET updated_at = updated_at - 3600000000000").await;
}

#[tokio::test]
async fn a_draft_is_replaced_only_by_an_editor_who_has_seen_it() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, ben) = ana_and_ben(&app).await;
    let bens = EditorForm::open(&ben, &quiz).await.with("name-en", "Of Ben");
    EditorForm::open(&ana, &quiz).await.with("name-en", "Of Ana").send(&ana, &quiz, "keep").await.is(303);
    age_draft(&app).await;
    for pressed in ["keep", "save", "save-over", "discard", "add-question"] {
        let page = bens.send(&ben, &quiz, pressed).await.is(409).text();
        assert!(page.contains("the draft was changed since this page was loaded"), "{pressed}: {page}");
        assert_eq!(EditorForm::of(&page).get("name-en"), "Of Ben", "what was typed is still there");
        EditorForm::of(&page).send(&ben, &quiz, "keep").await.is(409);
    }
    let page = ben.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.contains("changes by ana") && page.contains("Of Ana"), "{page}");
    // An editor who has seen the other changes may continue.
    EditorForm::of(&page).with("name-en", "Of both").send(&ben, &quiz, "save").await.is(303);
    assert_eq!(record(&quiz).await["name"], "Of both");
}

#[tokio::test]
async fn a_draft_in_another_window_is_not_overwritten_either() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, _) = ana_and_ben(&app).await;
    let (one, other) = (EditorForm::open(&ana, &quiz).await, EditorForm::open(&ana, &quiz).await);
    one.with("name-en", "Of one window").send(&ana, &quiz, "keep").await.is(303);
    let page = other.with("name-en", "Of the other").send(&ana, &quiz, "keep").await.is(409).text();
    assert_eq!(EditorForm::open(&ana, &quiz).await.get("name-en"), "Of one window");
    let over = button(&page, "Replace the present draft");
    EditorForm::of(&page).send(&ana, &quiz, &over).await.is(303);
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert_eq!(EditorForm::of(&page).get("name-en"), "Of the other");
    assert!(page.contains("Draft of ana, "), "nor is the one that it replaces lost: {page}");
}

#[tokio::test]
async fn a_draft_that_another_editor_replaces_can_be_kept_again() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, ben) = ana_and_ben(&app).await;
    let bens = EditorForm::open(&ben, &quiz).await.with("name-en", "Of Ben");
    EditorForm::open(&ana, &quiz).await.with("name-en", "Of Ana").send(&ana, &quiz, "keep").await.is(303);
    let page = bens.send(&ben, &quiz, "keep").await.is(409).text();
    let over = button(&page, "Replace the present draft");
    EditorForm::of(&page).send(&ben, &quiz, &over).await.is(303);
    bens.with("name-en", "Of Ben, later").send(&ben, &quiz, &over).await.is(409);
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert_eq!(EditorForm::of(&page).get("name-en"), "Of Ben");
    let earlier = page.split("?earlier=").nth(1).expect("an earlier draft").split('"').next().expect("its moment");
    assert!(page.contains("Draft of ana, "), "{page}");

    let page = ana.get(&quiz.dashboard(&format!("edit?earlier={earlier}"))).await.is(200).text();
    assert!(page.contains("Below is an earlier draft."), "{page}");
    assert_eq!(EditorForm::of(&page).get("name-en"), "Of Ana");
    EditorForm::of(&page).send(&ana, &quiz, "keep").await.is(303);
    let page = ben.get(&quiz.dashboard("edit")).await.is(200).text();
    assert_eq!(EditorForm::of(&page).get("name-en"), "Of Ana");
    assert!(page.contains("Draft of ben, "), "the draft that it replaced is kept in turn: {page}");
}

#[tokio::test]
async fn a_discarded_draft_stays_among_the_earlier_ones() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, ben) = ana_and_ben(&app).await;
    EditorForm::open(&ana, &quiz).await.with("name-en", "Of Ana").send(&ana, &quiz, "keep").await.is(303);
    EditorForm::open(&ben, &quiz).await.send(&ben, &quiz, "discard").await.is(303);
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(page.contains("Draft of ana, "), "{page}");
    assert_eq!(EditorForm::of(&page).get("name-en"), "Pets");
    // Unknown ones are passed over.
    let page = ana.get(&quiz.dashboard("edit?earlier=1")).await.is(200).text();
    assert_eq!(EditorForm::of(&page).get("name-en"), "Pets");
}

#[tokio::test]
async fn an_answer_to_the_script_names_the_draft_that_was_kept() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, ben) = ana_and_ben(&app).await;
    let form = EditorForm::open(&ana, &quiz).await.with("name-en", "Of Ana");
    let reply = form.send(&ana, &quiz, "keep").await.is(303);
    let kept = reply.header("location").split_once("kept=").expect("the revision").1.to_owned();
    // The other draft comes before the script has read the page.
    EditorForm::open(&ben, &quiz).await.with("name-en", "Of Ben").send(&ben, &quiz, "keep").await.is(303);
    ana.get(reply.header("location")).await.is(200);
    form.with("seen", &kept).send(&ana, &quiz, "keep").await.is(409);
    assert_eq!(EditorForm::open(&ben, &quiz).await.get("name-en"), "Of Ben");
}

#[tokio::test]
async fn opening_the_quiz_and_its_dates_are_no_other_edit() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let (ana, _) = ana_and_ben(&app).await;
    let early = EditorForm::open(&ana, &quiz).await.with("name-en", "Of Ana");
    ana.post(&quiz.dashboard("close"), &[]).await.is(303);
    early.send(&ana, &quiz, "keep").await.is(303);
    ana.post(&quiz.dashboard("open"), &[("changes", "leave")]).await.is(303);
    ana.post(&quiz.dashboard("dates"), &[("opensAt", ""), ("closesAt", "2031-02-02T03:04")]).await.is(303);
    let page = ana.get(&quiz.dashboard("edit")).await.is(200).text();
    assert!(!page.contains("The quiz itself was changed") && !page.contains("save-over"), "{page}");
    EditorForm::of(&page).send(&ana, &quiz, "save").await.is(303);
    let stored = record(&quiz).await;
    assert_eq!((&stored["name"], &stored["closesAt"]), (&json!("Of Ana"), &json!("2031-02-02T03:04:00Z")));
}

fn path(quiz: &QuizAt<'_>) -> QuizPath {
    let namespace = NamespaceId::parse(&quiz.namespace).expect("a namespace id");
    QuizPath { namespace, quiz: QuizId::parse(&quiz.id).expect("a quiz id") }
}

async fn caller(app: &App, address: &str) -> Caller {
    let address = Email::parse(address).expect("an address");
    let origin = Origin { address: [127, 0, 0, 1].into(), client: String::new(), browser: None };
    let entrance = app.service.sign_in(address.as_str(), PASSWORD, "", &origin).await.expect("signed in");
    Caller::Administrator(app.service.session(&entrance.session).await.expect("read").expect("a session").standing)
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
async fn saving_ends_no_draft_that_came_meanwhile() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    ana_and_ben(&app).await;
    let (ana, ben) = (caller(&app, "ana@example.com").await, caller(&app, "ben@example.com").await);
    let path = path(&quiz);
    let kept = app.service.keep_draft(&ana, &path, input(&app, &path, "\"ana\"", None).await).await.expect("kept");
    let bens = input(&app, &path, "\"ben\"", Some(kept)).await;
    let edition = bens.based_on;
    let renaming = domain::QuizChange { name: Some("Of Ana".into()), ..domain::QuizChange::default() };
    let (bens, saved) = app
        .in_order(
            app.service.keep_draft(&ben, &path, bens),
            Box::pin(app.service.save_edit(&ana, &path, renaming, edition, kept)),
        )
        .await;
    bens.expect("kept");
    assert!(matches!(saved, Err(ServiceError::Conflict(Conflict::DraftChanged))), "{saved:?}");
    let draft = app.service.editor_draft(&ana, &path).await.expect("read").expect("a draft");
    assert_eq!(draft.fields, "\"ben\"");
    assert_eq!(record(&quiz).await["name"], "Pets", "nothing is saved");
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
