//! Exports for people and for programs: their content and options.

use domain::Role;
use serde_json::{Value, json};

use crate::{
    admin_answer_views::newest_export,
    exports::exported,
    support::{App, OPTIONS, QuizAt, every_kind, submit},
};

/// The file of a selection, or of all answers in a style.
pub(crate) async fn selected(quiz: &QuizAt<'_>, body: Value) -> String {
    quiz.post("/exports").key(&quiz.app.key).json(body).await.is(202);
    newest_export(quiz).await
}

/// The cells of the first row by heading; no cell contains a delimiter.
pub(crate) fn cells(file: &str, delimiter: char) -> Vec<(&str, &str)> {
    let mut lines = file.trim_start_matches('\u{feff}').lines().map(|line| line.split(delimiter));
    let (header, row) = (lines.next().expect("a header"), lines.next().expect("a row"));
    header.zip(row).collect()
}

pub(crate) fn cell<'c>(cells: &[(&'c str, &'c str)], heading: &str) -> &'c str {
    let found = cells.iter().find(|(name, _)| *name == heading);
    found.unwrap_or_else(|| panic!("no {heading} in {cells:?}")).1
}

async fn everything(app: &App) -> QuizAt<'_> {
    let quiz = app.quiz(every_kind()).await;
    quiz.session("session-1").await;
    let answers = json!({
        "colour": OPTIONS[1], "several": [OPTIONS[0], OPTIONS[2]], "energy": 3, "hours": 6.5, "day": "1899-12-31",
        "rank": [OPTIONS[2], OPTIONS[0], OPTIONS[1]], "agree": true, "grid_one": 2, "wish": "=1+1",
    });
    submit(&quiz, "session-1", answers).await;
    quiz
}

#[tokio::test]
async fn who_and_what_is_told_to_people() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let users = json!({ "users": [{ "name": "Ana Müller", "email": "ana@example.com", "customData": "North" }, {}] });
    let made = quiz.post("/users").key(&app.key).json(users).await.is(201).json();
    let ids = [0, 1].map(|at: usize| made["users"][at]["id"].as_str().expect("an id").to_owned());
    for id in &ids {
        quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
    }
    let file = selected(&quiz, json!({ "form": "people", "filter": { "user": [ids[0]] } })).await;
    assert!(file.starts_with('\u{feff}'), "{file:?}");
    let found = cells(&file, ',');
    let expected = [
        ("Name", "Ana Müller"),
        ("E-mail", "ana@example.com"),
        ("Person", &ids[0]),
        ("Completed", "no"),
        ("Version", "1"),
        ("Language", "English"),
        ("Custom data", "North"),
    ];
    for (heading, told) in expected {
        assert_eq!(cell(&found, heading), told);
    }
    // Nothing is submitted, and no question is answered.
    let moments = ["Started (UTC)", "Last change (UTC)"];
    let others = found.iter().filter(|(name, _)| !expected.iter().any(|(known, _)| known == name));
    assert_eq!(others.map(|(name, _)| *name).collect::<Vec<_>>(), moments, "{file}");
    for heading in moments {
        let moment = cell(&found, heading);
        assert!(moment.len() == 19 && moment.starts_with("20") && &moment[10..11] == " ", "{moment}");
    }
    let unnamed = selected(&quiz, json!({ "form": "people", "filter": { "user": [ids[1]] } })).await;
    assert!(unnamed.starts_with("\u{feff}Person,Completed,"), "{unnamed}");
    let both = selected(&quiz, json!({ "form": "people", "format": "jsonl" })).await;
    let lines: Vec<Value> = both.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().any(|line| line["Name"] == "Ana Müller" && line["E-mail"] == "ana@example.com"), "{both}");
    assert!(lines.iter().any(|line| line["Name"] == Value::Null && line["Person"] == ids[1].as_str()), "{both}");
}

#[tokio::test]
async fn questions_options_and_bands_are_told_in_words() {
    let app = App::start().await;
    let quiz = everything(&app).await;
    let file = selected(&quiz, json!({ "form": "people", "delimiter": "semicolon" })).await;
    let found = cells(&file, ';');
    for (heading, told) in [
        ("Completed", "yes"),
        ("Band", "Low"),
        ("A colour?", "Green"),
        ("A colour? (points)", "50"),
        ("Several? – One", "yes"),
        ("Several? – Two", "no"),
        ("Several? – Three", "yes"),
        ("Energy?", "3"),
        ("Hours?", "6,5"),
        ("A day?", "1899-12-31"),
        ("Order? – One", "2"),
        ("Order? – Three", "1"),
        ("Agree?", "yes"),
        ("A grid? One", "2"),
        ("A wish?", "'=1+1"),
    ] {
        assert_eq!(cell(&found, heading), told, "{file}");
    }
    assert!(cell(&found, "Duration (seconds)").parse::<u32>().is_ok_and(|seconds| seconds < 600), "{file}");
    let absent = ["Spending", "Income?", "A grid? Two", "Custom data", "Name"];
    assert!(found.iter().all(|(name, _)| !absent.contains(name)), "no column without a cell: {file}");
    let columns = json!(["several.2", "day", "income"]);
    let some = selected(&quiz, json!({ "form": "people", "columns": columns })).await;
    assert_eq!(some, "\u{feff}Several? – Two,A day?\r\nno,1899-12-31\r\n");
}

#[tokio::test]
async fn programs_read_what_is_published_unless_they_ask_for_bare_text() {
    let app = App::start().await;
    let quiz = everything(&app).await;
    let published = exported(&quiz, "csv").await.text();
    assert!(published.starts_with("id,userId,quizId,") && published.contains(",'=1+1\r\n"), "{published}");
    assert!(published.contains(",day,rank,rank.1,rank.2,rank.3,agree,grid_one,grid_two,wish\r\n"), "{published}");
    assert_eq!(selected(&quiz, json!({})).await, published);
    let bare = published.replace(",'=1+1\r\n", ",=1+1\r\n");
    assert_eq!(exported(&quiz, "csv&guard=off").await.text(), bare);
    assert_eq!(selected(&quiz, json!({ "form": "programs", "guard": "off" })).await, bare);
    let list = quiz.get("/exports").key(&app.key).await.is(200).json();
    assert!(list["items"].as_array().expect("items").iter().all(|item| item["form"] == "programs"), "{list}");
}

#[tokio::test]
async fn choices_that_a_form_does_not_have_are_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (body, path) in [
        (json!({ "form": "people", "guard": "off" }), "guard"),
        (json!({ "delimiter": "semicolon" }), "delimiter"),
        (json!({ "form": "people", "headings": "id" }), "headings"),
        (json!({ "form": "people", "columns": ["fhn1"] }), "columns"),
        (json!({ "form": "people", "columns": ["invitation.name"] }), "columns"),
        (json!({ "columns": ["durationSeconds"] }), "columns"),
    ] {
        quiz.post("/exports").key(&app.key).json(body).await.is(422).invalid_at(&[path]);
    }
    quiz.post("/csvExport?form=people").key(&app.key).await.is(400);
    quiz.post("/csvExport?guard=none").key(&app.key).await.is(400);
    assert_eq!(quiz.get("/exports").key(&app.key).await.is(200).json()["items"], json!([]), "none was queued");
}

#[tokio::test]
async fn the_dashboard_exports_for_people_unless_programs_are_to_read_the_file() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let path = quiz.dashboard("exports");
    let page = editor.get(&path).await.is(200).text();
    let form = page.split("<select id=\"form\"").nth(1).and_then(|rest| rest.split("</select>").next());
    let first = form.and_then(|form| form.split("<option").nth(1)).expect("a first choice");
    assert!(first.contains("value=\"people\"") && first.contains("For people"), "{first}");
    editor.post(&path, &[("form", "people"), ("format", "csv"), ("delimiter", "semicolon")]).await.is(303);
    let file = newest_export(&quiz).await;
    assert!(file.starts_with("\u{feff}Person;Completed;Started (UTC);"), "{file}");
    assert_eq!(app.get(&quiz.url).key(&app.key).await.is(200).json()["csvExportStatus"], Value::Null);
    let table = [("form", "people"), ("format", "csv"), ("columns", "table"), ("column", "answer.fhn1")];
    editor.post(&path, &table).await.is(303);
    let file = newest_export(&quiz).await;
    assert!(file.lines().nth(1).is_some_and(|line| line.starts_with(&format!("{user},"))), "{file}");
    assert!(!file.contains("fhn1") && file.starts_with("\u{feff}Person,"), "{file}");
    // The delimiter of files for people is ignored here.
    editor.post(&path, &[("form", "programs"), ("format", "csv"), ("delimiter", "semicolon")]).await.is(303);
    let file = newest_export(&quiz).await;
    assert!(file.starts_with("id,userId,quizId,"), "{file}");
    let page = editor.get(&path).await.is(200).text();
    assert_eq!(page.matches("csv for people").count(), 2, "{page}");
    let log = app.get("/api/v1/namespaces/acme/audit?action=export.request").key(&app.key).await.is(200).json();
    let details: Vec<&str> =
        log["items"].as_array().expect("events").iter().filter_map(|event| event["details"].as_str()).collect();
    assert_eq!(details, ["csv", "csv for people", "csv for people, semicolons"], "{log}");
}
