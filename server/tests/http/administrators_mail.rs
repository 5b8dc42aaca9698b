//! What administrators hear by mail of their own choice: failures, new responses, and alerts.

use domain::Role;
use server::store::{Mail, MailState};

use crate::{
    alerts::{SECRETS, body, take},
    mail::{by, mails, send, to, until},
    support::{
        App,
        mail_server::{Does, MailServer, Taken},
    },
};

const ACCOUNT: &str = "/admin/account";

fn of(mail: &Mail, kind: &str) -> bool {
    mail.new.kind.as_str() == kind
}

/// The texts of all messages to an address.
fn texts_to(server: &MailServer, email: &str) -> String {
    server.taken().iter().filter(|taken| taken.to == email).map(Taken::decoded).collect()
}

#[tokio::test]
async fn each_administrator_chooses_what_to_hear_of() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let choices = async || {
        let page = ana.get(ACCOUNT).await.is(200).text();
        let checked = |id: &str| {
            let input = page.split(&format!("id=\"{id}\"")).nth(1).expect("the choice is there");
            input.split('>').next().is_some_and(|input| input.contains("checked"))
        };
        let ids = ["failures-yes", "responses-weekly", "alerts-at-once", "alerts-daily", "alerts-never"];
        ids.into_iter().filter(|id| checked(id)).collect::<Vec<_>>()
    };
    assert_eq!(choices().await, ["failures-yes", "alerts-at-once"]);
    ana.post("/admin/account/mail", &[("responses", "weekly"), ("alerts", "daily")]).await.is(303);
    assert_eq!(choices().await, ["responses-weekly", "alerts-daily"]);
    // From a page of the release before, which has no alerts.
    ana.post("/admin/account/mail", &[("failures", "yes"), ("responses", "never")]).await.is(303);
    assert_eq!(choices().await, ["failures-yes", "alerts-daily"]);
    ana.post("/admin/account/mail", &[("responses", "never"), ("alerts", "never")]).await.is(303);
    assert_eq!(choices().await, ["alerts-never"]);
    let log = ana.get(ACCOUNT).await.is(200).text();
    assert!(log.contains("chose mail: no failures, new responses weekly, alerts daily"), "{log}");
}

#[tokio::test]
async fn without_mail_there_is_nothing_to_choose() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    assert!(!ana.get(ACCOUNT).await.is(200).text().contains("/admin/account/mail"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_was_given_up_is_told_without_what_is_in_it() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    app.member("owner@example.com", "acme", Role::Owner).await;
    app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.open_quiz().await;
    quiz.submitted().await;
    app.database.connect().await.run("UPDATE tallies SET n = 1000000000000000 WHERE dimension = 'started'").await;
    let _until = send(&app);
    quiz.post("/csvExport").key(&app.key).await.is(202);
    until(&app, "owner@example.com", |mail| of(mail, "export-failed") && mail.state == MailState::Accepted).await;
    let text = texts_to(&server, "owner@example.com");
    assert!(text.contains("An export of") && text.contains("/exports"), "{text}");
    assert!(!text.contains("MiB"), "the reason may name places of the server: {text}");
    let told = mails(&app).await.into_iter().filter(|mail| of(mail, "export-failed"));
    let told: Vec<_> = told.map(|mail| mail.new.recipient.to_string()).collect();
    assert_eq!(told, ["owner@example.com"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_responses_are_counted_by_quiz_and_nothing_else_is_said() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let quiz = app.open_quiz().await;
    let respondents = [quiz.submitted().await, quiz.submitted().await];
    ana.post("/admin/account/mail", &[("responses", "daily")]).await.is(303);
    app.database.connect().await.run("UPDATE administrators SET digest_from = 1, digest_due = 2").await;
    let _until = send(&app);
    until(&app, "ana@example.com", |mail| of(mail, "new-responses") && mail.state == MailState::Accepted).await;
    let text = texts_to(&server, "ana@example.com");
    assert!(text.contains("2 new responses") && text.contains(": 2"), "{text}");
    assert!(!respondents.iter().any(|respondent| text.contains(respondent)), "{text}");
    let others = mails(&app).await.into_iter().filter(|mail| of(mail, "new-responses"));
    assert_eq!(others.count(), 1, "the next is due tomorrow");
}

#[tokio::test(flavor = "multi_thread")]
async fn alerts_are_told_at_once_or_daily_without_names_and_answers() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    app.member("at-once@example.com", "acme", Role::Viewer).await;
    let daily = app.member("daily@example.com", "acme", Role::Editor).await;
    let never = app.member("never@example.com", "acme", Role::Owner).await;
    daily.post("/admin/account/mail", &[("responses", "never"), ("alerts", "daily")]).await.is(303);
    never.post("/admin/account/mail", &[("responses", "never"), ("alerts", "never")]).await.is(303);
    let quiz = app.quiz(body()).await;
    take(&quiz, "session-of-ana", 20).await;
    take(&quiz, "session-of-ben", 18).await;
    let _until = send(&app);
    until(&app, "at-once@example.com", |mail| of(mail, "alerts-raised") && mail.state == MailState::Accepted).await;
    app.database.connect().await.run("UPDATE administrators SET alerts_due = 2 WHERE mails_alerts = 'daily'").await;
    let restarted = send(&app);
    until(&app, "daily@example.com", |mail| of(mail, "open-alerts") && mail.state == MailState::Accepted).await;
    drop(restarted);
    let at_once = texts_to(&server, "at-once@example.com");
    assert!(at_once.contains("4 alerts") && at_once.contains("/alerts"), "{at_once}");
    let daily = texts_to(&server, "daily@example.com");
    assert!(daily.contains("4 open alerts"), "{daily}");
    assert_eq!(texts_to(&server, "never@example.com"), "");
    for told in [at_once, daily] {
        assert!(!SECRETS.iter().chain(&["session-of"]).any(|secret| told.contains(secret)), "{told}");
    }
}
