//! If a permission is revoked while a request waits to write, the request must not write. The requests are derived from
//! the dashboard's routes and the API document, so that no change is forgotten.

use std::{future::IntoFuture, pin::pin, time::Duration};

use axum::http::Method;
use domain::{NamespaceId, OwnQuota, Role};
use futures_util::{
    FutureExt,
    future::{Either, join_all, select},
};
use serde_json::{Value, json};
use server::{
    http::{Access, admin_routes},
    mail::{Post, Rates, Transport},
    service::Caller,
    store::KeyScope,
};

use crate::{
    assessments::{answered, team_health},
    mail::by,
    rescoring::regrade,
    support::{App, Call, Operation, PASSWORD, Person, QuizAt, Reply, code, operations, with_second_factor},
};

const NS: &str = "/admin/ns/{namespace}";
const QUIZ: &str = "/admin/ns/{namespace}/quizzes/{quiz}";
/// Forms whose writes do not depend on a permission of the sender.
const RIGHTLESS: [(&str, &str); 6] = [
    ("/admin/sign-in", "its right is the password, which is compared in the transaction"),
    ("/admin/link/{token}", "its right is the link, which is looked at in the transaction"),
    ("/admin/account/second-factor", "shows a secret that is stored later"),
    ("/admin/audit/check", "reads"),
    ("/admin/ns/{namespace}/quizzes/{quiz}/preview", "stores nothing"),
    ("/admin/ns/{namespace}/quizzes/{quiz}/table/chosen", "leads to another form"),
];

const PICTURE: &[u8] = include_bytes!("../../../app/domain/tests/pictures/plain.png");
const OTHER_PICTURE: &[u8] = include_bytes!("../../../app/domain/tests/pictures/lossy.webp");

/// A populated namespace, in which every operation has something to change.
struct Stage<'a> {
    app: &'a App,
    owner: Person<'a>,
    root: Person<'a>,
    open: QuizAt<'a>,
    respondent: String,
    invited: QuizAt<'a>,
    invitee: String,
    inapp: QuizAt<'a>,
    scored: QuizAt<'a>,
    member: String,
    offer: String,
    key: String,
    report: String,
    export: String,
    picture: String,
    /// The revision of the editor's draft of the open quiz.
    revision: String,
    webhook: String,
    /// An event that is waiting to be sent to the webhook.
    event: String,
    mail: String,
    refused_mail: String,
}

enum Sent {
    Form(Vec<(&'static str, String)>),
    Parts(Vec<(&'static str, String)>),
    Json(Value),
}

/// SQL that revokes a permission, and SQL that restores it.
struct Loss {
    take: String,
    give: String,
}

async fn with_mail() -> App {
    let folder = Transport::Folder("/nonexistent".into());
    let post = Post::new(folder, "quiz@example.org", Rates::default(), Duration::from_hours(1)).expect("an address");
    App::start_as(by(post), |http| http).await
}

impl<'a> Stage<'a> {
    async fn set(app: &'a App) -> Stage<'a> {
        app.namespace("other").await;
        app.member("keeper@example.com", "acme", Role::Owner).await;
        let owner = app.member("owner@example.com", "acme", Role::Owner).await;
        app.member("ana@example.com", "acme", Role::Viewer).await;
        let root = app.administrator("root@example.com").await;
        let open = app.open_quiz().await;
        let webhook = app.post("/api/v1/namespaces/acme/webhooks").key(&app.key);
        let webhook = webhook.json(json!({ "url": "https://example.com/hooks" })).await.is(201).json();
        let webhook = webhook["id"].as_str().expect("an id").to_owned();
        let respondent = open.submitted().await;
        let invited = app.invited_quiz().await;
        let invitee = invited.invited().await;
        let people = |email: &str| invited.post("/users").key(&app.key).json(json!({ "users": [{ "email": email }] }));
        for email in ["one@example.com", "two@example.com"] {
            people(email).await.is(201);
            invited.post("/mails").key(&app.key).json(json!({ "kind": "invitation" })).await.is(200);
        }
        app.database
            .connect()
            .await
            .run("UPDATE mails SET state = 'refused' WHERE recipient = 'two@example.com'")
            .await;
        people("three@example.com").await.is(201);
        let inapp = app.inapp_quiz().await;
        let scored = app.quiz(team_health()).await;
        answered(&scored, "session-1").await;
        scored.post("/users/inapp/answers/submit").json(json!({ "sessionId": "session-1" })).await.is(200);
        regrade(&scored).await;
        owner.post(&open.dashboard("table/views"), &[("name", "Mine"), ("query", "state=started")]).await.is(303);
        let report = [("title", "Board"), ("table", "band"), ("days", "30"), ("threshold", "5")];
        owner.post(&scored.dashboard("insights/reports"), &report).await.is(200);
        app.offer("cy@example.com", "acme", Role::Viewer).await;
        let export = open.post("/exports").key(&app.key).json(json!({ "format": "csv" })).await.is(202).json();
        let export = export["exportId"].as_str().expect("an id").to_owned();
        ended(&open, &export).await;
        let picture = open.post("/images").key(&app.key).body("image/png", PICTURE).await.is(201).json();
        let picture = picture["id"].as_str().expect("an id").to_owned();
        // Makes it look busy on another server.
        let busy =
            format!("UPDATE jobs SET state = 'running', finished_at = NULL, outcome = NULL, due_at = {}", i64::MAX);
        app.database.connect().await.run(busy).await;
        let raised = format!(
            "INSERT INTO alerts (quiz_id, user_id, attempt, alert, id, version, at)
             VALUES ('{}', '{respondent}', 1, 'low', 'alr_1', 1, 1)",
            open.id
        );
        app.database.connect().await.run(raised).await;
        let draft = owner.get(&open.dashboard("edit/draft")).await.is(200).json();
        let edits = json!({ "revision": draft["revision"], "edits": [{ "place": "name", "set": "Other" }] });
        let call = owner.call(Method::POST, &open.dashboard("edit/draft"));
        let draft = call.json(edits).await.is(200).json();
        let mut other = app.database.connect().await;
        let id = async |list: &str, email: &str| {
            let items = app.get(&format!("/api/v1/namespaces/acme/{list}")).key(&app.key).await.is(200).json();
            let items = items["items"].as_array().expect("items").clone();
            let found = items.iter().find(|item| item["email"] == email).expect("an item");
            found["id"].as_str().expect("an id").to_owned()
        };
        let key = app.key_for(Some("acme"), KeyScope::Read).await;
        Stage {
            member: id("members", "ana@example.com").await,
            offer: id("offers", "cy@example.com").await,
            key: key.split('_').nth(1).expect("an id").to_owned(),
            report: other.texts("SELECT id FROM reports").await.remove(0),
            revision: draft["revision"].as_str().expect("a revision").to_owned(),
            mail: other.texts("SELECT id FROM mails WHERE recipient = 'one@example.com'").await.remove(0),
            refused_mail: other.texts("SELECT id FROM mails WHERE recipient = 'two@example.com'").await.remove(0),
            event: other.texts("SELECT event_id FROM webhook_deliveries").await.remove(0),
            webhook,
            app,
            owner,
            root,
            open,
            respondent,
            invited,
            invitee,
            inapp,
            scored,
            export,
            picture,
        }
    }

    /// The URL and the body for a route.
    fn posted(&self, route: &str) -> (String, Sent) {
        let (part, quiz) = match (route.strip_prefix(QUIZ), route.strip_prefix(NS)) {
            (Some(part), _) => (part, self.quiz_of(part)),
            (None, part) => (part.unwrap_or(route), &self.open),
        };
        let sent = match part {
            "/admin/ns" => form(&[("id", "fresh"), ("name", "Fresh")]),
            "/people/erase" => form(&[("id", &self.respondent)]),
            "/members" => form(&[("email", "new@example.com"), ("role", "viewer")]),
            "/members/{id}/role" => form(&[("role", "editor")]),
            "/keys" => form(&[("label", "new"), ("scope", "read"), ("days", "30"), ("page", "1")]),
            "/webhooks" => form(&[("url", "https://example.com/new")]),
            "/webhooks/{id}/change" => form(&[("url", "https://example.com/other"), ("state", "off")]),
            "/webhooks/{id}/send" => form(&[("since", "2020-01-01T00:00")]),
            "/settings/delete" => form(&[("name", "acme")]),
            "/settings/name" => form(&[("name", "Other")]),
            "/settings/retention" => form(&[("answersDays", "3000"), ("unfinishedDays", "")]),
            "/settings/second-factor" => form(&[("required", "yes"), ("confirmed", "yes")]),
            "/share/invite" => Sent::Parts(texts(&[
                ("people", "Bo,bo@example.com"),
                ("mapped", "yes"),
                ("create", "yes"),
                ("column0", "name"),
                ("column1", "email"),
            ])),
            "/share/write" => form(&[("kind", "invitation"), ("subject", "Hello"), ("body", "Text"), ("go", "save")]),
            "/pictures" => Sent::Parts(texts(&[("known", &self.picture), ("place", "logo"), ("alt", "A logo")])),
            "/exports" => form(&[("format", "csv")]),
            "/table/views" => form(&[("name", "New"), ("query", "state=completed")]),
            "/table/views/delete" => form(&[("name", "Mine"), ("query", "")]),
            "/table" => form(&[("column", "score"), ("query", "")]),
            "/table/erase" => form(&[("user", &self.respondent), ("query", "")]),
            "/insights/reports" => form(&[("title", "New"), ("table", "band"), ("days", "30"), ("threshold", "5")]),
            "/edit" => form(&[("revision", &self.revision), ("do", "discard")]),
            "/edit/{part}" | "/edit/{part}/{id}" => form(&[("revision", &self.revision), ("do", "publish")]),
            "/edit/draft" => {
                let edits = json!([{ "place": "name", "set": "Third" }]);
                Sent::Json(json!({ "revision": self.revision, "edits": edits }))
            }
            "/quizzes/new" => form(&[("name", "New"), ("begin", "template"), ("kind", "open"), ("language", "en")]),
            "/quizzes/import" => Sent::Parts(texts(&[("definition", r#"{ "name": "New" }"#)])),
            "/open" => form(&[("changes", "leave")]),
            "/dates" => form(&[("closesAt", "2099-01-01T10:00")]),
            "/rescore" => form(&[("version", "2")]),
            "/delete" => form(&[("name", "Open")]),
            _ => form(&[]),
        };
        let id = match part.split('/').nth(1).unwrap_or_default() {
            "members" => &self.member,
            "offers" => &self.offer,
            "keys" => &self.key,
            "webhooks" => &self.webhook,
            "insights" => &self.report,
            "exports" => &self.export,
            "share" => &self.invitee,
            "pictures" => &self.picture,
            "alerts" => "alr_1",
            _ => "publish",
        };
        let path = route.replace("{namespace}", "acme").replace("{quiz}", &quiz.id).replace("{id}", id);
        (
            path.replace("{user}", &self.respondent)
                .replace("{part}", "settings")
                .replace("{event}", &self.event)
                .replace("{mail}", &self.refused_mail),
            sent,
        )
    }

    fn quiz_of(&self, part: &str) -> &QuizAt<'a> {
        match part {
            "/rescore" => &self.scored,
            _ if part.starts_with("/insights") => &self.scored,
            _ if part.starts_with("/share/secret") => &self.inapp,
            "/share/write" => &self.invited,
            _ if part.starts_with("/share/messages") => &self.invited,
            _ if part.starts_with("/share/invit") => &self.invited,
            _ => &self.open,
        }
    }

    fn called(&self, operation: Operation, key: &str) -> Call {
        let name = operation.about["operationId"].as_str().expect("a name");
        let body = match name {
            "createNamespace" => json!({ "id": "fresh", "name": "Fresh" }),
            "changeNamespace" => json!({ "requiresSecondFactor": true }),
            "setRetention" => json!({ "answersDays": 3000 }),
            "setMember" => json!({ "email": "new@example.com", "role": "viewer" }),
            "createKey" => json!({ "label": "new", "scopes": ["read"] }),
            "createQuiz" | "changeQuiz" => json!({ "name": "New" }),
            "exportSelection" => json!({ "format": "csv" }),
            "rescore" => json!({ "version": 2, "apply": true }),
            "acknowledgeAlert" => json!({ "note": "Called" }),
            "createWebhook" => json!({ "url": "https://example.com/" }),
            "changeWebhook" => json!({ "description": "Other" }),
            "sendWebhookDeliveries" => json!({ "since": "2020-01-01T00:00:00Z" }),
            "inviteUsers" => json!({ "users": [{ "name": "Bo" }] }),
            "mailInvited" => json!({ "kind": "invitation" }),
            "putMailText" => json!({ "kind": "reminder", "language": "en", "subject": "Hello", "body": "Text" }),
            "noteBounce" => json!({ "messageId": self.mail, "status": "5.1.1" }),
            _ => Value::Null,
        };
        let (quiz, user) = match name {
            "rescore" => (&self.scored, ""),
            "makeSessionSecret" | "removeSessionSecret" => (&self.inapp, ""),
            "inviteUsers" | "mailInvited" | "cancelMails" | "sendMailAgain" | "putMailText" | "noteBounce" => {
                (&self.invited, "")
            }
            "eraseUser" => (&self.open, self.respondent.as_str()),
            _ => (&self.open, ""),
        };
        let path = operation
            .template
            .replace("{namespaceId}", "acme")
            .replace("{quizId}", &quiz.id)
            .replace("{invitedUserUUID}", user)
            .replace("{exportId}", &self.export)
            .replace("{memberId}", &self.member)
            .replace("{offerId}", &self.offer)
            .replace("{keyId}", &self.key)
            .replace("{webhookId}", &self.webhook)
            .replace("{eventId}", &self.event)
            .replace("{mailId}", &self.refused_mail)
            .replace("{imageId}", &self.picture)
            .replace("{alertId}", "alr_1");
        let path = if name == "erasePerson" { format!("{path}?userId={}", self.respondent) } else { path };
        let method: Method = operation.method.to_uppercase().parse().expect("a method");
        let call = self.app.call(method, &path).key(key);
        if name == "addImage" {
            return call.body("image/webp", OTHER_PICTURE);
        }
        if body.is_null() { call } else { call.json(body) }
    }
}

async fn ended(quiz: &QuizAt<'_>, export: &str) {
    for _ in 0..500 {
        let list = quiz.get("/exports").key(&quiz.app.key).await.is(200).json();
        let items = list["items"].as_array().expect("items");
        if items.iter().any(|item| item["id"] == export && item["state"] == "done") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the export does not end");
}

fn texts(fields: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

fn form(fields: &[(&'static str, &str)]) -> Sent {
    Sent::Form(texts(fields))
}

fn post(person: &Person<'_>, path: &str, sent: &Sent) -> Call {
    let call = person.call(Method::POST, path);
    match sent {
        Sent::Form(fields) => {
            call.form(&fields.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>())
        }
        Sent::Json(body) => call.json(body.clone()),
        Sent::Parts(parts) => {
            let part = |(name, value): &(&str, String)| {
                format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            };
            let body = parts.iter().map(part).collect::<String>() + "--edge--\r\n";
            call.body("multipart/form-data; boundary=edge", body)
        }
    }
}

/// Sends a request, and revokes the permission when the request has passed all checks and waits for its turn to write.
/// The error says if the request never gets there or writes anything. Restores the permission.
async fn loses(app: &App, name: &str, call: Call, loss: &Loss) -> Result<Reply, String> {
    let mut other = app.hold_writes().await;
    // All turns are taken, so that the request has to wait.
    let namespaces = ["acme", "other", "fresh"].map(|id| NamespaceId::parse(id).expect("a namespace id"));
    let mut turns: Vec<_> = namespaces
        .iter()
        .map(|namespace| {
            let turn = app.service.set_quota(&Caller::Operator, namespace, OwnQuota::default());
            turn.map(drop).boxed_local()
        })
        .collect();
    turns.push(app.service.undo_move(&Caller::Operator).map(drop).boxed_local());
    for turn in &mut turns {
        assert!(turn.now_or_never().is_none(), "nothing is written");
    }
    let waits = async {
        let mut tries = 0..4000;
        while tries.next().is_some() {
            let figures = app.service.figures().await.expect("figures");
            if figures.waiting.iter().any(|(what, waiting)| *what == "units" && *waiting > 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{name} neither waits nor ends");
    };
    let reply = match select(call.into_future(), pin!(waits)).await {
        Either::Left((reply, _)) => {
            other.run("ROLLBACK").await;
            join_all(turns).await;
            return Err(format!("{name} was answered before it wrote: {} {}", reply.status, reply.text()));
        }
        Either::Right(((), reply)) => reply,
    };
    other.run(loss.take.as_str()).await;
    let before = other.contents().await;
    other.run("COMMIT").await;
    let (_, reply) = futures_util::join!(join_all(turns), reply);
    let after = app.database.connect().await.contents().await;
    other.run(loss.give.as_str()).await;
    let changed: Vec<_> = before.iter().filter(|(table, rows)| after.get(*table) != Some(*rows)).collect();
    if changed.is_empty() { Ok(reply) } else { Err(format!("{name} has changed {changed:?}")) }
}

fn is_refusal(reply: &Reply) -> bool {
    matches!(reply.status.as_u16(), 401 | 403 | 404)
}

#[tokio::test]
async fn a_role_that_is_taken_away_before_the_write_changes_nothing_in_the_dashboard() {
    let app = with_mail().await;
    let stage = Stage::set(&app).await;
    let routes = admin_routes();
    let posts = routes.iter().filter(|route| route.method == Method::POST);
    let (mut tried, mut wrong) = (0, Vec::new());
    for route in posts.filter(|route| !RIGHTLESS.iter().any(|(path, _)| *path == route.path)) {
        let person = "(SELECT id FROM administrators WHERE email = 'owner@example.com')";
        let (person, loss) = match route.access {
            Access::Anyone | Access::SignedIn => continue,
            Access::Everywhere => {
                let turn =
                    "UPDATE administrators SET is_everywhere = NOT is_everywhere WHERE email = 'root@example.com'";
                (&stage.root, Loss { take: turn.to_owned(), give: turn.to_owned() })
            }
            Access::Namespace(_) => {
                let take = format!("DELETE FROM memberships WHERE admin_id = {person}");
                let give = format!(
                    "INSERT INTO memberships (admin_id, namespace_id, role) VALUES ({person}, 'acme', 'owner')"
                );
                (&stage.owner, Loss { take, give })
            }
        };
        let (path, sent) = stage.posted(route.path);
        // Records the use of the session now rather than while the request waits.
        person.get("/admin/account").await.is(200);
        match loses(&app, route.path, post(person, &path, &sent), &loss).await {
            Ok(reply) if reply.status == 403 => {}
            Ok(reply) => wrong.push(format!("{path}: {} {}", reply.status, reply.text())),
            Err(why) => wrong.push(why),
        }
        tried += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried >= 40, "{tried}");
}

#[tokio::test]
async fn an_account_that_is_removed_before_the_write_changes_nothing() {
    let app = App::start().await;
    app.namespace("other").await;
    app.member("keeper@example.com", "other", Role::Owner).await;
    let routes = admin_routes();
    let is_own = |access| matches!(access, Access::SignedIn | Access::Anyone);
    let posts = routes.iter().filter(|route| route.method == Method::POST && is_own(route.access));
    let (mut tried, mut wrong) = (0, Vec::new());
    for route in posts.filter(|route| !RIGHTLESS.iter().any(|(path, _)| *path == route.path)) {
        tried += 1;
        let email = format!("person{tried}@example.com");
        let person = app.member(&email, "other", Role::Viewer).await;
        let page = async |path: &str| person.get(path).await.is(200).text();
        let between = |text: &str, before: &str, after: char| {
            let rest = text.split(before).nth(1).and_then(|rest| rest.split(after).next());
            rest.unwrap_or_else(|| panic!("no {before} in {text}")).to_owned()
        };
        let mut path = route.path.to_owned();
        let sent = match route.path {
            "/admin/account/password" => form(&[("present", PASSWORD), ("password", "another long password")]),
            "/admin/account/mail" => form(&[("failures", "yes"), ("responses", "weekly")]),
            "/admin/account/time-zone" => form(&[("zone", "Asia/Kolkata")]),
            "/admin/account/second-factor/on" => {
                let shown = person.post("/admin/account/second-factor", &[]).await.is(200).text();
                let secret = between(&shown, "name=\"secret\" value=\"", '"');
                form(&[("secret", &secret), ("code", &code(&secret, 0)), ("factor-password", PASSWORD)])
            }
            "/admin/account/second-factor/off" | "/admin/account/second-factor/codes" => {
                let (secret, _) = with_second_factor(&person).await;
                form(&[("code", &code(&secret, 1)), ("factor-password", PASSWORD)])
            }
            "/admin/account/sessions/{id}/end" => {
                let sessions = page("/admin/account").await;
                let id = between(&sessions, "href=\"/admin/account/sessions/", '/');
                path = path.replace("{id}", &id);
                form(&[])
            }
            _ => form(&[]),
        };
        if path.contains("{token}") {
            path = path.replace("{token}", &app.offer(&email, "acme", Role::Editor).await);
        }
        let loss =
            Loss { take: format!("DELETE FROM administrators WHERE email = '{email}'"), give: "SELECT 1".to_owned() };
        // Without the account there is no session either: a late request signs out of nothing, and has to give a
        // password to accept an offer.
        let is_done = |reply: &Reply| match route.path {
            "/admin/sign-out" => reply.status == 303,
            path => path.contains("{token}") && reply.status == 422,
        };
        match loses(&app, route.path, post(&person, &path, &sent), &loss).await {
            Ok(reply) if is_refusal(&reply) || is_done(&reply) => {}
            Ok(reply) => wrong.push(format!("{path}: {} {}", reply.status, reply.text())),
            Err(why) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried >= 9, "{tried}");
}

#[tokio::test]
async fn a_key_that_ends_before_the_write_changes_nothing_in_the_api() {
    let app = with_mail().await;
    let stage = Stage::set(&app).await;
    let everywhere = app.key_for(None, KeyScope::Admin).await;
    // Anyone may answer: a key only extends the response.
    let changes =
        operations().filter(|operation| operation.method != "get" && operation.about["tags"][0] != "answering");
    let (mut tried, mut wrong) = (0, Vec::new());
    for operation in changes {
        let name = operation.about["operationId"].as_str().expect("a name");
        let is_for_all = name == "deleteNamespace" || !operation.template.contains("{namespaceId}");
        let key = if is_for_all { &everywhere } else { &app.key };
        let id = key.split('_').nth(1).expect("the id of a key");
        for field in ["revoked_at", "expires_at"] {
            let loss = Loss {
                take: format!("UPDATE api_keys SET {field} = 1 WHERE id = '{id}'"),
                give: format!("UPDATE api_keys SET {field} = NULL WHERE id = '{id}'"),
            };
            // Records the use of the key now rather than while the request waits.
            app.get("/api/v1/key").key(key).await.is(200);
            tokio::time::sleep(Duration::from_millis(20)).await;
            match loses(&app, name, stage.called(operation, key), &loss).await {
                Ok(reply) if reply.status == 401 => {}
                Ok(reply) => wrong.push(format!("{name}: {} {}", reply.status, reply.text())),
                Err(why) => wrong.push(why),
            }
        }
        tried += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried >= 19, "{tried}");
}
