//! Messages to invited respondents: recipients, texts, and respondents who are left out.

use std::{collections::BTreeMap, sync::Arc};

use domain::Role;
use serde_json::{Value, json};
use server::{service::Mailing, store::MailState};

use crate::{
    mail::{by, mails, send, to},
    support::{
        App, QuizAt, all_answers,
        mail_server::{Does, MailServer, Taken},
    },
};

const DAY: i64 = 86_400;

/// Invites respondents with these addresses at `example.com`, and returns their ids by address.
pub(crate) async fn invite(quiz: &QuizAt<'_>, names: &[&str]) -> BTreeMap<String, String> {
    let person = |name: &&str| json!({ "name": format!("Name of {name}"), "email": format!("{name}@example.com") });
    let users: Vec<Value> = names.iter().map(person).collect();
    let made = quiz.post("/users").key(&quiz.app.key).json(json!({ "users": users })).await.is(201).json();
    let ids =
        made["users"].as_array().expect("users").iter().map(|user| user["id"].as_str().expect("an id").to_owned());
    names.iter().map(|name| (*name).to_owned()).zip(ids).collect()
}

pub(crate) async fn write(quiz: &QuizAt<'_>, kind: &str) -> Value {
    quiz.post("/mails").key(&quiz.app.key).json(json!({ "kind": kind })).await.is(200).json()
}

/// Waits until no message is due or being sent; messages scheduled for later do not count.
pub(crate) async fn settled(app: &App) {
    for _ in 0..400 {
        let waits = mails(app).await.into_iter().any(|mail| match mail.state {
            MailState::Claimed => true,
            MailState::Queued => mail.new.due_at.later_by(-DAY) < mail.new.at,
            _ => false,
        });
        if !waits {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{:?}", mails(app).await);
}

fn to_names(taken: &[Taken]) -> Vec<String> {
    let mut names: Vec<_> = taken.iter().map(|taken| taken.to.replace("@example.com", "")).collect();
    names.sort();
    names
}

async fn begin(quiz: &QuizAt<'_>, id: &str) {
    quiz.post(&format!("/users/invited/{id}/initQuiz")).json(json!({})).await.is(200);
}

pub(crate) async fn submit(quiz: &QuizAt<'_>, id: &str) {
    begin(quiz, id).await;
    quiz.post(&format!("/users/{id}/answers/submit")).json(json!({ "answers": all_answers() })).await.is(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_of_a_list_is_invited_once_with_the_link_of_their_own() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let quiz = app.invited_quiz().await;
    let people = invite(&quiz, &["ana", "ben", "zoe"]).await;
    let dry = json!({ "kind": "invitation", "dryRun": true });
    assert_eq!(quiz.post("/mails").key(&app.key).json(dry).await.is(200).json()["people"], 3);
    assert!(mails(&app).await.is_empty());
    let plan = write(&quiz, "invitation").await;
    assert_eq!(plan, json!({ "people": 3, "leftOut": [] }));
    // Again while they wait, and once they are sent.
    write(&quiz, "invitation").await;
    settled(&app).await;
    let plan = write(&quiz, "invitation").await;
    assert_eq!(plan, json!({ "people": 0, "leftOut": [{ "reason": "invited_before", "people": 3 }] }));
    let taken = server.taken();
    assert_eq!(to_names(&taken), ["ana", "ben", "zoe"]);
    for message in &taken {
        let (name, text) = (message.to.replace("@example.com", ""), message.decoded());
        let link = format!("https://quiz.example/aq/{}/{}/{}", quiz.namespace, quiz.id, people[&name]);
        assert!(text.contains(&link) && text.contains(&format!("Hello Name of {name},")), "{text}");
        assert!(people.iter().all(|(other, id)| *other == name || !text.contains(id.as_str())), "{text}");
        assert_eq!(message.header("Subject"), "Invited: your personal link");
        assert_eq!(message.from, "quiz@example.org", "no other address without a way back for it");
        assert_eq!(message.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        assert!(!text.contains("It works until"), "the quiz has no end: {text}");
    }
    let listed = quiz.get("/users").key(&app.key).await.is(200).json();
    let mail = &listed["items"][0]["mail"];
    assert_eq!((&mail["state"], &mail["reminders"], &mail["error"]), (&json!("sent"), &json!(0), &Value::Null));
    assert!(mail["sentAt"].is_string());
}

/// Changes since queueing are checked when a message is sent.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_longer_wanted_is_not_sent() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    let names = ["begun", "erased", "finished", "fine", "renewed", "revoked"];
    let people = invite(&quiz, &names).await;
    assert_eq!(write(&quiz, "reminder-to-start").await["people"], 6);
    begin(&quiz, &people["begun"]).await;
    submit(&quiz, &people["finished"]).await;
    app.delete(&format!("{}/users/{}", quiz.url, people["erased"])).key(&app.key).await.is(200);
    for way in ["revoked/revoke", "renewed/renew"] {
        let (name, way) = way.split_once('/').expect("two parts");
        owner.post(&quiz.dashboard(&format!("share/invited/{}/{way}", people[name])), &[]).await.is(303);
    }
    assert!(!mails(&app).await.iter().any(|mail| mail.new.recipient.as_str() == "erased@example.com"));
    let _until = send(&app);
    settled(&app).await;
    assert_eq!(to_names(&server.taken()), ["fine", "renewed"]);
    let renewed = server.taken().into_iter().find(|taken| taken.to.starts_with("renewed")).expect("it was taken");
    assert!(!renewed.decoded().contains(&people["renewed"]), "the link is the new one");
    let listed = app.listed(&format!("{}/mails", quiz.url), &app.key, 100).await;
    let errors: BTreeMap<_, _> = listed
        .iter()
        .filter(|mail| mail["state"] == "cancelled")
        .map(|mail| {
            (mail["userId"].as_str().expect("an id").to_owned(), mail["error"].as_str().expect("a reason").to_owned())
        })
        .collect();
    for (name, error) in [("begun", "started"), ("finished", "finished"), ("revoked", "revoked")] {
        assert!(errors[&people[name]].contains(error), "{name}: {errors:?}");
    }
    let closed = app.invited_quiz().await;
    invite(&closed, &["late"]).await;
    // Between queueing and sending.
    write(&closed, "invitation").await;
    closed.patch(json!({ "status": "closed" })).await.is(200);
    settled(&app).await;
    assert_eq!(to_names(&server.taken()).len(), 2);
    closed.post("/mails").key(&app.key).json(json!({ "kind": "reminder" })).await.is(409).coded("quiz_closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_are_few_and_apart() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let quiz = app.invited_quiz().await;
    invite(&quiz, &["ana"]).await;
    for wrong in [json!([1]), json!([4, 5]), json!([10, 4]), json!([91]), json!([4, 8, 12, 16])] {
        let body = json!({ "kind": "invitation", "remindAfterDays": wrong });
        quiz.post("/mails").key(&app.key).json(body).await.invalid_at(&["remindAfterDays"]);
    }
    let body = json!({ "kind": "reminder", "remindAfterDays": [4] });
    quiz.post("/mails").key(&app.key).json(body).await.invalid_at(&["remindAfterDays"]);
    let body = json!({ "kind": "invitation", "remindAfterDays": [4, 10] });
    quiz.post("/mails").key(&app.key).json(body).await.is(200);
    settled(&app).await;
    assert_eq!(server.taken().len(), 1);
    let planned = app.listed(&format!("{}/mails?state=queued", quiz.url), &app.key, 100).await;
    assert_eq!(planned.len(), 2, "{planned:?}");
    let plan = write(&quiz, "reminder").await;
    assert_eq!(plan["leftOut"], json!([{ "reason": "too_soon", "people": 1 }]));
    let earlier = |days: i64| format!("UPDATE invitations SET mailed_at = mailed_at - {days} * 86400000000000");
    app.database.connect().await.run(&earlier(3)).await;
    write(&quiz, "reminder").await;
    settled(&app).await;
    assert!(server.taken()[1].header("Subject").ends_with("not finished yet"), "{:?}", server.taken());
    app.database.connect().await.run(&earlier(3)).await;
    let plan = write(&quiz, "reminder").await;
    assert_eq!(plan["leftOut"], json!([{ "reason": "too_many", "people": 1 }]), "one was sent, and two are planned");
    let cancelled = app.delete(&format!("{}/mails", quiz.url)).key(&app.key).await.is(200).json();
    assert_eq!(cancelled["cancelled"], 2);
    assert_eq!(write(&quiz, "reminder").await["people"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_send_at_once_send_each_message_once() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let names: Vec<String> = (0..40).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for kind in ["invitation", "reminder"] {
        let quiz = app.invited_quiz().await;
        invite(&quiz, &names).await;
        let before = mails(&app).await.len();
        futures_util::future::join_all((0..8).map(|_| write(&quiz, kind))).await;
        assert_eq!(mails(&app).await.len() - before, 40, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_writes_in_each_language_and_what_waits_has_the_new_words() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let quiz = app.invited_quiz().await;
    let person = |name: &str, language: Value| json!({ "email": format!("{name}@example.com"), "language": language });
    let users = json!([person("es", json!("es")), person("de", json!("de-AT")), person("en", Value::Null)]);
    quiz.post("/users").key(&app.key).json(json!({ "users": users })).await.is(201);
    let put = |language: &str, subject: &str, body: &str| {
        let body = json!({ "kind": "invitation", "language": language, "subject": subject, "body": body });
        app.call(axum::http::Method::PUT, &format!("{}/mailTexts", quiz.url)).key(&app.key).json(body)
    };
    put("es", "", "Texto").await.invalid_at(&["subject"]);
    put("es", &"x".repeat(201), "Texto").await.invalid_at(&["subject"]);
    put("es", "Hola", "Hola {nombre}").await.invalid_at(&["body"]);
    put("es", "Hasta {closes}", "Texto").await.invalid_at(&["subject"]);
    write(&quiz, "invitation").await;
    put("es", "Hola {name}", "Uno <b>\n\nHasta {closes}\n\n{link}").await.is(200);
    let _until = send(&app);
    settled(&app).await;
    let of = |name: &str| {
        let to = format!("{name}@example.com");
        server.taken().into_iter().find(|taken| taken.to == to).expect("it was taken")
    };
    let spanish = of("es").decoded();
    assert_eq!(of("es").header("Subject"), "Hola");
    assert!(
        spanish.contains("Uno &lt;b&gt;") && !spanish.contains("Hasta") && spanish.contains("lang=\"es\""),
        "{spanish}"
    );
    assert!(spanish.contains("Abrir el cuestionario"), "{spanish}");
    assert!(of("de").decoded().contains("Hello,"), "the quiz is not in German: {}", of("de").decoded());
    assert!(of("en").decoded().contains("Hello,"));
    put("es", "", "").await.is(200);
    let texts = quiz.get("/mailTexts").key(&app.key).await.is(200).json();
    assert_eq!(texts, json!({ "items": [] }));
}

#[tokio::test]
async fn a_copy_of_a_quiz_has_the_words_of_its_messages() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    let text = json!({ "kind": "invitation", "language": "en", "subject": "Hi", "body": "Come, {name}" });
    app.call(axum::http::Method::PUT, &format!("{}/mailTexts", quiz.url)).key(&app.key).json(text).await.is(200);
    owner.post(&quiz.dashboard("duplicate"), &[]).await.is(303);
    let quizzes = app.listed("/api/v1/namespaces/acme/quizzes", &app.key, 10).await;
    let ids: Vec<&str> = quizzes.iter().map(|quiz| quiz["id"].as_str().expect("an id")).collect();
    assert_eq!(ids.len(), 2);
    for id in ids {
        let path = format!("/api/v1/namespaces/acme/quizzes/{id}/mailTexts");
        assert_eq!(app.get(&path).key(&app.key).await.is(200).json()["items"][0]["body"], "Come, {name}", "{id}");
    }
}

#[tokio::test]
async fn a_server_without_an_address_says_what_is_missing() {
    let server = MailServer::start(|_, _| Does::Take);
    let post = Arc::new(to(&server, None, None));
    let app = App::start_as(|service| service.mailing(Some(Mailing { post, base_url: None })), |http| http).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let quiz = app.invited_quiz().await;
    let page = owner.get(&quiz.dashboard("share/write?kind=invitation")).await.is(200).text();
    assert!(page.contains("--base-url or --domain"), "{page}");
}

/// As after weeks in which mail was held or the mail server was down.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_all_at_once_keeps_its_distance() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let quiz = app.invited_quiz().await;
    invite(&quiz, &["ana", "ben"]).await;
    let body = json!({ "kind": "invitation", "remindAfterDays": [4, 10] });
    quiz.post("/mails").key(&app.key).json(body).await.is(200);
    let make_due = "UPDATE mails SET due_at = at WHERE state = 'queued'";
    app.database.connect().await.run(make_due).await;
    let _until = send(&app);
    settled(&app).await;
    assert_eq!(to_names(&server.taken()), ["ana", "ben"], "the invitations alone");
    app.database.connect().await.run(make_due).await;
    settled(&app).await;
    assert_eq!(server.taken().len(), 2, "the invitations are not two days old");
    // Days later, one reminder each.
    let earlier = "UPDATE invitations SET mailed_at = mailed_at - 3 * 86400000000000";
    for expected in [4, 6] {
        app.database.connect().await.run(earlier).await;
        app.database.connect().await.run(make_due).await;
        settled(&app).await;
        assert_eq!(server.taken().len(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_not_reached_is_not_reminded() {
    let server = MailServer::start(|_, _| Does::Reply("RCPT", "550 5.1.1 no such person"));
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let quiz = app.invited_quiz().await;
    invite(&quiz, &["ana"]).await;
    let body = json!({ "kind": "invitation", "remindAfterDays": [4] });
    quiz.post("/mails").key(&app.key).json(body).await.is(200);
    let _until = send(&app);
    settled(&app).await;
    app.database.connect().await.run("UPDATE mails SET due_at = at WHERE state = 'queued'").await;
    settled(&app).await;
    assert_eq!(server.tries().len(), 1, "{:?}", server.tries());
    for mail in mails(&app).await {
        let expected = if mail.new.kind.is_reminder() { MailState::Cancelled } else { MailState::Refused };
        assert_eq!(mail.state, expected, "{mail:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_sends_again_what_was_refused_or_is_unknown_and_nothing_else() {
    let server = MailServer::start(|to, earlier| match to.split('@').next().unwrap_or_default() {
        "ana" if earlier == 0 => Does::Reply("RCPT", "550 5.1.1 not yet"),
        "bo" if earlier == 0 => Does::TakeAndDrop,
        _ => Does::Take,
    });
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let _until = send(&app);
    let (quiz, other) = (app.invited_quiz().await, app.invited_quiz().await);
    invite(&quiz, &["ana", "bo", "cy"]).await;
    write(&quiz, "invitation").await;
    settled(&app).await;
    let listed = quiz.get("/mails").key(&app.key).await.is(200).json();
    let of = |state: &str| {
        let items = listed["items"].as_array().expect("items");
        let found = items.iter().find(|item| item["state"] == state).unwrap_or_else(|| panic!("{listed}"));
        found["id"].as_str().expect("an id").to_owned()
    };
    let (refused, unknown, accepted) = (of("refused"), of("unknown"), of("accepted"));

    let again = |quiz: &QuizAt<'_>, id: &str| quiz.post(&format!("/mails/{id}/send")).key(&app.key);
    again(&quiz, &accepted).await.is(404);
    again(&other, &refused).await.is(404);
    assert_eq!(again(&quiz, &refused).await.is(200).json(), json!({ "count": 1 }));
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let page = owner.get(&quiz.dashboard("share/messages")).await.is(200).text();
    let action = quiz.dashboard(&format!("share/messages/{unknown}/send"));
    assert!(page.contains(&format!("action=\"{action}\"")) && !page.contains(&format!("{accepted}/send")), "{page}");
    owner.post(&action, &[]).await.is(303);
    settled(&app).await;
    let taken = to_names(&server.taken());
    assert_eq!(taken, ["ana", "bo", "bo", "cy"], "what was unknown had arrived");
    let twice = owner.post(&action, &[]).await.is(303);
    assert!(twice.header("location").ends_with("?said=mail-not-sent-again"), "{}", twice.header("location"));
    let log = app.get("/api/v1/namespaces/acme/audit?action=mail.resend").key(&app.key).await.is(200).text();
    assert_eq!(log.matches("mail.resend").count(), 2, "{log}");
    assert!(!log.contains("bo@example.com"), "{log}");
}
