//! Webhooks: which events are sent to whom, and in what form.

use std::{
    collections::BTreeSet,
    io,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use server::{
    SecretKey,
    service::{Caller, Service},
    store::KeyScope,
    webhooks::{Client, Resolve, Rules},
};
use tokio::task::JoinHandle;

use crate::support::{
    App, QuizAt, all_answers, document,
    receiver::{Received, Receiver, until},
    resolve,
};

const WEBHOOKS: &str = "/api/v1/namespaces/acme/webhooks";
const KEEP: Duration = Duration::from_hours(24);

pub(crate) fn to_loopback(service: Service) -> Service {
    let allowed = ["127.0.0.0/8", "[::1]", "localhost"].map(|text| text.parse().expect("it can be allowed"));
    service.sending_by(Client::new(Rules { allowed: allowed.to_vec() }))
}

pub(crate) async fn sending() -> App {
    let app = App::start_as(to_loopback, |http| http).await;
    send(&app);
    app
}

pub(crate) fn send(app: &App) -> JoinHandle<()> {
    tokio::spawn(app.service.webhook_sender(KEEP).run())
}

pub(crate) struct Webhook<'a> {
    app: &'a App,
    pub(crate) url: String,
    secret: String,
}

impl<'a> Webhook<'a> {
    pub(crate) async fn new(app: &'a App, receiver: &Receiver, more: Value) -> Self {
        Self::in_namespace(app, "acme", &app.key, receiver, more).await
    }

    pub(crate) async fn in_namespace(
        app: &'a App,
        namespace: &str,
        key: &str,
        receiver: &Receiver,
        more: Value,
    ) -> Self {
        let mut body = json!({ "url": receiver.url() });
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        let made =
            app.post(&format!("/api/v1/namespaces/{namespace}/webhooks")).key(key).json(body).await.is(201).json();
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        let url = format!("/api/v1/namespaces/{namespace}/webhooks/{}", text("id"));
        Self { app, url, secret: text("secret") }
    }

    async fn body(&self) -> Value {
        self.app.get(&self.url).key(&self.app.key).await.is(200).json()
    }

    async fn deliveries(&self) -> Vec<Value> {
        self.app.listed(&format!("{}/deliveries", self.url), &self.app.key, 50).await
    }

    async fn has(&self, state: &str, count: usize) -> bool {
        let list = format!("{}/deliveries?state={state}", self.url);
        self.app.listed(&list, &self.app.key, 50).await.len() == count
    }
}

#[tokio::test]
async fn a_submission_arrives_signed_with_scores_and_without_answers() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.submitted"] })).await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let [received] = &receiver.wait_for(1).await[..] else { panic!("one event") };
    assert!(received.is_signed_with(&webhook.secret), "{received:?}");
    assert_eq!(received.header("content-type"), "application/json");
    let event = received.json();
    assert_eq!(event["type"], "response.submitted");
    documented("response.submitted", &event);
    let data = &event["data"];
    assert_eq!(
        (&data["namespaceId"], &data["quizId"], &data["userId"]),
        (&json!("acme"), &json!(quiz.id), &json!(user))
    );
    assert_eq!((&data["score"], &data["band"], &data["attempt"]), (&json!(73), &json!("coping"), &json!(1)));
    assert_eq!(data["categories"]["spend"], json!({ "score": 23, "band": "vulnerable" }));
    for part in ["answers", "qAnswers", "customData"] {
        assert!(data.get(part).is_none(), "{event}");
    }
    until(async || webhook.has("delivered", 1).await).await;
    let sent = &webhook.deliveries().await[0];
    assert_eq!((&sent["status"], &sent["reply"], &sent["attempts"]), (&json!(200), &json!("reply 0"), &json!(1)));
    assert_eq!((&sent["id"], &sent["lastError"]), (&json!(received.id), &Value::Null));
}

#[tokio::test]
async fn answers_go_where_a_webhook_asks_for_them() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    Webhook::new(&app, &receiver, json!({ "events": ["response.submitted"], "withAnswers": true })).await;
    let quiz = app.open_quiz().await;
    let user = quiz.submitted().await;
    let event = receiver.wait_for(1).await[0].json();
    assert_eq!(event["data"]["answers"], quiz.whole_answers_of(&user).await.is(200).json()["answers"]);
}

#[tokio::test]
async fn all_that_happens_to_a_quiz_is_told() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let quiz = app.quiz(json!({ "name": "Invited", "anonymous": false, "retryAfterDays": 0 })).await;
    Webhook::new(&app, &receiver, json!({})).await;
    let user = quiz.invited().await;
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    quiz.patch(json!({ "status": "open" })).await.is(200);
    let question = json!({ "id": "q1", "text": "Why?", "options": [{ "label": "A" }, { "label": "B" }] });
    quiz.patch(json!({ "questions": [question] })).await.is(200);
    // An event that was not sent by then has nothing left to report.
    receiver.wait_for(4).await;
    app.delete(&format!("{}/users/{user}", quiz.url)).key(&app.key).await.is(200);
    receiver.wait_for(5).await;
    let mut told = BTreeSet::new();
    for event in receiver.received().iter().map(Received::json) {
        let kind = event["type"].as_str().expect("a type").to_owned();
        documented(&kind, &event);
        told.insert(kind);
    }
    let expected = ["invitation.created", "quiz.closed", "quiz.opened", "quiz.published", "response.erased"];
    assert!(told.iter().eq(expected), "{told:?}");
}

/// Fails unless the API document has every field of the event's data.
pub(crate) fn documented(kind: &str, event: &Value) {
    let body = &document()["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]["schema"];
    let data = &body["properties"]["data"];
    let parts = data["allOf"].as_array().cloned().unwrap_or_else(|| vec![data.clone()]);
    let fields: BTreeSet<String> = parts
        .iter()
        .flat_map(|part| resolve(part)["properties"].as_object().cloned().unwrap_or_default())
        .map(|(name, _)| name)
        .collect();
    for name in event["data"].as_object().expect("data").keys() {
        assert!(fields.contains(name), "{kind}: {name} is not among {fields:?}");
    }
}

#[tokio::test]
async fn a_namespace_hears_of_its_own_alone() {
    let (app, receiver, others) = (sending().await, Receiver::start().await, Receiver::start().await);
    app.namespace("other").await;
    let key = app.key_for(Some("other"), KeyScope::Admin).await;
    Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    Webhook::in_namespace(&app, "other", &key, &others, json!({ "events": ["response.begun"] })).await;
    let (own, other) = (app.open_quiz().await, app.quiz_in("other", &key, json!({ "name": "Other" })).await);
    let (mine, theirs) = (own.begin().await, other.begin().await);
    let told = |received: &Receiver| received.received()[0].json()["data"]["userId"].clone();
    receiver.wait_for(1).await;
    others.wait_for(1).await;
    assert_eq!((told(&receiver), told(&others)), (json!(mine), json!(theirs)));
    assert_eq!((receiver.received().len(), others.received().len()), (1, 1));
}

#[tokio::test]
async fn what_fails_is_told_at_once_and_sent_again_with_the_same_bytes() {
    let elsewhere = Receiver::start().await;
    let target = elsewhere.url();
    let app = sending().await;
    let receiver = Receiver::answering(move |number| match number {
        0 => (307, vec![("location", target.clone())], Duration::ZERO),
        _ => (204, Vec::new(), Duration::ZERO),
    })
    .await;
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    app.open_quiz().await.begin().await;
    until(async || webhook.deliveries().await.iter().any(|sent| sent["firstError"].is_string())).await;
    let sent = &webhook.deliveries().await[0];
    assert_eq!((&sent["state"], &sent["status"]), (&json!("waiting"), &json!(307)));
    assert_eq!(sent["firstError"], "the host replied 307 Temporary Redirect");
    until(async || webhook.body().await["state"] == "failing").await;
    let received = receiver.wait_for(2).await;
    assert_eq!((&received[0].id, &received[0].bytes), (&received[1].id, &received[1].bytes));
    assert_ne!(received[0].header("webhook-timestamp"), received[1].header("webhook-timestamp"), "signed anew");
    assert!(received.iter().all(|received| received.is_signed_with(&webhook.secret)));
    until(async || webhook.has("delivered", 1).await).await;
    until(async || webhook.body().await["state"] == "on").await;
    assert_eq!(elsewhere.received().len(), 0, "redirects are not followed");
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_turned_off_and_what_is_held_is_sent_again_when_asked() {
    let app = sending().await;
    let receiver =
        Receiver::answering(|number| (if number == 0 { 410 } else { 200 }, Vec::new(), Duration::ZERO)).await;
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    until(async || webhook.body().await["state"] == "off").await;
    quiz.begin().await;
    until(async || webhook.has("held", 1).await).await;
    assert!(webhook.has("failed", 1).await);
    assert_eq!(receiver.received().len(), 1);
    app.patch(&webhook.url).key(&app.key).json(json!({ "on": true })).await.is(200);
    let sent = app.post(&format!("{}/send", webhook.url)).key(&app.key);
    assert_eq!(sent.json(json!({ "since": "2020-01-01T00:00:00Z" })).await.is(200).json(), json!({ "count": 2 }));
    receiver.wait_for(3).await;
    until(async || webhook.has("delivered", 2).await).await;
    let id = webhook.deliveries().await[0]["id"].as_str().expect("an id").to_owned();
    app.post(&format!("{}/deliveries/{id}/send", webhook.url)).key(&app.key).await.is(200);
    let received = receiver.wait_for(4).await;
    assert_eq!(received[3].id, id);
    app.post(&format!("{}/deliveries/evt_0/send", webhook.url)).key(&app.key).await.is(404).coded("no_such_delivery");
}

#[tokio::test]
async fn every_event_arrives_though_the_sender_is_stopped_again_and_again() {
    let app = App::start_as(to_loopback, |http| http).await;
    let receiver = Receiver::answering(|_| (200, Vec::new(), Duration::from_millis(5))).await;
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    let quiz = app.open_quiz().await;
    let mut begun = Vec::new();
    for _ in 0..5 {
        let sender = tokio::spawn(app.service.webhook_sender(KEEP).run());
        for _ in 0..10 {
            begun.push(quiz.begin().await);
        }
        sender.abort();
        let _ = sender.await;
    }
    send(&app);
    // Events whose attempt was interrupted are due again when their claim expires, after a minute at most.
    let left = async || webhook.deliveries().await.iter().filter(|sent| sent["state"] != "delivered").count();
    until(async || left().await <= 5 * 4).await;
    let listed: Vec<String> =
        webhook.deliveries().await.iter().map(|sent| sent["id"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(listed.len(), begun.len(), "none is lost, and none invented");
    let ids = receiver.ids();
    let arrived = listed.iter().filter(|id| ids.contains(*id)).count();
    assert!(arrived >= begun.len() - 5 * 4, "{arrived}");
    assert!(receiver.received().iter().all(|received| received.is_signed_with(&webhook.secret)));
}

#[tokio::test]
async fn two_servers_share_the_work() {
    let one = App::start_on_postgres_as(to_loopback).await;
    let two = one.beside_as(to_loopback).await;
    send(&one);
    send(&two);
    let receiver = Receiver::start().await;
    let webhook = Webhook::new(&one, &receiver, json!({ "events": ["response.begun"] })).await;
    let quiz = one.open_quiz().await;
    let there = QuizAt { app: &two, namespace: quiz.namespace.clone(), id: quiz.id.clone(), url: quiz.url.clone() };
    // A server learns of another server's webhook within a second.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    for _ in 0..25 {
        quiz.begin().await;
        there.begin().await;
    }
    until(async || webhook.has("delivered", 50).await).await;
    assert_eq!((receiver.ids().len(), receiver.received().len()), (50, 50), "each once");
}

#[tokio::test]
async fn for_a_day_what_is_sent_is_signed_with_the_secret_before_too() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    let renewed = app.post(&format!("{}/secret", webhook.url)).key(&app.key).await.is(200).json();
    let renewed = renewed["secret"].as_str().expect("a secret").to_owned();
    assert_ne!(renewed, webhook.secret);
    app.open_quiz().await.begin().await;
    let received = &receiver.wait_for(1).await[0];
    assert!(received.is_signed_with(&webhook.secret) && received.is_signed_with(&renewed));
    assert_eq!(received.header("webhook-signature").split(' ').count(), 2);
}

#[tokio::test]
async fn secrets_and_headers_are_encrypted_anew_with_the_secret_key() {
    let app = App::start_as(to_loopback, |http| http).await;
    let receiver = Receiver::start().await;
    let headers = json!({ "events": ["response.begun"], "headers": { "Authorization": "Bearer open sesame" } });
    let webhook = Webhook::new(&app, &receiver, headers).await;
    let key = SecretKey::new([9; 32]);
    app.service.change_secret_key(&key).await.expect("changed");
    let after = Service::start(app.database.open().await, &key).await.expect("it starts");
    tokio::spawn(to_loopback(after).webhook_sender(KEEP).run());
    app.open_quiz().await.begin().await;
    let received = &receiver.wait_for(1).await[0];
    assert!(received.is_signed_with(&webhook.secret));
    assert_eq!(received.header("authorization"), "Bearer open sesame");
}

#[tokio::test]
async fn what_is_secret_is_told_once_and_headers_do_not_follow_to_another_host() {
    let (app, receiver, other) = (sending().await, Receiver::start().await, Receiver::start().await);
    let more = json!({ "description": "The warehouse", "headers": { "x-tenant": "seven" } });
    let webhook = Webhook::new(&app, &receiver, more).await;
    let body = webhook.body().await;
    assert_eq!(
        (&body["headers"], &body["description"], &body["state"]),
        (&json!(["x-tenant"]), &json!("The warehouse"), &json!("on"))
    );
    assert!(!body.to_string().contains("seven") && body.get("secret").is_none(), "{body}");
    let tested = app.post(&format!("{}/test", webhook.url)).key(&app.key).await.is(200).json();
    assert_eq!((&tested["delivered"], &tested["status"]), (&json!(true), &json!(200)));
    let received = &receiver.wait_for(1).await[0];
    assert_eq!((received.json()["type"].clone(), received.header("x-tenant")), (json!("endpoint.test"), "seven"));
    assert!(received.is_signed_with(&webhook.secret));
    let change = json!({ "url": format!("{}?more", receiver.url()) });
    let changed = app.patch(&webhook.url).key(&app.key).json(change).await.is(200).json();
    assert_eq!(changed["headers"], json!(["x-tenant"]), "the same host");
    let changed = app.patch(&webhook.url).key(&app.key).json(json!({ "url": other.url() })).await.is(200).json();
    assert_eq!(changed["headers"], json!([]));
    app.post(&format!("{}/test", webhook.url)).key(&app.key).await.is(200);
    assert_eq!(other.wait_for(1).await[0].header("x-tenant"), "");
    app.delete(&webhook.url).key(&app.key).await.is(200);
    app.get(&webhook.url).key(&app.key).await.is(404).coded("no_such_endpoint");
    assert_eq!(app.listed(WEBHOOKS, &app.key, 10).await, [Value::Null; 0]);
}

#[tokio::test]
async fn webhooks_that_cannot_be_are_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let new = async |body: Value| app.post(WEBHOOKS).key(&app.key).json(body).await;
    let url = "https://example.com/hooks";
    let refused = new(json!({ "url": "https://0x7f.1/" })).await.invalid_at(&["url"]).text();
    assert!(refused.contains("127.0.0.1 is of this host; the operator can allow it with --webhook-allow"), "{refused}");
    new(json!({ "url": "http://example.com/" })).await.invalid_at(&["url"]);
    new(json!({ "url": url, "events": ["response.begun", "response.ended"] })).await.invalid_at(&["events[1]"]);
    new(json!({ "url": url, "quizzes": ["x"] })).await.invalid_at(&["quizzes[0]"]);
    new(json!({ "url": url, "headers": { "webhook-id": "1" } })).await.invalid_at(&["headers"]);
    app.namespace("other").await;
    let key = app.key_for(Some("other"), KeyScope::Admin).await;
    let body = json!({ "url": url, "quizzes": [quiz.id] });
    app.post("/api/v1/namespaces/other/webhooks").key(&key).json(body.clone()).await.invalid_at(&["quizzes[0]"]);
    let made = new(body).await.is(201).json();
    let id = made["id"].as_str().expect("an id");
    app.get(&format!("/api/v1/namespaces/other/webhooks/{id}")).key(&key).await.is(404);
    for scope in [KeyScope::Read, KeyScope::Export] {
        let key = app.key_for(Some("acme"), scope).await;
        app.get(WEBHOOKS).key(&key).await.is(403);
        app.post(WEBHOOKS).key(&key).json(json!({ "url": url })).await.is(403);
    }
    for _ in 1..20 {
        new(json!({ "url": url })).await.is(201);
    }
    new(json!({ "url": url })).await.is(409).coded("too_many_endpoints");
}

/// Resolves a name to one address after another, repeating the last.
struct Turning(Vec<IpAddr>, AtomicUsize);

impl Resolve for Turning {
    fn resolve(&self, _: &str) -> futures_util::future::BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let number = self.1.fetch_add(1, Ordering::SeqCst).min(self.0.len() - 1);
        let address = self.0[number];
        Box::pin(async move { Ok(vec![address]) })
    }
}

#[tokio::test]
async fn a_name_that_leads_into_a_closed_network_is_refused_when_it_is_asked() {
    // The first address stands in for the public internet.
    let addresses = ["127.0.0.1", "127.0.0.2", "10.0.0.7", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "fd00::1"];
    let addresses = addresses.map(|text| text.parse().expect("an address")).to_vec();
    let resolver = Arc::new(Turning(addresses, AtomicUsize::new(0)));
    let rules = Rules { allowed: vec!["127.0.0.1/32".parse().expect("a network")] };
    let app = App::start_as(|service| service.sending_by(Client::new(rules).resolving(resolver)), |http| http).await;
    let receiver = Receiver::start().await;
    let url = format!("https://rebinding.example:{}/hooks", receiver.address.port());
    let made = app.post(WEBHOOKS).key(&app.key).json(json!({ "url": url })).await.is(201).json();
    let test = format!("{WEBHOOKS}/{}/test", made["id"].as_str().expect("an id"));
    let error = async || {
        let tested = app.post(&test).key(&app.key).await.is(200).json();
        tested["error"].as_str().expect("an error").to_owned()
    };
    let first = error().await;
    assert!(first.starts_with("no secure connection"), "the receiver has no TLS: {first}");
    for expected in [
        "127.0.0.2 is of this host; the operator can allow it with --webhook-allow",
        "10.0.0.7 is private; the operator can allow it with --webhook-allow",
        "169.254.169.254 is link-local; the operator can allow it with --webhook-allow",
        "64:ff9b::7f00:1 is of another network (NAT64); the operator can allow it with --webhook-allow",
        "fd00::1 is private; the operator can allow it with --webhook-allow",
    ] {
        assert_eq!(error().await, expected);
    }
}

#[tokio::test]
async fn after_a_restore_nothing_is_sent_until_an_administrator_says_so() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let webhook = Webhook::new(&app, &receiver, json!({ "events": ["response.begun"] })).await;
    app.service.begin_after_restore().await.expect("it begins");
    assert!(app.service.outgoing_held().await.expect("read").is_some());
    let quiz = app.open_quiz().await;
    quiz.begin().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(receiver.received().is_empty());
    assert!(webhook.has("waiting", 1).await);
    let all = app.key_for(None, KeyScope::Admin).await;
    app.post("/api/v1/outgoing/drop").key(&app.key).await.is(403);
    let dropped = app.post("/api/v1/outgoing/drop").key(&all).await.is(200).json();
    assert!(dropped["heldSince"].is_string(), "{dropped}");
    assert!(webhook.has("failed", 1).await);
    assert_eq!(app.service.outgoing_held().await.expect("read"), None);
    app.service.begin_after_restore().await.expect("it begins");
    quiz.begin().await;
    app.post("/api/v1/outgoing/release").key(&app.key).await.is(403);
    assert!(app.post("/api/v1/outgoing/release").key(&all).await.is(200).json()["heldSince"].is_string());
    assert_eq!(receiver.wait_for(1).await.len(), 1);
    assert_eq!(app.post("/api/v1/outgoing/release").key(&all).await.is(200).json(), json!({ "heldSince": null }));
    let log = app.get("/api/v1/audit?limit=10").key(&all).await.is(200).text();
    for action in ["outgoing.drop", "outgoing.release"] {
        assert!(log.contains(action), "{log}");
    }
}

#[tokio::test]
async fn a_respondent_who_is_erased_is_told_by_ids_alone() {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let quiz = app.inapp_quiz().await;
    let user = quiz.session("ana of accounting").await;
    let webhook = Webhook::new(&app, &receiver, json!({ "withAnswers": true })).await;
    app.patch(&webhook.url).key(&app.key).json(json!({ "on": false })).await.is(200);
    let body = json!({ "sessionId": user, "answers": all_answers() });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    app.service
        .erase_user(
            &Caller::Operator,
            &server::service::QuizPath {
                namespace: domain::NamespaceId::parse(&quiz.namespace).expect("an id"),
                quiz: domain::QuizId::parse(&quiz.id).expect("an id"),
            },
            &user,
        )
        .await
        .expect("erased");
    let states: Vec<(String, String)> = webhook
        .deliveries()
        .await
        .iter()
        .map(|sent| {
            (
                sent["type"].as_str().unwrap_or_default().to_owned(),
                sent["state"].as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect();
    let pair = |kind: &str, state: &str| (kind.to_owned(), state.to_owned());
    assert_eq!(states, [pair("response.erased", "held"), pair("response.submitted", "failed")]);
    app.patch(&webhook.url).key(&app.key).json(json!({ "on": true })).await.is(200);
    app.post(&format!("{}/send", webhook.url))
        .key(&app.key)
        .json(json!({ "since": "2020-01-01T00:00:00Z" }))
        .await
        .is(200);
    let event = receiver.wait_for(1).await[0].json();
    assert_eq!(event["data"], json!({ "namespaceId": "acme", "quizId": quiz.id, "userId": user }));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.received().len(), 1);
}
