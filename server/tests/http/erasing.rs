//! Erasing a respondent: what remains in exports, in the audit log and in files.

use std::{path::PathBuf, time::Duration};

use domain::Role;
use serde_json::{Value, json};
use server::{
    service::{AuditCheck, Caller},
    store::{self, AuditFilter, KeyScope},
};

use crate::{
    erased_exports::exported,
    support::{App, Page, QuizAt},
};

const SESSION: &str = "1d5bb1f0-5a4e-4f3c-9a77-c0ffee5e5510";
const CUSTOM: &str = "card=zq-904417";

/// Every subject of the log for an action, newest first, as the log shows it.
async fn subjects(app: &App, action: &str) -> Vec<String> {
    let filter = AuditFilter { action: Some(action.to_owned()), ..AuditFilter::default() };
    let log = app.service.audit_log(&Caller::Operator, &filter, store::Page { after: None, limit: 100 }).await;
    log.expect("the log").into_iter().filter_map(|entry| entry.event.subject).collect()
}

async fn answered(quiz: &QuizAt<'_>, session: &str, code: u8) {
    let begin = json!({ "sessionId": session, "customData": CUSTOM });
    quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
    // Two writes, so that the record moves within the file.
    for question in ["colour", "shape"] {
        let answer = json!({ "sessionId": session, "questionId": question, "answer": code });
        quiz.post("/users/inapp/answers").json(answer).await.is(200);
    }
}

async fn own_quiz(app: &App) -> QuizAt<'_> {
    let question = |id: &str| json!({ "id": id, "text": id, "options": [{ "label": "One" }, { "label": "Two" }] });
    let questions = [question("colour"), question("shape")];
    app.quiz(json!({ "name": "Own", "anonymous": false, "inapp": true, "questions": questions })).await
}

fn found(file: &str, needles: &[String]) -> Vec<String> {
    let files = [PathBuf::from(file), PathBuf::from(format!("{file}-wal"))];
    let bytes: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap_or_default()).collect();
    let holds = |needle: &String| {
        bytes.iter().any(|bytes| bytes.windows(needle.len()).any(|window| window == needle.as_bytes()))
    };
    needles.iter().filter(|needle| holds(needle)).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_id_of_an_erased_person_is_in_a_file_of_the_database() {
    let app = App::start().await;
    let Some(file) = app.database.file() else { return };
    let quiz = own_quiz(&app).await;
    answered(&quiz, SESSION, 2).await;
    let record = quiz.whole_answers_of(SESSION).await.is(200).answers();
    let option = record["qAnswers"]["colour"].as_str().expect("an option");
    let needles = [SESSION.to_owned(), CUSTOM.to_owned(), format!("\"colour\":\"{option}\"")];
    assert_eq!(found(file, &needles), needles, "they are there before");

    app.delete(&format!("{}/users/{SESSION}", quiz.url)).key(&app.key).await.is(200);
    for _ in 0..100 {
        // The id is kept for API clients that follow changes.
        if found(file, &needles) == [SESSION] {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the files still hold {:?}", found(file, &needles));
}

#[tokio::test]
async fn the_audit_log_keeps_its_lines_about_an_erased_person_and_not_the_person() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    quiz.session(SESSION).await;
    quiz.whole_answers_of(SESSION).await.is(200);
    quiz.whole_answers_of(SESSION).await.is(200);
    assert_eq!(subjects(&app, "answers.read").await, [SESSION, SESSION], "named while they are known");
    app.delete(&format!("{}/users/{SESSION}", quiz.url)).key(&app.key).await.is(200);
    let read = subjects(&app, "answers.read").await;
    assert!(read[0].starts_with("respondent-") && read[0].len() == 43, "{read:?}");
    assert_eq!(read, [read[0].as_str(); 2], "lines about one person still belong together");
    assert_eq!(subjects(&app, "answers.erase").await, [read[0].as_str()]);
    // A respondent who returns under the same id is a new one for the log.
    quiz.session(SESSION).await;
    quiz.whole_answers_of(SESSION).await.is(200);
    assert_eq!(subjects(&app, "answers.read").await, [SESSION, &read[0], &read[0]]);
    let check = app.service.check_audit_log(&Caller::Operator, None).await.expect("read");
    assert!(matches!(check, AuditCheck::Whole { .. }), "{check:?}");
}

#[tokio::test]
async fn exports_that_hold_an_erased_person_end_and_others_stay() {
    let app = App::start().await;
    let (quiz, other) = (app.inapp_quiz().await, app.inapp_quiz().await);
    for quiz in [&quiz, &other] {
        quiz.session(SESSION).await;
    }
    let (path, elsewhere) = (exported(&quiz).await, exported(&other).await);
    quiz.session("began-after-the-export").await;
    let erase = async |user: &str| {
        app.delete(&format!("{}/users/{user}", quiz.url)).key(&app.key).await.is(200);
    };
    erase("began-after-the-export").await;
    app.get(&path).await.is(200);
    erase(SESSION).await;
    app.get(&path).await.is(404);
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!((&record["csvExportStatus"], &record["csvExportPath"]), (&Value::Null, &Value::Null));
    assert_eq!(quiz.get("/exports").key(&app.key).await.is(200).json()["items"], json!([]));
    app.get(&elsewhere).await.is(200);
    // The history shows the removal instead of dropping the entry.
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let history = editor.get(&format!("/admin/ns/acme/quizzes/{}/exports", quiz.id)).await.is(200).text();
    let row = history.split("<tr>").nth(2).and_then(|row| row.split("</tr>").next()).expect("the export");
    assert!(row.contains("pill-removed") && row.contains("Removed on ") && !row.contains("href"), "{row}");
}

/// Requested with nothing but the user id.
pub(crate) async fn keyless_erasure(quiz: &QuizAt<'_>, user: &str) -> crate::support::Reply {
    quiz.app.delete(&format!("{}/users/{user}", quiz.url)).await
}

#[tokio::test]
async fn the_holder_of_a_link_erases_the_record_where_the_quiz_lets_them() {
    let app = App::start().await;
    let (open, inapp) = (app.open_quiz().await, app.inapp_quiz().await);
    assert_eq!(open.get("").key(&app.key).await.json()["respondentsMayErase"], true);
    assert_eq!(inapp.get("").key(&app.key).await.json()["respondentsMayErase"], false);
    inapp.patch(json!({ "respondentsMayErase": true })).await.invalid_at(&["respondentsMayErase"]);
    inapp.session(SESSION).await;
    keyless_erasure(&inapp, SESSION).await.fails(401, "x-api-key is required");
    // An insufficient key is not treated as no key.
    let reader = app.key_for(None, KeyScope::Read).await;
    for quiz in [&open, &inapp] {
        let user = if quiz.id == open.id { quiz.begin().await } else { SESSION.to_owned() };
        let refused = app.delete(&format!("{}/users/{user}", quiz.url)).key(&reader).await.is(403);
        assert!(refused.error().starts_with("the api key lacks the scope"), "{}", refused.error());
        app.delete(&format!("{}/users/{user}", quiz.url)).key(&app.key).await.is(200);
    }

    let (anon_id, other) = (open.submitted().await, open.submitted().await);
    open.patch(json!({ "respondentsMayErase": false })).await.is(200);
    keyless_erasure(&open, &anon_id).await.fails(401, "x-api-key is required");
    open.answers_of(&anon_id).await.is(200);
    open.patch(json!({ "respondentsMayErase": true })).await.is(200);
    keyless_erasure(&open, &anon_id).await.is(200);
    open.answers_of(&anon_id).await.is(500);
    keyless_erasure(&open, &anon_id).await.fails(404, "invited user does not exist");
    open.answers_of(&other).await.is(200);
    let insights = open.get("/insights").key(&app.key).await.is(200).json();
    assert_eq!((&insights["started"], &insights["completed"]), (&json!(1), &json!(1)));
    let erased = subjects(&app, "answers.erase").await;
    assert!(erased.len() == 3 && erased[0].starts_with("respondent-"), "{erased:?}");
}

#[tokio::test]
async fn a_respondent_asks_for_erasure_on_a_page_and_is_told_when_it_is_done() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.submitted().await;
    let link = format!("{}/{anon_id}", quiz.page());
    let result = Page::open(&app, &link).await.is(200);
    assert!(result.html().contains(&format!("{link}?erase=ask&amp;lang=en")), "{}", result.html());
    let asked = Page::open(&app, &format!("{link}?erase=ask")).await.is(200);
    assert_eq!(asked.heading(), "Delete your answers?");
    quiz.answers_of(&anon_id).await.is(200);
    let done = asked.send(&[("go", "erase")]).await.follow().await.is(200);
    assert_eq!(done.heading(), "Your answers are deleted");
    assert!(done.html().contains(&format!("href=\"{}\"", quiz.page())), "the way to begin anew");
    quiz.answers_of(&anon_id).await.is(500);
    Page::open(&app, &link).await.is(404);
    // A tab that was left open has nothing left to erase.
    asked.send(&[("go", "erase")]).await.stays().is(404);

    let kept = quiz.submitted().await;
    quiz.patch(json!({ "respondentsMayErase": false })).await.is(200);
    let link = format!("{}/{kept}", quiz.page());
    let result = Page::open(&app, &format!("{link}?erase=ask")).await.is(200);
    assert_eq!(result.heading(), "Your result");
    assert!(!result.html().contains("erase=ask"));
    app.post(&link).form(&[("go", "erase")]).await.is(403);
    quiz.answers_of(&kept).await.is(200);
}
