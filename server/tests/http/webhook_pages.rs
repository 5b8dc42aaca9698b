//! Webhooks in the dashboard.

use std::time::Duration;

use domain::Role;
use serde_json::json;

use crate::{
    support::{
        App, Person, Reply,
        receiver::{Receiver, until},
    },
    webhooks::sending,
};

const LIST: &str = "/admin/ns/acme/webhooks";

fn secret_of(reply: &Reply) -> Option<String> {
    let text = reply.text();
    let field = text.split("<input").find(|tag| tag.contains("id=\"webhook-secret\""))?;
    Some(field.split("value=\"").nth(1)?.split('"').next()?.to_owned())
}

async fn owner(app: &App) -> Person<'_> {
    app.member("owner@example.com", "acme", Role::Owner).await
}

async fn id(app: &App) -> String {
    let webhooks = app.listed("/api/v1/namespaces/acme/webhooks", &app.key, 50).await;
    webhooks[0]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_webhook_is_made_tried_and_hears_of_an_answer() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let owner = owner(&app).await;
    assert!(owner.get(LIST).await.is(200).text().contains("No webhook yet"));
    let quiz = app.open_quiz().await;
    let form = owner.get(&format!("{LIST}/new")).await.is(200).text();
    assert!(form.contains(&format!("value=\"{}\"", quiz.id)), "the quiz can be chosen: {form}");
    let page = form.split("name=\"page\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
    let fields = [
        ("page", page),
        ("url", &receiver.url()),
        ("description", "the <warehouse>"),
        ("events", "response.begun"),
        ("headers", "Authorization: Bearer s3cret\r\nX-Tenant: 7"),
    ];
    let made = owner.post(LIST, &fields).await.is(200);
    assert_eq!(made.header("cache-control"), "no-store");
    let secret = secret_of(&made).expect("the secret");
    let again = owner.post(LIST, &fields).await.is(200);
    assert_eq!(secret_of(&again).as_deref(), Some(&*secret), "a form that is sent again makes no second webhook");
    let at = format!("{LIST}/{}", id(&app).await);
    let shown = owner.get(&at).await.is(200);
    assert_eq!(secret_of(&shown), None);
    assert!(!shown.text().contains(&secret) && !shown.text().contains("s3cret"), "{}", shown.text());
    assert!(shown.text().contains("Authorization, X-Tenant"), "{}", shown.text());

    let tested = owner.post(&format!("{at}/test"), &[]).await.is(200).text();
    for text in ["The test event arrived", "Status 200.", "reply 0"] {
        assert!(tested.contains(text), "{text}: {tested}");
    }
    quiz.begin().await;
    let received = receiver.wait_for(2).await;
    assert!(received.iter().all(|event| event.is_signed_with(&secret)));
    assert_eq!(received[1].header("authorization"), "Bearer s3cret");
    until(async || owner.get(&format!("{at}?state=delivered")).await.text().contains("Status 200.")).await;
    let list = owner.get(LIST).await.is(200).text();
    assert!(list.contains("the &lt;warehouse&gt;") && list.contains(">on</span>"), "{list}");
    assert_eq!(list.matches("Never").count(), 1, "no failure so far: {list}");
}

#[tokio::test]
async fn a_form_that_is_refused_comes_back_with_the_reason() {
    let app = App::start().await;
    let owner = owner(&app).await;
    let fields = [("url", "https://10.0.0.7/hooks"), ("description", "mine"), ("headers", "no colon")];
    let refused = owner.post(LIST, &fields).await.is(422).text();
    assert!(refused.contains("lines of a name, a colon and a value"), "{refused}");
    let refused = owner.post(LIST, &fields[..2]).await.is(422).text();
    assert!(refused.contains("10.0.0.7 is private"), "{refused}");
    assert!(refused.contains("value=\"mine\"") && refused.contains("href=\"#url\""), "{refused}");
    assert!(app.listed("/api/v1/namespaces/acme/webhooks", &app.key, 50).await.is_empty());
    let over_api = app.post("/api/v1/namespaces/acme/webhooks").key(&app.key);
    let refused = over_api.json(json!({ "url": "https://10.0.0.7/" })).await.invalid_at(&["url"]).json();
    assert_eq!(refused["details"][0]["code"], "refused_address");
}

#[tokio::test]
async fn a_webhook_is_changed_turned_off_and_deleted() {
    let app = App::start().await;
    let owner = owner(&app).await;
    let url = "https://example.com/hooks?token=s3cret";
    owner.post(LIST, &[("url", url), ("headers", "x-tenant: 7")]).await.is(200);
    let at = format!("{LIST}/{}", id(&app).await);
    let form = owner.get(&format!("{at}/change")).await.is(200).text();
    assert!(form.contains("It sends x-tenant.") && !form.contains("x-tenant: 7"), "{form}");
    let fields =
        [("url", url), ("state", "off"), ("events", "quiz.closed"), ("events", "quiz.opened"), ("answers", "yes")];
    let changed = owner.post(&format!("{at}/change"), &fields).await.is(303);
    assert!(changed.header("location").starts_with(&at), "{}", changed.header("location"));
    let api = format!("/api/v1/namespaces/acme/webhooks/{}", id(&app).await);
    let body = app.get(&api).key(&app.key).await.is(200).json();
    assert_eq!((&body["state"], &body["withAnswers"]), (&json!("off"), &json!(true)));
    assert_eq!((&body["events"], &body["headers"]), (&json!(["quiz.opened", "quiz.closed"]), &json!(["x-tenant"])));
    owner.post(&format!("{at}/change"), &[("url", url), ("state", "on"), ("remove_headers", "yes")]).await.is(303);
    let body = app.get(&api).key(&app.key).await.is(200).json();
    assert_eq!((&body["state"], &body["headers"], &body["events"]), (&json!("on"), &json!([]), &json!([])));

    let asked = owner.get(&format!("{at}/secret")).await.is(200).text();
    assert!(asked.contains("Make a new secret for example.com?") && !asked.contains("s3cret"), "{asked}");
    let renewed = owner.post(&format!("{at}/secret"), &[]).await.is(200);
    assert!(secret_of(&renewed).is_some_and(|secret| secret.starts_with("whsec_")), "{}", renewed.text());
    assert!(owner.get(&format!("{at}/delete")).await.is(200).text().contains("Delete the webhook to example.com?"));
    owner.post(&format!("{at}/delete"), &[]).await.is(303);
    owner.get(&at).await.is(404);
}

#[tokio::test]
async fn what_did_not_arrive_is_told_at_once_and_sent_again() {
    let app = sending().await;
    let receiver = Receiver::answering(|number| (if number < 1 { 410 } else { 200 }, Vec::new(), Duration::ZERO)).await;
    let owner = owner(&app).await;
    owner.post(LIST, &[("url", &receiver.url()), ("events", "response.begun")]).await.is(200);
    let at = format!("{LIST}/{}", id(&app).await);
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    let failed = format!("{at}?state=failed");
    until(async || owner.get(&failed).await.text().contains("First error: the host replied 410 Gone.")).await;
    until(async || owner.get(LIST).await.text().contains(">off</span>")).await;
    quiz.begin().await;
    until(async || owner.get(&at).await.text().contains("Held (1)")).await;
    let again = owner.post(&format!("{at}/send"), &[("since", "2020-01-01T00:00")]).await;
    assert!(again.is(303).header("location").contains("said=sending-again"));
    owner.post(&format!("{at}/change"), &[("url", &receiver.url()), ("state", "on")]).await.is(303);
    owner.post(&format!("{at}/send"), &[("since", "2020-01-01T00:00")]).await.is(303);
    receiver.wait_for(3).await;
    until(async || owner.get(&format!("{at}?state=delivered")).await.text().matches(">delivered</span>").count() == 2)
        .await;
    let nothing = owner.post(&format!("{at}/send"), &[("since", "2020-01-01T00:00")]).await.is(303);
    assert!(nothing.header("location").contains("said=nothing-to-send"), "{}", nothing.header("location"));
    let refused = owner.post(&format!("{at}/send"), &[("since", "yesterday")]).await.is(422).text();
    assert!(refused.contains("must be a date and a time"), "{refused}");
    let event = receiver.received()[0].id.clone();
    owner.post(&format!("{at}/deliveries/{event}/send"), &[]).await.is(303);
    receiver.wait_for(4).await;
    assert_eq!(receiver.received()[3].id, event);
    owner.post(&format!("{at}/deliveries/evt_0/send"), &[]).await.is(404);
}

#[tokio::test]
async fn what_a_restore_holds_is_listed_and_released_by_an_administrator_of_all_namespaces() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let before = owner(&app).await;
    before.post(LIST, &[("url", &receiver.url()), ("events", "response.begun")]).await.is(200);
    let held = format!("{LIST}/held");
    assert!(before.get(&held).await.is(200).text().contains("Nothing is held."));
    let quiz = app.open_quiz().await;
    app.service.begin_after_restore().await.expect("it begins");
    // A restore ends sessions.
    let owner = app.member("other@example.com", "acme", Role::Owner).await;
    let root = app.administrator("root@example.com").await;
    // Makes it look like one that was pending in the backup.
    let waited = quiz.begin().await;
    let earlier = "UPDATE webhook_deliveries SET at = 1";
    app.database.connect().await.run(earlier).await;
    let since_then = quiz.begin().await;
    assert_ne!(waited, since_then);
    for path in [LIST.to_owned(), format!("{LIST}/{}", id(&app).await)] {
        let text = owner.get(&path).await.is(200).text();
        assert!(text.contains("See what is held") && text.contains(">held</span>"), "{text}");
    }
    let listed = app.get("/api/v1/namespaces/acme/outgoing?limit=1").key(&app.key).await.is(200).json();
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1), "{listed}");
    assert!(listed["heldSince"].is_string() && listed["nextCursor"].is_null(), "{listed}");
    let event = listed["items"][0]["id"].as_str().expect("an id");
    let seen = owner.get(&held).await.is(200).text();
    assert_eq!(seen.matches("class=\"id\"").count(), 1, "{seen}");
    assert!(seen.contains(event) && !seen.contains("/admin/outgoing/release"), "{seen}");
    assert!(root.get(&held).await.is(200).text().contains("/admin/outgoing/release"));
    owner.post("/admin/outgoing/release", &[]).await.is(403);
    let released = root.post("/admin/outgoing/release", &[("namespace", "acme")]).await.is(303);
    assert!(released.header("location").starts_with(LIST), "{}", released.header("location"));
    receiver.wait_for(2).await;
    app.service.begin_after_restore().await.expect("it begins");
    let root = app.administrator("again@example.com").await;
    quiz.begin().await;
    let dropped = root.post("/admin/outgoing/drop", &[("namespace", "//elsewhere.example")]).await.is(303);
    assert!(dropped.header("location").starts_with("/admin?"), "{}", dropped.header("location"));
    let failed = format!("{LIST}/{}?state=failed", id(&app).await);
    assert!(root.get(&failed).await.is(200).text().contains("dropped after a restore or on a copy"));
}
