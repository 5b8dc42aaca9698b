//! The audit log in the dashboard and over the API.

use domain::Role;
use serde_json::json;
use server::store::AuditAction;

use crate::support::App;

const AUDIT: &str = "/admin/ns/acme/audit";

#[tokio::test]
async fn the_log_describes_actions_as_sentences() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.quiz(json!({ "name": "Money <1>" })).await;
    let page = owner.get(AUDIT).await.is(200).text();
    assert!(page.contains("created the quiz “Money &lt;1&gt;”"), "{page}");
    assert!(page.contains("offered owner@example.com the role owner"), "{page}");
    assert!(page.contains("accepted the role owner"), "{page}");
    assert!(page.contains(&format!("/admin/ns/acme/quizzes/{}\"", quiz.id)), "a link to the quiz");
    app.delete(&quiz.url).key(&app.key).await.is(200);
    let page = owner.get(AUDIT).await.is(200).text();
    assert!(page.contains("deleted the quiz “Money &lt;1&gt;” and its answers"), "{page}");
    assert!(!page.contains(&format!("/quizzes/{}\"", quiz.id)), "no link to what is gone");
}

#[tokio::test]
async fn the_log_is_narrowed_by_action_person_and_day() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    app.open_quiz().await;
    let rows = async |query: &str| {
        let page = owner.get(&format!("{AUDIT}?{query}")).await.is(200).text();
        page.matches("class=\"prose what\"").count()
    };
    let all = rows("").await;
    assert!(all >= 3, "{all}");
    assert_eq!(rows("action=quiz.create&actor=&from=&to=").await, 1);
    assert_eq!(rows("actor=TEST").await, 1, "the key’s label");
    assert_eq!(rows("from=2020-01-01&to=2100-01-01").await, all);
    assert_eq!(rows("to=2020-01-01").await, 0);
    assert_eq!(rows("action=no.such").await, 0);
    let wrong = owner.get(&format!("{AUDIT}?from=yesterday")).await.is(422);
    assert!(wrong.text().contains("from must be a day such as 2026-11-20"), "{}", wrong.text());
}

#[tokio::test]
async fn the_filter_offers_every_action() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let page = owner.get(AUDIT).await.is(200).text();
    for action in AuditAction::ALL {
        let option = format!("<option value=\"{}\">", action.as_str());
        let label = page.split(&option).nth(1).unwrap_or_else(|| panic!("{option} in {page}"));
        assert!(!label.starts_with(action.as_str()), "{option} has no name: {page}");
    }
    assert!(AuditAction::ALL.iter().any(|action| action.as_str() == "schedule.deliver"));
}

#[tokio::test]
async fn a_long_log_goes_on_by_links_and_whole_into_the_file() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    for _ in 0..130 {
        app.open_quiz().await;
    }
    let (mut path, mut seen) = (format!("{AUDIT}?action=quiz.create"), 0);
    loop {
        let page = owner.get(&path).await.is(200).text();
        seen += page.matches("class=\"prose what\"").count();
        let Some(next) = page.split("<a href=\"").find(|link| link.contains("rel=\"next\"")) else { break };
        path = next.split('"').next().unwrap_or_default().replace("&amp;", "&");
        assert!(path.contains("action=quiz.create"), "{path}");
    }
    assert_eq!(seen, 130);
    let file = owner.get(&format!("{AUDIT}/log.csv?action=quiz.create")).await.is(200);
    assert!(file.header("content-disposition").contains("audit-acme.csv"));
    assert_eq!(file.text().lines().count(), 131);
    let taken = app.get("/api/v1/namespaces/acme/audit?action=audit.export").key(&app.key).await.is(200).json();
    assert_eq!(taken["items"].as_array().expect("items").len(), 1);
}

#[tokio::test]
async fn no_cell_of_the_file_is_a_formula() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    app.quiz(json!({ "name": "=1+1" })).await;
    let file = owner.get(&format!("{AUDIT}/log.csv?action=quiz.create")).await.is(200).text();
    assert!(file.contains(",'=1+1,") && !file.contains(",=1+1"), "{file}");
}

#[tokio::test]
async fn the_log_of_all_namespaces_has_sign_ins_and_can_be_verified() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let page = root.get("/admin/audit").await.is(200).text();
    assert!(page.contains("signed in") && page.contains(">Line<"), "{page}");
    let of_one = root.get(AUDIT).await.is(200).text();
    assert!(of_one.contains(">When<") && !of_one.contains(">Line<"), "the numbers would skip: {of_one}");
    let checked = root.post("/admin/audit/check", &[]).await.is(200).text();
    assert!(checked.contains("Checked just now: ") && checked.contains(" lines, whole."), "{checked}");
    assert!(root.get("/admin/audit/log.csv").await.is(200).text().contains("administrator.sign_in"));
}

#[tokio::test]
async fn a_key_reads_the_log_of_its_namespace_only() {
    let app = App::start().await;
    app.namespace("other").await;
    app.open_quiz().await;
    let log = app.get("/api/v1/namespaces/acme/audit?action=quiz.create").key(&app.key).await.is(200).json();
    let line = &log["items"][0];
    assert_eq!(line["action"], "quiz.create");
    assert_eq!(line["actor"]["kind"], "key");
    assert_eq!(line["details"], "Open");
    app.get("/api/v1/namespaces/acme/audit?from=x").key(&app.key).await.is(400);
    app.get("/api/v1/namespaces/other/audit").key(&app.key).await.is(403);
    app.get("/api/v1/audit").key(&app.key).await.is(403);
    let of_all = app.key_for(None, server::store::KeyScope::Admin).await;
    let first = app.get("/api/v1/audit?limit=1").key(&of_all).await.is(200).json();
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    let second = app.get(&format!("/api/v1/audit?limit=1&cursor={cursor}")).key(&of_all).await.is(200).json();
    let number = |page: &serde_json::Value| page["items"][0]["line"].as_u64().expect("a number");
    assert_eq!(number(&first), number(&second) + 1);
}

/// Auditors need the changed fields with their old and new values, but never answers.
#[tokio::test]
async fn a_change_of_a_quiz_says_its_fields_before_and_after() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let question = |id: &str, text: &str| json!({ "id": id, "kind": "text", "text": text });
    let questions = json!([question("a", "A?"), question("b", "B?"), question("c", "C?")]);
    let quiz = app.quiz(json!({ "name": "Money", "questions": questions })).await;
    let changed = json!([question("a", "A?"), question("c", "Other?"), question("d", "D?")]);
    let ordered = json!([question("c", "Other?"), question("a", "A?"), question("d", "D?")]);
    for (change, details, line) in [
        (json!({ "status": "closed" }), "status: open → closed", "closed the quiz"),
        (json!({ "status": "open" }), "status: closed → open", "opened the quiz"),
        (
            json!({ "name": "Cash", "closesAt": "2099-12-01T00:00:00Z" }),
            "closesAt: none → 2099-12-01T00:00:00Z; name: Money → Cash",
            "changed the quiz (closesAt: none → 2099-12-01T00:00:00Z; name: Money → Cash)",
        ),
        (
            json!({ "questions": changed }),
            "version 2; questions: c, +d, -b",
            "published version 2 of the quiz (questions: c, +d, -b)",
        ),
        (json!({ "questions": ordered }), "version 3; questions: their order", "published version 3"),
        (json!({ "description": "x".repeat(200) }), "", "description: none → "),
    ] {
        quiz.patch(change).await.is(200);
        let log = app.get("/api/v1/namespaces/acme/audit?limit=1").key(&app.key).await.is(200).json();
        let found = log["items"][0]["details"].as_str().expect("details").to_owned();
        assert!(details.is_empty() || found == details, "{found}");
        assert!(found.len() < 200, "{found}");
        let page = owner.get(AUDIT).await.is(200).text();
        assert!(page.contains(line), "{line} in {page}");
    }
}

#[tokio::test]
async fn a_page_of_answers_of_named_people_is_a_line() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let (named, open) = (app.invited_quiz().await, app.open_quiz().await);
    open.submitted().await;
    let lines = async || {
        let log = app.get("/api/v1/namespaces/acme/audit?limit=100").key(&app.key).await.is(200).text();
        log.matches("answers.list").count()
    };
    for _ in 0..2 {
        owner.get(&open.dashboard("answers")).await.is(200);
        owner.get(&named.dashboard("answers")).await.is(200);
    }
    assert_eq!(lines().await, 0, "no one is named there");
    let id = named.invited().await;
    named.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
    for read in 1..=2 {
        owner.get(&named.dashboard("answers")).await.is(200);
        assert_eq!(lines().await, read);
    }
}
