//! Exports of a quiz in the dashboard.

use std::time::Duration;

use domain::Role;

use crate::support::{App, Person};

/// The page once no export is running.
async fn settled(person: &Person<'_>, path: &str) -> String {
    for _ in 0..500 {
        let page = person.get(path).await.is(200).text();
        let is_loaded_again = page.contains("<noscript><meta http-equiv=\"refresh\"");
        assert_eq!(page.contains("data-live"), is_loaded_again, "without scripts as well: {page}");
        if !is_loaded_again {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("an export did not end");
}

#[tokio::test]
async fn an_export_is_asked_for_followed_and_fetched() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    let path = format!("/admin/ns/acme/quizzes/{}/exports", quiz.id);
    assert!(editor.get(&path).await.is(200).text().contains("No export yet"));
    for format in ["csv", "jsonl", "xlsx"] {
        let asked = editor.post(&path, &[("format", format)]).await.is(303);
        assert_eq!(asked.header("location"), format!("{path}?take=newest&said=export"));
        let page = settled(&editor, &path).await;
        assert!(!page.contains("data-take"), "only after the form: {page}");
        let taking = editor.get(&format!("{path}?take=newest")).await.is(200).text();
        assert_eq!(taking.matches(" data-take=").count(), 1, "the newest: {taking}");
        assert!(taking.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=/"), "{taking}");
        let row = page.split("<tr>").nth(2).expect("the newest export");
        assert!(row.contains("pill-done") && row.contains("editor@example.com"), "{row}");
        let link = row.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        let file = app.get(&link.replace("&amp;", "&")).await.is(200);
        let name = format!(".{format}\"");
        assert!(file.header("content-disposition").ends_with(&name), "{}", file.header("content-disposition"));
    }
    let log = app.get("/api/v1/namespaces/acme/audit?action=export.download").key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().expect("items").len(), 3);
    assert_eq!(log["items"][0]["actor"]["name"], "editor@example.com", "the one who was given the link");
    editor.post(&path, &[("format", "docx")]).await.is(422);
}

#[tokio::test]
async fn an_export_that_has_ended_is_not_cancelled() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let path = format!("/admin/ns/acme/quizzes/{}/exports", quiz.id);
    editor.post(&path, &[("format", "csv")]).await.is(303);
    settled(&editor, &path).await;
    let list = quiz.get("/exports").key(&app.key).await.is(200).json();
    let id = list["items"][0]["id"].as_str().expect("an id");
    let reply = editor.post(&format!("{path}/{id}/cancel"), &[]).await.is(303);
    assert!(reply.header("location").ends_with("?said=export-ended"));
    // An export can only be cancelled under its own quiz.
    let other = app.open_quiz().await;
    editor.post(&format!("/admin/ns/acme/quizzes/{}/exports/{id}/cancel", other.id), &[]).await.is(404);
}

#[tokio::test]
async fn the_history_tells_what_was_removed_for_a_newer_export() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let path = format!("/admin/ns/acme/quizzes/{}/exports", quiz.id);
    let states = |page: &str| {
        let count = |state: &str| page.matches(&format!("pill-{state}")).count();
        (count("done"), count("removed"), page.matches("Download (").count())
    };
    let mut page = String::new();
    for _ in 0..11 {
        editor.post(&path, &[("format", "csv")]).await.is(303);
        page = settled(&editor, &path).await;
    }
    assert_eq!(states(&page), (10, 1, 10), "{page}");
    let oldest = page.rsplit("<tr>").next().and_then(|row| row.split("</tr>").next()).expect("a row");
    assert!(oldest.contains("Removed on ") && !oldest.contains("href"), "{oldest}");
    assert_eq!(quiz.get("/exports").key(&app.key).await.is(200).json()["items"].as_array().expect("items").len(), 10);
}
