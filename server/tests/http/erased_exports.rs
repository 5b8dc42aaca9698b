//! Exports while respondents erase themselves, which attackers can do without end: the owner always has a file, and no
//! file contains an erased respondent.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    time::Duration,
};

use serde_json::{Value, json};
use server::export::{ExportStep, Watch};

use crate::{
    erasing::keyless_erasure,
    support::{App, QuizAt},
};

/// The export's path, once it is done.
pub(crate) async fn exported(quiz: &QuizAt<'_>) -> String {
    quiz.post("/csvExport").key(&quiz.app.key).await.is(202);
    until_exported(quiz).await
}

async fn state(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

fn path(record: &Value) -> Option<String> {
    let link = record["csvExportPath"].as_str()?;
    Some(link.strip_prefix("https://quiz.example").expect("an absolute link").to_owned())
}

fn job(path: &str) -> &str {
    path.split('?').next().unwrap_or_default()
}

async fn until_exported(quiz: &QuizAt<'_>) -> String {
    for _ in 0..500 {
        if let Some(path) = path(&state(quiz).await) {
            return path;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the export did not end");
}

async fn until_replaced(quiz: &QuizAt<'_>, old: &str) -> String {
    for _ in 0..1000 {
        if let Some(path) = path(&state(quiz).await).filter(|path| job(path) != job(old)) {
            return path;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the export was not replaced");
}

/// Moves exports an hour into the past.
async fn pass_an_hour(app: &App) {
    let hour = 3_600_000_000_000_i64;
    let shift = format!(
        "UPDATE jobs SET created_at = created_at - {hour}, due_at = due_at - {hour}, removed_at = removed_at - {hour}"
    );
    app.database.connect().await.run(shift).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_erase_one_after_the_other_take_no_file_away() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let kept = quiz.submitted().await;
    let mut strangers = Vec::new();
    for _ in 0..12 {
        strangers.push(quiz.submitted().await);
    }
    let first = exported(&quiz).await;
    let mut told = vec![first.clone()];
    for stranger in &strangers {
        keyless_erasure(&quiz, stranger).await.is(200);
        let record = state(&quiz).await;
        assert_eq!(record["csvExportStatus"], "done", "{record}");
        let path = path(&record).expect("a file");
        app.get(&path).await.is(200);
        if !told.iter().any(|known| job(known) == job(&path)) {
            told.push(path);
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    if told.len() == 1 {
        told.push(until_replaced(&quiz, &first).await);
    }
    assert_eq!(told.len(), 2, "made again once for all of them");
    app.get(&first).await.is(200);

    pass_an_hour(&app).await;
    app.get(&first).await.is(404);
    let last = until_replaced(&quiz, &told[1]).await;
    let text = app.get(&last).await.is(200).text();
    assert!(text.contains(&kept) && !strangers.iter().any(|stranger| text.contains(stranger)), "{text}");
    pass_an_hour(&app).await;
    app.get(&told[1]).await.is(404);
    app.get(&last).await.is(200);
    assert_eq!(state(&quiz).await["csvExportStatus"], "done");
    let history = quiz.get("/exports").key(&app.key).await.is(200).json();
    let requesters: Vec<_> = history["items"].as_array().expect("items").iter().map(|it| &it["requestedBy"]).collect();
    assert_eq!(requesters, ["erasure"], "{history}");
    // None of the requested files still contains one of them, not even on disk.
    exported(&quiz).await;
    let files = app.exported_files();
    let holds = |bytes: &Vec<u8>, id: &String| bytes.windows(id.len()).any(|part| part == id.as_bytes());
    assert!(files.iter().any(|bytes| holds(bytes, &kept)));
    assert!(!files.iter().any(|bytes| strangers.iter().any(|stranger| holds(bytes, stranger))));
}

#[tokio::test]
async fn a_selection_is_made_again_too_and_an_export_that_is_asked_for_does_not_wait() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (first, second, third) = (quiz.submitted().await, quiz.submitted().await, quiz.submitted().await);
    let body = json!({ "format": "jsonl", "filter": { "state": "completed" }, "columns": ["userId"] });
    quiz.post("/exports").key(&app.key).json(body).await.is(202);
    let newest = async || quiz.get("/exports").key(&app.key).await.is(200).json()["items"][0].clone();
    let until = async |is_it: &dyn Fn(&Value) -> bool| {
        for _ in 0..1000 {
            let export = newest().await;
            if export["state"] == "done" && is_it(&export) {
                return export["path"].as_str().expect("a path").replace("https://quiz.example", "");
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{}", newest().await);
    };
    let selection = until(&|_| true).await;
    assert!(app.get(&selection).await.is(200).text().contains(&first));
    keyless_erasure(&quiz, &first).await.is(200);
    let again = until(&|export| export["requestedBy"] == "erasure").await;
    let text = app.get(&again).await.is(200).text();
    assert!(!text.contains(&first) && text.contains(&second) && text.lines().count() == 2, "{text}");
    app.get(&selection).await.is(200);

    // The next complete export is postponed unless it is requested.
    let whole = exported(&quiz).await;
    keyless_erasure(&quiz, &second).await.is(200);
    let whole = until_replaced(&quiz, &whole).await;
    keyless_erasure(&quiz, &third).await.is(200);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(job(&path(&state(&quiz).await).expect("a file")), job(&whole));
    assert_eq!(quiz.post("/csvExport").key(&app.key).await.is(202).json(), json!({ "queued": true }));
    let text = app.get(&until_exported(&quiz).await).await.is(200).text();
    assert!(!text.contains(&third), "{text}");
}

/// Blocks the worker at a step of the first export until it is released.
struct Gate {
    reached: Receiver<()>,
    go: SyncSender<()>,
}

fn gate(at: ExportStep) -> (Watch, Gate) {
    let (reach, reached) = sync_channel(1);
    let (go, went) = sync_channel(1);
    let went = Mutex::new(Some(went));
    let watch: Watch = Arc::new(move |step| {
        if step == at
            && let Some(went) = went.lock().expect("one thread").take()
        {
            reach.send(()).expect("the test waits");
            went.recv().expect("the test goes on");
        }
    });
    (watch, Gate { reached, go })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_is_erased_before_the_end_of_an_export_is_not_in_it() {
    for step in [ExportStep::Writing, ExportStep::Written, ExportStep::Kept] {
        for format in ["csv", "xlsx"] {
            let (watch, gate) = gate(step);
            let app = App::start_watched(watch).await;
            let quiz = app.open_quiz().await;
            let (gone, kept) = (quiz.submitted().await, quiz.submitted().await);
            quiz.post(&format!("/csvExport?format={format}")).key(&app.key).await.is(202);
            let reached = tokio::task::spawn_blocking(move || gate.reached.recv_timeout(Duration::from_secs(20)));
            reached.await.expect("no panic").expect("the export comes there");
            // Everything has been written by now.
            keyless_erasure(&quiz, &gone).await.is(200);
            assert_eq!(state(&quiz).await["csvExportStatus"], "uploading", "it is not cancelled");
            gate.go.send(()).expect("the worker waits");
            let path = until_exported(&quiz).await;
            let record = state(&quiz).await;
            assert_eq!(record["csvExportRows"], 1, "{step:?} {format}: {record}");
            let file = app.get(&path).await.is(200);
            if format == "csv" {
                let text = file.text();
                assert!(!text.contains(&gone) && text.contains(&kept), "{step:?}: {text}");
            }
            // It contains no respondent that would have to be removed later.
            pass_an_hour(&app).await;
            app.get(&path).await.is(200);
        }
    }
}

#[tokio::test]
async fn what_a_key_erases_is_gone_from_the_files_at_once() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let (first, second) = (quiz.submitted().await, quiz.submitted().await);
    let path = exported(&quiz).await;
    // Also from files that are still available after another erasure.
    keyless_erasure(&quiz, &first).await.is(200);
    let again = until_replaced(&quiz, &path).await;
    app.get(&path).await.is(200);
    app.delete(&format!("{}/users/{second}", quiz.url)).key(&app.key).await.is(200);
    app.get(&path).await.is(404);
    app.get(&again).await.is(404);
    let record = state(&quiz).await;
    assert_eq!((&record["csvExportStatus"], &record["csvExportPath"]), (&Value::Null, &Value::Null));
}
