//! Mail: the outcome of a message, depending on the mail server's replies.

use std::{
    collections::BTreeSet,
    num::NonZeroU32,
    sync::Arc,
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::Role;
use server::{
    mail::{Grant, Login, OAuth, Post, Rates, Transport},
    service::Caller,
    store::{Mail, MailState},
    webhooks::{Client, Rules},
};

use crate::{
    mail::{KEEP, Sending, by, in_state, mails, offer, place, send, to, until},
    support::{
        App,
        mail_server::{Does, MailServer},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn each_reply_of_the_mail_server_has_its_outcome() {
    let server = MailServer::start(|to, _| match to.split('@').next().unwrap_or_default() {
        "unknown" => Does::Reply("RCPT", "550 5.1.1 <unknown@example.com> is not here"),
        "busy" => Does::Reply("RCPT", "421 4.3.2 come back"),
        "spam" => Does::Reply("TEXT", "554 5.7.1 no"),
        "slow" => Does::Reply("TEXT", "451 4.7.1 later"),
        "dropped" => Does::TakeAndDrop,
        "late" => Does::TakeAfter(Duration::from_secs(4)),
        "early" => Does::Drop("DATA"),
        _ => Does::Take,
    });
    let sending = Sending::start(to(&server, None, None)).await;
    let owner = sending.owner().await;
    for (name, state, error) in [
        ("unknown", MailState::Refused, "recipient: the mail server replied 550 5.1.1"),
        ("spam", MailState::Refused, "text: the mail server replied 554 5.7.1"),
        ("dropped", MailState::Unknown, "text: "),
        ("late", MailState::Unknown, "text: no reply within 2 s"),
        ("busy", MailState::Queued, "recipient: the mail server replied 421 4.3.2"),
        ("slow", MailState::Queued, "text: the mail server replied 451 4.7.1"),
        ("early", MailState::Queued, "begin of text: "),
        ("fine", MailState::Accepted, ""),
    ] {
        let email = format!("{name}@example.com");
        offer(&owner, &email).await;
        let is = |mail: &Mail| mail.state == state && (mail.attempts == 1 || state == MailState::Accepted);
        let mail = until(&sending.app, &email, is).await;
        let found = mail.error.unwrap_or_default();
        assert!(found.starts_with(error) && !found.contains('@'), "{name}: {found}");
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let tries = server.tries();
    let once: BTreeSet<&String> = tries.iter().collect();
    assert_eq!(once.len(), tries.len(), "none is tried at once again: {tries:?}");
    // A message that may have been sent is only sent again manually.
    let unknown = until(&sending.app, "dropped@example.com", in_state(MailState::Unknown)).await;
    sending.app.service.resend_mail(&Caller::Operator, &unknown.new.id).await.expect("it is sent again");
    until(&sending.app, "dropped@example.com", |mail| mail.state == MailState::Unknown && mail.fence > unknown.fence)
        .await;
    let sent = server.taken().into_iter().filter(|taken| taken.to == "dropped@example.com");
    let ids: BTreeSet<String> = sent.map(|taken| taken.header("Message-ID")).collect();
    assert_eq!(ids.len(), 2, "each attempt has a Message-ID of its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_one_domain_wait_for_their_turn_and_others_do_not() {
    let server = MailServer::start(|_, _| Does::Take);
    let transport = Transport::Server { server: place(&server), login: None, oauth: None };
    let rates = Rates { all: None, domain: NonZeroU32::new(2) };
    let app =
        App::start_as(by(Post::new(transport, "quiz@example.org", rates, KEEP).expect("an address")), |http| http);
    let app = app.await;
    let owner = app.member("owner@elsewhere.example", "acme", Role::Owner).await;
    for email in ["a@one.example", "b@one.example", "c@one.example", "d@two.example"] {
        offer(&owner, email).await;
    }
    let _until = send(&app);
    until(&app, "d@two.example", in_state(MailState::Accepted)).await;
    until(&app, "b@one.example", in_state(MailState::Accepted)).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let waits = until(&app, "c@one.example", in_state(MailState::Queued)).await;
    assert_eq!(waits.message_id, None, "it was not claimed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_or_a_token_signs_in_to_the_mail_server() {
    let server = MailServer::start(|_, _| Does::Take);
    let login = Login::Password { user: "quiz".to_owned(), password: "hunter2".to_owned() };
    let sending = Sending::start(to(&server, Some(login), None)).await;
    offer(&sending.owner().await, "ana@example.com").await;
    until(&sending.app, "ana@example.com", in_state(MailState::Accepted)).await;
    assert!(
        server.signed_in().contains(&format!("PLAIN {}", STANDARD.encode("\0quiz\0hunter2"))),
        "{:?}",
        server.signed_in()
    );

    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let give = move |body: String| {
        let seen = Arc::clone(&seen);
        async move {
            seen.lock().expect("a lock").push(body);
            r#"{"access_token":"t0ken","expires_in":3600,"token_type":"Bearer"}"#
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/token", listener.local_addr().expect("an address"));
    let router = axum::Router::new().route("/token", axum::routing::post(give));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = Client::new(Rules { allowed: vec!["127.0.0.0/8".parse().expect("a network")] });
    let grant = Grant::RefreshToken("r3fresh".to_owned());
    let oauth = OAuth::new("quiz@example.org".to_owned(), url, "app".to_owned(), grant, Arc::new(client));
    let server = MailServer::start(|_, _| Does::Take);
    let sending = Sending::start(to(&server, None, Some(oauth))).await;
    let owner = sending.owner().await;
    for email in ["ana@example.com", "ben@example.com"] {
        offer(&owner, email).await;
        until(&sending.app, email, in_state(MailState::Accepted)).await;
    }
    let token = STANDARD.encode("user=quiz@example.org\x01auth=Bearer t0ken\x01\x01");
    assert!(server.signed_in().contains(&format!("XOAUTH2 {token}")), "{:?}", server.signed_in());
    let asked = asked.lock().expect("a lock").clone();
    assert_eq!(asked, ["client_id=app&grant_type=refresh_token&refresh_token=r3fresh"], "asked once");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_send_each_message_once() {
    let server = MailServer::start(|_, earlier| {
        assert_eq!(earlier, 0);
        Does::Wait("DATA", Duration::from_millis(20))
    });
    let one = App::start_on_postgres_as(by(to(&server, None, None))).await;
    let two = one.beside_as(by(to(&server, None, None))).await;
    let owner = one.member("owner@example.com", "acme", Role::Owner).await;
    for number in 0..100 {
        offer(&owner, &format!("p{number}@example.com")).await;
    }
    let _untils = [send(&one), send(&two)];
    let start = Instant::now();
    while mails(&one)
        .await
        .iter()
        .any(|mail| mail.state != MailState::Accepted && mail.new.recipient.as_str().starts_with('p'))
    {
        assert!(start.elapsed() < Duration::from_mins(1), "{:?}", mails(&one).await);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let to: Vec<String> = server.taken().into_iter().map(|taken| taken.to).filter(|to| to.starts_with('p')).collect();
    assert_eq!((to.len(), to.iter().collect::<BTreeSet<_>>().len()), (100, 100));
}
