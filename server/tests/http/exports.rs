//! `…/quizzes/{quizId}/csvExport` and its file; the content of the file is tested beside the code that writes it.

use std::{future::IntoFuture, time::Duration};

use domain::{NamespaceId, QuizId, Role};
use serde_json::{Value, json};
use server::{
    delivery::Plan,
    service::{Caller, QuizPath},
    store::KeyScope,
};

use crate::support::{App, QuizAt};

/// Polls as an API client would, until the export has ended.
async fn ended(quiz: &QuizAt<'_>) -> Value {
    for _ in 0..500 {
        let record = quiz.get("").key(&quiz.app.key).await.is(200).json();
        if record["csvExportStatus"] != "uploading" {
            return record;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the export did not end");
}

fn path_of(record: &Value) -> String {
    let link = record["csvExportPath"].as_str().expect("a link");
    link.strip_prefix("https://quiz.example").expect("an absolute link").to_owned()
}

#[tokio::test]
async fn an_export_is_queued_polled_and_fetched_without_a_key() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let anon_id = quiz.submitted().await;
    let key = app.key_for(Some("acme"), KeyScope::Export).await;
    assert_eq!(quiz.get("").key(&app.key).await.json()["csvExportStatus"], Value::Null);
    let queued = quiz.post("/csvExport").key(&key).await.is(202).json();
    assert_eq!(queued, json!({ "queued": true }));
    ended(&quiz).await;
    let record = quiz.get("").key(&key).await.is(200).json();
    assert_eq!((&record["csvExportStatus"], &record["csvExportRows"]), (&json!("done"), &json!(1)));
    let file = app.get(&path_of(&record)).await.is(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    let text = file.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].starts_with(&format!("{}-{anon_id},{anon_id},{},1,", quiz.id, quiz.id)), "{text}");
}

#[tokio::test]
async fn a_body_is_not_needed_and_may_hold_nothing() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let post = || quiz.post("/csvExport").key(&app.key);
    let refused = post().json(json!({ "from": "2026-01-01" })).await.is(400);
    assert_eq!(refused.header("x-error-code"), "unknown_field");
    assert!(refused.error().contains("`from`"), "{}", refused.error());
    post().body("text/plain", "from=2026-01-01").await.is(415);
    post().json(json!([1])).await.is(422);
    post().body("application/json", "x".repeat(100_000)).await.is(413);
    assert_eq!(quiz.get("").key(&app.key).await.json()["csvExportStatus"], Value::Null, "no job was queued");
    quiz.post("/csvExport").key(&app.key).json(json!({})).await.is(202);
    assert_eq!(ended(&quiz).await["csvExportStatus"], "done");
}

#[tokio::test]
async fn an_altered_link_opens_nothing() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    let path = path_of(&ended(&quiz).await);
    let (start, signature) = path.split_once("&signature=").expect("a signature");
    let flipped = if signature.starts_with('0') { "1" } else { "0" };
    for altered in [
        format!("{start}&signature={flipped}{}", &signature[1..]),
        format!("{start}&signature="),
        format!("{start}&signature={}", "ß".repeat(8)),
        format!("{start}9&signature={signature}"),
        path.replace("/exports/", "/exports/0"),
    ] {
        app.get(&altered).await.is(403);
    }
    app.get(start).await.is(400);
    app.get(&path).await.is(200);
}

pub(crate) async fn exported(quiz: &QuizAt<'_>, format: &str) -> crate::support::Reply {
    quiz.post(&format!("/csvExport?format={format}")).key(&quiz.app.key).await.is(202);
    let record = ended(quiz).await;
    assert_eq!(record["csvExportStatus"], "done", "{record}");
    quiz.app.get(&path_of(&record)).await.is(200)
}

#[tokio::test]
async fn each_line_of_jsonl_is_the_record_that_the_api_shows() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let custom = "=1+1,\"two\"\r\nlines\u{2028}";
    quiz.post("/users/anonymous/initQuiz").json(json!({ "sessionId": "begun-1", "customData": custom })).await.is(200);
    quiz.session("answering-2").await;
    let answer = json!({ "sessionId": "answering-2", "questionId": "fhn2", "answer": 1 });
    quiz.post("/users/inapp/answers").json(answer).await.is(200);
    quiz.session("submitted-3").await;
    let body = json!({ "sessionId": "submitted-3", "answers": crate::support::all_answers() });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    let file = exported(&quiz, "jsonl").await;
    assert_eq!(file.header("content-type"), "application/jsonl");
    assert!(file.header("content-disposition").ends_with(".jsonl\""), "{}", file.header("content-disposition"));
    let text = file.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut shown = Vec::new();
    for user in ["begun-1", "answering-2", "submitted-3"] {
        shown.push(quiz.whole_answers_of(user).await.is(200).answers());
    }
    assert_eq!(lines, shown);
}

#[tokio::test]
async fn a_spreadsheet_is_one_whatever_was_written_into_it() {
    let app = App::start().await;
    let quiz = app.inapp_quiz().await;
    let body = json!({ "sessionId": "session-1", "customData": "=cmd|' /C calc'!A0 \u{ffff}\u{1}<&>" });
    quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
    let file = exported(&quiz, "xlsx").await;
    let media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(file.header("content-type"), media_type);
    assert!(file.header("content-disposition").ends_with(".xlsx\""), "{}", file.header("content-disposition"));
    // Its content is tested with a spreadsheet program.
    assert!(file.bytes.starts_with(b"PK"));
}

#[tokio::test]
async fn a_spreadsheet_with_more_rows_than_a_sheet_has_is_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    // Creating a million records takes minutes, but only their count matters.
    let records = async |number: i64| {
        let mut other = app.database.connect().await;
        other.run(format!("UPDATE tallies SET n = {number} WHERE dimension = 'started'")).await;
    };
    let ask = async |format: &str| quiz.post(&format!("/csvExport?format={format}")).key(&app.key).await;
    records(1_048_576).await;
    let why = "a spreadsheet holds 1048575 records at most; ask for csv or jsonl";
    ask("xlsx").await.fails(409, why);
    assert_eq!(quiz.get("").key(&app.key).await.json()["csvExportStatus"], Value::Null, "no job was queued");
    ask("csv").await.is(202);
    ended(&quiz).await;
    records(1_048_575).await;
    ask("xlsx").await.is(202);
}

#[tokio::test]
async fn a_part_of_a_file_can_be_asked_for() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let whole = exported(&quiz, "csv").await.bytes;
    let path = path_of(&ended(&quiz).await);
    for (range, expected) in [
        ("bytes=0-9", &whole[..10]),
        ("bytes=10-", &whole[10..]),
        ("bytes=-5", &whole[whole.len() - 5..]),
        ("bytes=5-99999999", &whole[5..]),
    ] {
        let part = app.get(&path).header("range", range).await.is(206);
        assert_eq!(part.bytes, expected, "{range}");
        let from = whole.len() - expected.len();
        let (start, end) = if range == "bytes=0-9" { (0, 9) } else { (from, whole.len() - 1) };
        assert_eq!(part.header("content-range"), format!("bytes {start}-{end}/{}", whole.len()));
    }
    app.get(&path).header("range", "bytes=99999999-").await.fails(416, "the file has no such part");
}

#[tokio::test]
async fn a_download_is_recorded_once_whatever_part_is_asked_for() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    let path = path_of(&ended(&quiz).await);
    let downloads = async || {
        let log = app.get("/api/v1/namespaces/acme/audit?action=export.download").key(&app.key).await.is(200).json();
        log["items"].as_array().map(Vec::len)
    };
    assert_eq!(downloads().await, Some(0));
    for range in ["bytes=1-", "bytes=5-9", "bytes=0-", "bytes=-5"] {
        app.get(&path).header("range", range).await.is(206);
    }
    assert_eq!(downloads().await, Some(1), "all parts are one download");
    let other = app.key_for(Some("acme"), server::store::KeyScope::Admin).await;
    let again = quiz.get("").key(&other).await.is(200).json();
    app.get(&path_of(&again)).header("range", "bytes=7-").await.is(206);
    assert_eq!(downloads().await, Some(2), "another caller's is another one");
}

#[tokio::test]
async fn the_link_of_a_revoked_key_leads_nowhere() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let key = app.key_for(Some("acme"), server::store::KeyScope::Admin).await;
    quiz.post("/csvExport").key(&key).await.is(202);
    ended(&quiz).await;
    let mine = path_of(&quiz.get("").key(&app.key).await.is(200).json());
    let theirs = path_of(&quiz.get("").key(&key).await.is(200).json());
    app.get(&theirs).await.is(200);
    let keys = app.get("/api/v1/namespaces/acme/keys").key(&app.key).await.is(200).json();
    let id = keys["items"][0]["id"].as_str().expect("an id");
    app.delete(&format!("/api/v1/namespaces/acme/keys/{id}")).key(&app.key).await.is(200);
    app.get(&theirs).await.is(403);
    app.get(&mine).await.is(200);
}

#[tokio::test]
async fn of_many_exports_the_last_ten_are_kept() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let mut paths = Vec::new();
    for _ in 0..11 {
        quiz.post("/csvExport").key(&app.key).await.is(202);
        paths.push(path_of(&ended(&quiz).await));
    }
    app.get(&paths[0]).await.is(404);
    for path in &paths[1..] {
        app.get(path).await.is(200);
    }
}

#[tokio::test]
async fn an_export_that_the_disk_has_no_room_for_does_not_begin() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let mut other = app.database.connect().await;
    other.run("UPDATE tallies SET n = 1000000000000000 WHERE dimension = 'started'").await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    for _ in 0..200 {
        let list = quiz.get("/exports").key(&app.key).await.is(200).json();
        if list["items"][0]["state"] == "failed" {
            let reason = list["items"][0]["error"].as_str().expect("a reason");
            assert!(reason.contains("MiB are free on the disk"), "{reason}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it did not fail");
}

#[tokio::test]
async fn the_history_tells_each_export_newest_first() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    assert_eq!(quiz.get("/exports").key(&app.key).await.is(200).json(), json!({ "items": [] }));
    quiz.post("/csvExport").key(&app.key).await.is(202);
    let first = ended(&quiz).await;
    quiz.post("/csvExport?format=csv").key(&app.key).await.is(202);
    ended(&quiz).await;
    let history = quiz.get("/exports").key(&app.key).await.is(200).json();
    let items = history["items"].as_array().expect("items");
    assert_eq!(items.len(), 2, "{history}");
    assert!(items[0]["createdAt"].as_str() > items[1]["createdAt"].as_str(), "{history}");
    let export = &items[1];
    assert_eq!((&export["format"], &export["state"], &export["rows"]), (&json!("csv"), &json!("done"), &json!(1)));
    assert_eq!(export["sha256"], first["csvExportSha256"]);
    let key_id = app.key.split('_').nth(1).expect("the id of a key");
    assert_eq!(export["requestedBy"], format!("key {key_id}"));
    assert!(export["finishedAt"].as_str() >= export["createdAt"].as_str(), "{export}");
    let path = export["path"].as_str().and_then(|path| path.strip_prefix("https://quiz.example")).expect("a link");
    assert_eq!(app.get(path).await.is(200).text().lines().count(), 2);
}

#[tokio::test]
async fn only_an_export_under_way_can_be_cancelled() {
    let app = App::start().await;
    let (quiz, other) = (app.open_quiz().await, app.open_quiz().await);
    quiz.post("/csvExport").key(&app.key).await.is(202);
    ended(&quiz).await;
    let history = quiz.get("/exports").key(&app.key).await.json();
    let id = history["items"][0]["id"].as_str().expect("an id");
    let cancel = |quiz: &QuizAt<'_>, id: &str| app.delete(&format!("{}/exports/{id}", quiz.url)).key(&app.key);
    cancel(&quiz, id).await.fails(409, "the export has ended");
    cancel(&other, id).await.fails(404, "export does not exist");
    cancel(&quiz, "nothing").await.fails(404, "export does not exist");
    assert_eq!(ended(&quiz).await["csvExportStatus"], "done", "it is as it was");
}

#[tokio::test]
async fn a_format_that_does_not_exist_is_refused_and_nothing_queued() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for format in ["pdf", "", "CSV"] {
        quiz.post(&format!("/csvExport?format={format}")).key(&app.key).await.is(400);
    }
    assert_eq!(quiz.get("").key(&app.key).await.json()["csvExportStatus"], Value::Null);
}

#[tokio::test]
async fn what_is_missing_is_a_500_here_as_it_always_was() {
    let app = App::start().await;
    let key = app.key_for(None, KeyScope::Export).await;
    for (path, message) in [
        ("acme/quizzes/0000000000000000", "quiz does not exist"),
        ("acme/quizzes/not-an-id", "quiz does not exist"),
        ("nowhere/quizzes/0000000000000000", "namespace does not exist"),
        ("nowhere/quizzes/not-an-id", "namespace does not exist"),
        ("Not%20valid/quizzes/x", "namespace does not exist"),
    ] {
        app.post(&format!("/api/v1/namespaces/{path}/csvExport")).key(&key).await.fails(500, message);
    }
}

#[tokio::test]
async fn a_key_that_only_reads_gets_no_link() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    path_of(&ended(&quiz).await);
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    let record = quiz.get("").key(&reader).await.is(200).json();
    assert_eq!((&record["csvExportStatus"], &record["csvExportPath"]), (&json!("done"), &Value::Null));
    let listed = app.get("/api/v1/namespaces/acme/quizzes").key(&reader).await.is(200).json();
    assert_eq!(listed["items"][0]["csvExportPath"], Value::Null);
    let listed = app.get("/api/v1/namespaces/acme/quizzes").key(&app.key).await.is(200).json();
    path_of(&listed["items"][0]);
}

#[tokio::test]
async fn a_download_waits_for_no_record_of_another_one() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    quiz.post("/csvExport").key(&app.key).await.is(202);
    let mine = path_of(&ended(&quiz).await);
    let other = app.key_for(Some("acme"), KeyScope::Admin).await;
    let others = path_of(&quiz.get("").key(&other).await.is(200).json());
    app.get(&mine).await.is(200);
    let mut writer = app.hold_writes().await;
    let recording = tokio::spawn(app.get(&others).into_future());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!recording.is_finished(), "a first download is recorded before it begins");
    let again = tokio::time::timeout(Duration::from_secs(3), app.get(&mine)).await;
    again.expect("it is recorded already").is(200);
    writer.run("ROLLBACK").await;
    recording.await.expect("no panic").is(200);
}

#[tokio::test]
async fn deliveries_stand_beside_exports_and_name_places_of_the_server_to_no_owner() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let other = app.open_quiz().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let root = app.administrator("root@example.com").await;
    assert!(!owner.get(&quiz.dashboard("exports")).await.is(200).text().contains("Deliveries"));
    let plan = r#"{"timetable":"daily 03:00 UTC","format":"csv","keys":[],"destination":{"folder":"/srv/place"}}"#;
    let path = QuizPath {
        namespace: NamespaceId::parse(&quiz.namespace).expect("an id"),
        quiz: QuizId::parse(&quiz.id).expect("an id"),
    };
    let plan = Plan::parse(plan).expect("a plan");
    let schedule = app.service.create_schedule(&Caller::Operator, &path, plan).await.expect("it is made").id;
    for (run, state, error, outcome) in [
        (1, "done", "NULL", r#"'{"name":"a-quiz-2026-11-27.csv","rows":12,"bytes":345,"sha256":"00"}'"#),
        (2, "failed", "'cannot write /srv/place/a-quiz.csv'", "NULL"),
    ] {
        let insert = format!(
            "INSERT INTO jobs (id, kind, quiz_id, state, due_at, error, outcome, created_at, finished_at, schedule_id, slot_at)
             VALUES ('run-{run}', 'delivery', '{}', '{state}', 0, {error}, {outcome}, {run}, {run}, '{schedule}', {run})",
            quiz.id
        );
        app.database.connect().await.run(insert).await;
    }
    let page = owner.get(&quiz.dashboard("exports")).await.is(200).text();
    for text in ["Deliveries", "daily 03:00 UTC", "csv", "a-quiz-2026-11-27.csv, 12 rows", "pill-failed"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(page.find("pill-failed") < page.find("a-quiz-2026-11-27.csv"), "the newest first");
    assert!(!page.contains("/srv"), "{page}");
    let page = root.get(&quiz.dashboard("exports")).await.is(200).text();
    assert!(page.contains("cannot write /srv/place/a-quiz.csv"), "{page}");
    assert!(!owner.get(&other.dashboard("exports")).await.is(200).text().contains("Deliveries"));
}
