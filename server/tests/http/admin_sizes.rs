//! Pages of large quizzes stay small: long lists are paginated or searched.

use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, Person};

/// The maximum size of a page's HTML in bytes.
const LARGEST: usize = 40 * 1024;
/// The maximum for a quiz; including matrix rows there are 300 items.
const QUESTIONS: usize = 200;
const ROWS: [&str; 3] = ["a", "b", "c"];

fn question(number: usize) -> Value {
    let (id, text) = (format!("q{number}"), format!("Question {number} of many, in words that fill a line?"));
    match number % 4 {
        0 => json!({ "id": id, "kind": "number", "text": text, "min": 0, "max": 100 }),
        1 => json!({ "id": id, "kind": "matrix", "text": text, "from": 1, "to": 5,
                     "rows": ROWS.map(|row| json!({ "id": row, "text": format!("Row {row}") })) }),
        2 => json!({ "id": id, "kind": "text", "text": text, "required": false }),
        _ => json!({ "id": id, "kind": "scale", "text": text, "from": 1, "to": 10 }),
    }
}

fn answers_to(number: usize) -> Vec<(String, Value)> {
    let id = format!("q{number}");
    match number % 4 {
        0 => vec![(id, json!(number % 100))],
        1 => ROWS.iter().map(|row| (format!("{id}_{row}"), json!(1 + number % 5))).collect(),
        2 => vec![(id, json!(format!("Answer {number}, which is longer than its cell in the table is wide")))],
        _ => vec![(id, json!(1 + number % 10))],
    }
}

async fn small(person: &Person<'_>, path: &str) -> String {
    let html = person.get(path).await.is(200).text();
    assert!(html.len() < LARGEST, "{path}: {} bytes", html.len());
    html
}

#[tokio::test]
async fn no_page_of_a_large_quiz_is_large() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let questions: Vec<Value> = (1..=QUESTIONS).map(question).collect();
    let body = json!({ "name": "Large", "inapp": true, "anonymous": false, "questions": questions });
    let quiz = app.quiz(body).await;
    let answers: serde_json::Map<String, Value> = (1..=QUESTIONS).flat_map(answers_to).collect();
    for number in 0..35 {
        let session = quiz.session(&format!("session-{number}")).await;
        let body = json!({ "sessionId": session, "answers": answers });
        quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
    }
    let [list, table, exports] = ["answers", "table", "exports"].map(|page| quiz.dashboard(page));
    small(&owner, &list).await;
    small(&owner, &format!("{list}?pick=q199")).await;
    assert!(small(&owner, &format!("{list}?ask=question+199")).await.contains("<option value=\"q199\">"));
    assert!(!small(&owner, &table).await.contains("answer.q199"), "only some are listed");
    small(&owner, &exports).await;

    // Ticked columns stay ticked during searches, and are saved with the found ones.
    let fields = [("do", "find"), ("find", "question 199"), ("column", "answer.q2")];
    let found = owner.post(&table, &fields).await.is(200).text();
    assert!(found.contains("value=\"answer.q199\">") && found.contains("value=\"answer.q2\" checked"), "{found}");
    let found = owner.post(&exports, &fields).await.is(200).text();
    assert!(found.contains("value=\"answer.q199\">") && found.contains("value=\"answer.q2\" checked"), "{found}");

    let keys: Vec<String> =
        (1..=QUESTIONS).filter(|number| number % 4 == 2).map(|it| format!("answer.q{it}")).collect();
    let fields: Vec<(&str, &str)> = keys.iter().take(40).map(|key| ("column", key.as_str())).collect();
    owner.post(&table, &fields).await.is(303);
    for page in [&list, &table] {
        small(&owner, page).await;
    }
}

#[tokio::test]
async fn no_list_of_people_or_of_actions_is_large() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    let users: Vec<Value> = (0..200)
        .map(|number| {
            json!({ "name": format!("Person of the long name {number}"), "email": format!("person.{number}@example.com"),
                    "customData": format!("branch {number}; city Madrid; plan gold") })
        })
        .collect();
    quiz.post("/users").key(&app.key).json(json!({ "users": users })).await.is(201);
    let share = small(&owner, &quiz.dashboard("share")).await;
    assert!(share.contains("rel=\"next\""), "{share}");
    for number in 0..100 {
        quiz.patch(json!({ "name": format!("A quiz of a long name, for the {number}. time") })).await.is(200);
    }
    let log = small(&owner, "/admin/ns/acme/audit").await;
    assert!(log.contains("rel=\"next\""), "{log}");
}

async fn through_all(person: &Person<'_>, list: &str, is_row: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let (mut found, mut path) = (Vec::new(), list.to_owned());
    loop {
        let html = small(person, &path).await;
        let before = found.len();
        found.extend(html.lines().flat_map(|line| line.split('<')).filter_map(&is_row));
        assert!(found.len() > before, "{path} has no rows");
        let next = html.split("rel=\"next\"").next().filter(|before| before.len() < html.len());
        let next = next.and_then(|before| before.rsplit("href=\"").next()).and_then(|rest| rest.split('"').next());
        assert_eq!(html.contains("Back to the first page"), path != list);
        let Some(next) = next else { return found };
        path = next.replace("&amp;", "&");
    }
}

#[tokio::test]
async fn members_and_namespaces_come_in_pages() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let owner = app.member("a@example.com", "acme", Role::Owner).await;
    let mut database = app.database.connect().await;
    let mut expected = vec!["a@example.com".to_owned()];
    for number in 0..70 {
        let (id, email) = (format!("m{}", 99 - number), format!("member{number:02}@example.com"));
        database
            .run(format!(
                "INSERT INTO administrators (id, email, name, is_everywhere, created_at) VALUES ('{id}', '{email}', '', FALSE, 1)"
            ))
            .await;
        database
            .run(format!("INSERT INTO memberships (admin_id, namespace_id, role) VALUES ('{id}', 'acme', 'viewer')"))
            .await;
        expected.push(email);
    }
    let email = |part: &str| {
        part.strip_prefix("th scope=\"row\">").map(|text| text.trim().trim_end_matches(" (you)").to_owned())
    };
    assert_eq!(through_all(&owner, "/admin/ns/acme/members", email).await, expected);
    let list = "/api/v1/namespaces/acme/members";
    for limit in [7, 200] {
        let listed = app.listed(list, &app.key, limit).await;
        let emails: Vec<_> = listed.iter().map(|member| member["email"].as_str().expect("an address")).collect();
        assert_eq!(emails, expected);
    }
    // A cursor of a member who has left, or of another list.
    let first = app.get(&format!("{list}?limit=1")).key(&app.key).await.is(200).json();
    let cursor = first["nextCursor"].as_str().expect("more");
    app.get(&format!("{list}?cursor={cursor}")).key(&app.key).await.is(200);
    database.run("DELETE FROM memberships WHERE role = 'owner'").await;
    app.get(&format!("{list}?cursor={cursor}")).key(&app.key).await.is(400);

    let mut expected = vec!["acme".to_owned()];
    for number in 0..230 {
        let id = format!("ns{number:03}");
        app.namespace(&id).await;
        expected.push(id);
    }
    let id = |part: &str| {
        let path = part.strip_prefix("a href=\"/admin/ns/")?.split('"').next()?;
        (!path.contains('/')).then(|| path.to_owned())
    };
    assert_eq!(through_all(&root, "/admin", id).await, expected);
    small(&root, "/admin/search?q=quiz").await;
}
