//! The overview of a quiz: figures, sharing, pushed updates, and flash messages.

use std::time::Duration;

use axum::{
    body::{Body, BodyDataStream},
    http::{Request, StatusCode, header},
};
use domain::Role;
use futures_util::StreamExt;
use serde_json::json;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::support::{App, Person, QuizAt, submit};

/// Longer than two polls of the quiz, and shorter than a test's limit.
const SOON: Duration = Duration::from_secs(20);

async fn follow(app: &App, person: &Person<'_>, quiz: &QuizAt<'_>) -> Result<BodyDataStream, StatusCode> {
    let request = Request::get(quiz.dashboard("live")).header(header::COOKIE, &person.cookie);
    let request = request.body(Body::empty()).expect("a request");
    let Ok(response) = app.router.clone().oneshot(request).await;
    if response.status() != StatusCode::OK {
        return Err(response.status());
    }
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    Ok(response.into_body().into_data_stream())
}

/// The next event; `None` at the end.
async fn event(events: &mut BodyDataStream) -> Option<String> {
    loop {
        let next = timeout(SOON, events.next()).await.expect("an event or the end");
        let text = String::from_utf8(next?.expect("a piece").to_vec()).expect("text");
        // Comments keep the connection alive.
        if !text.starts_with(':') {
            return Some(text);
        }
    }
}

#[tokio::test]
async fn overview_and_insights_say_the_same() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    quiz.submitted().await;
    quiz.submitted().await;
    // Two of three are 66.67 percent.
    for page in ["", "insights"] {
        let page = viewer.get(&quiz.dashboard(page)).await.is(200).text();
        assert!(page.contains("67 %") && page.contains("Median time"), "{page}");
    }
    let page = viewer.get(&quiz.dashboard("")).await.is(200).text();
    assert!(page.contains("2 responses in the last 30 days") && page.contains("Last response "), "{page}");
}

#[tokio::test]
async fn scores_stops_and_the_latest_answers_stand_on_the_overview() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let empty = viewer.get(&quiz.dashboard("")).await.is(200).text();
    let parts = ["Overall score", "Overall score: bands", "Where people stop", "Latest answers"];
    assert!(parts.iter().all(|part| !empty.contains(part)), "{empty}");
    quiz.begin().await;
    let submitted = quiz.submitted().await;
    let page = viewer.get(&quiz.dashboard("")).await.is(200).text();
    assert!(parts.iter().all(|part| page.contains(part)), "{page}");
    assert!(!page.contains("Spending: bands") && page.contains("1 of 2 who came to it"), "{page}");
    assert!(!page.contains(&submitted.as_str()[..12]), "viewers see no ids: {page}");
}

#[tokio::test]
async fn the_first_questions_of_a_quiz_without_scores_stand_on_the_overview_and_in_the_table() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let question = |id: &str| json!({ "id": id, "text": id, "options": [{ "label": "Yes" }, { "label": "No" }] });
    let questions = ["first", "second", "third", "fourth"].map(question);
    let body = json!({ "name": "Plain", "anonymous": false, "inapp": true, "questions": questions });
    let quiz = app.quiz(body).await;
    quiz.session("session-1").await;
    submit(&quiz, "session-1", json!({ "first": 1, "second": 2, "third": 1, "fourth": 2 })).await;
    let page = viewer.get(&quiz.dashboard("")).await.is(200).text();
    let drawn = ["first", "second", "third"].map(|id| page.contains(&format!("id=\"q-{id}\"")));
    assert_eq!(drawn, [true, true, false], "{page}");
    let table = viewer.get(&quiz.dashboard("answers")).await.is(200).text();
    let heads = table.split("<thead>").nth(1).and_then(|rest| rest.split("</thead>").next()).expect("a table");
    let columns = ["first", "third", "fourth"].map(|id| heads.contains(&format!(">{id}<")));
    assert_eq!(columns, [true, true, false], "{table}");
}

#[tokio::test]
async fn what_fails_is_told_to_those_who_can_mend_it() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let body = json!({ "url": "https://hooks.example/in", "events": ["response.submitted"] });
    app.post("/api/v1/namespaces/acme/webhooks").key(&app.key).json(body).await.is(201);
    let mut database = app.database.connect().await;
    database.run("UPDATE webhook_endpoints SET failing_since = 1".to_owned()).await;
    for (role, is_told) in [(Role::Viewer, false), (Role::Editor, false), (Role::Owner, true)] {
        let member = app.member(&format!("{}@example.com", role.as_str()), "acme", role).await;
        let page = member.get(&quiz.dashboard("")).await.is(200).text();
        assert_eq!(page.contains("Events do not reach the webhook"), is_told, "{role:?}: {page}");
    }
}

#[tokio::test]
async fn a_link_is_offered_while_it_can_be_answered_and_only_then() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let link = format!("https://quiz.example{}", quiz.page());
    for page in ["", "share"] {
        let page = viewer.get(&quiz.dashboard(page)).await.is(200).text();
        assert!(page.contains(&link) && page.contains("QR code of the link"), "{page}");
    }
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    for page in ["", "share"] {
        let page = viewer.get(&quiz.dashboard(page)).await.is(200).text();
        assert!(!page.contains(&link) && !page.contains("QR code of the link"), "{page}");
    }
}

#[tokio::test]
async fn new_figures_are_pushed() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let mut events = follow(&app, &viewer, &quiz).await.expect("events");
    let first = event(&mut events).await.expect("the figures at the beginning");
    assert!(first.starts_with("event: figures") && first.contains("<dd>0</dd>"), "{first}");
    quiz.submitted().await;
    let second = event(&mut events).await.expect("the new figures");
    assert!(second.starts_with("event: figures") && second.contains("100 %"), "{second}");
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    let third = event(&mut events).await.expect("the change");
    assert!(third.starts_with("event: quiz"), "{third}");
}

#[tokio::test]
async fn pushing_ends_with_the_session_and_with_the_role() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let out = app.member("out@example.com", "acme", Role::Viewer).await;
    let removed = app.member("removed@example.com", "acme", Role::Viewer).await;
    let (mut of_out, mut of_removed) =
        (follow(&app, &out, &quiz).await.expect("events"), follow(&app, &removed, &quiz).await.expect("events"));
    assert!(event(&mut of_out).await.is_some() && event(&mut of_removed).await.is_some());
    out.post("/admin/sign-out", &[]).await.is(303);
    let namespace = domain::NamespaceId::parse("acme").expect("a namespace id");
    let operator = server::service::Caller::Operator;
    let members = app.service.members(&operator, &namespace).await.expect("members");
    let found = members.iter().find(|member| member.administrator.email.as_str() == "removed@example.com");
    let id = &found.expect("a member").administrator.id;
    app.service.remove_member(&operator, &namespace, id).await.expect("removed");
    quiz.submitted().await;
    assert_eq!((event(&mut of_out).await, event(&mut of_removed).await), (None, None));
    assert_eq!(follow(&app, &out, &quiz).await.err(), Some(StatusCode::SEE_OTHER));
}

#[tokio::test]
async fn five_pages_of_an_administrator_are_followed_and_the_next_is_not() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let bo = app.member("bo@example.com", "acme", Role::Viewer).await;
    let mut followed = Vec::new();
    for _ in 0..5 {
        followed.push(follow(&app, &ana, &quiz).await.expect("events"));
    }
    assert_eq!(follow(&app, &ana, &quiz).await.err(), Some(StatusCode::NO_CONTENT));
    assert!(follow(&app, &bo, &quiz).await.is_ok());
    followed.pop();
    assert!(follow(&app, &ana, &quiz).await.is_ok());
}

#[tokio::test]
async fn pushing_ends_when_the_server_stops() {
    let mut kept = None;
    let app = App::start_with(|http| {
        kept = Some(http.clone());
        http
    })
    .await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let mut events = follow(&app, &viewer, &quiz).await.expect("events");
    event(&mut events).await.expect("the figures at the beginning");
    kept.expect("the server's state").end_live();
    assert_eq!(event(&mut events).await, None);
}

#[tokio::test]
async fn closing_asks_first() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let page = editor.get(&quiz.dashboard("")).await.is(200).text();
    assert!(page.contains(&format!("href=\"{}\"", quiz.dashboard("close"))), "a link to the question: {page}");
    let asked = editor.get(&quiz.dashboard("close")).await.is(200).text();
    assert!(asked.contains("Close Open?") && asked.contains("No, go back"), "{asked}");
    app.get(&quiz.page()).await.is(200);
    editor.post(&quiz.dashboard("close"), &[]).await.is(303);
    app.get(&quiz.page()).await.is(410);
}

#[tokio::test]
async fn a_message_is_shown_once() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    let done = editor.post(&quiz.dashboard("close"), &[]).await.is(303);
    let message = done.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let location = done.header("location").to_owned();
    let page = editor.get(&location).header("cookie", &message).await.is(200);
    assert!(page.text().contains(">The quiz is closed.<"), "{}", page.text());
    assert!(page.header("set-cookie").contains("Max-Age=0"), "the browser forgets it");
    let again = editor.get(&location).await.is(200).text();
    assert!(!again.contains(">The quiz is closed.<"), "{again}");
}
