//! Mail: which messages are sent to whom, and which never are.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::Role;
use server::{
    mail::{Login, OAuth, Post, Rates, Server, Tls, Transport},
    service::{Caller, Mailing, Service},
    store::{Mail, MailState, Page},
};
use tokio::sync::oneshot;

use crate::support::{
    App, PASSWORD, Person,
    mail_server::{Does, MailServer, Taken},
    with_second_factor,
};

const MEMBERS: &str = "/admin/ns/acme/members";
pub(crate) const KEEP: Duration = Duration::from_hours(24);

pub(crate) fn place(server: &MailServer) -> Server {
    let (host, patience) = ("127.0.0.1".to_owned(), Some(Duration::from_secs(2)));
    Server { host, port: server.port(), tls: Tls::None, ca: None, patience }
}

pub(crate) fn to(server: &MailServer, login: Option<Login>, oauth: Option<OAuth>) -> Post {
    let transport = Transport::Server { server: place(server), login, oauth: oauth.map(Box::new) };
    Post::new(transport, "Quizzes <quiz@example.org>", Rates::default(), KEEP).expect("an address")
}

pub(crate) fn by(post: Post) -> impl FnOnce(Service) -> Service {
    let base_url = Some("https://quiz.example".to_owned());
    |service| service.mailing(Some(Mailing { post: Arc::new(post), base_url }))
}

/// An app that sends mail until it is dropped.
pub(crate) struct Sending {
    pub(crate) app: App,
    _until: oneshot::Sender<()>,
}

pub(crate) fn send(app: &App) -> oneshot::Sender<()> {
    let (until, ended) = oneshot::channel();
    let sender = app.service.mail_sender().expect("mail is set up");
    tokio::spawn(sender.run(async { drop(ended.await) }));
    until
}

impl Sending {
    pub(crate) async fn start(post: Post) -> Self {
        let app = App::start_as(by(post), |http| http).await;
        let until = send(&app);
        Self { app, _until: until }
    }

    pub(crate) async fn owner(&self) -> Person<'_> {
        self.app.member("owner@example.com", "acme", Role::Owner).await
    }
}

pub(crate) async fn mails(app: &App) -> Vec<Mail> {
    let page = Page { after: None, limit: 500 };
    app.service.mails(&Caller::Operator, None, page).await.expect("they are listed").items
}

pub(crate) async fn offer(owner: &Person<'_>, email: &str) -> String {
    owner.post(MEMBERS, &[("email", email), ("role", "editor")]).await.is(200).text()
}

/// Waits until a message to an address satisfies a condition.
pub(crate) async fn until(app: &App, email: &str, is: impl Fn(&Mail) -> bool) -> Mail {
    let start = Instant::now();
    loop {
        let found = mails(app).await.into_iter().find(|mail| mail.new.recipient.as_str() == email && is(mail));
        if let Some(found) = found {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", mails(app).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub(crate) fn in_state(state: MailState) -> impl Fn(&Mail) -> bool {
    move |mail| mail.state == state
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_goes_to_its_address_with_the_link_that_the_owner_sees() {
    let server = MailServer::start(|_, _| Does::Take);
    let sending = Sending::start(to(&server, None, None)).await;
    let owner = sending.owner().await;
    let page = offer(&owner, "ana@example.com").await;
    assert!(page.contains("The same link goes to this address by mail."), "{page}");
    let mail = until(&sending.app, "ana@example.com", in_state(MailState::Accepted)).await;
    let taken = server.taken().into_iter().find(|taken| taken.to == "ana@example.com").expect("it is taken");
    assert_eq!(Some(taken.header("Message-ID")), mail.message_id);
    let link = page.split("https://quiz.example/admin/offer/").nth(1).and_then(|rest| rest.split('"').next());
    let link = format!("/admin/offer/{}", link.expect("a link"));
    let text = taken.decoded();
    assert_eq!(
        text.matches(&format!("https://quiz.example{link}")).count(),
        4,
        "plain, button, and an address that leads there: {text}"
    );
    assert!(text.contains("An offer of the role editor in A namespace"), "{text}");
    sending.app.post(&link).form(&[("password", PASSWORD)]).await.is(303);
    // The database does not contain the token.
    let columns = "SELECT coalesce(reference, '') || coalesce(error, '') || recipient FROM mails";
    let stored = sending.app.database.connect().await.texts(columns).await.join(" ");
    assert!(!stored.contains(link.rsplit('/').next().expect("a token")), "{stored}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_words_of_the_maker_stand_in_the_mail_of_an_offer() {
    let server = MailServer::start(|_, _| Does::Take);
    let sending = Sending::start(to(&server, None, None)).await;
    let owner = sending.owner().await;
    let offer =
        |message: &str| owner.post(MEMBERS, &[("email", "ana@example.com"), ("role", "editor"), ("message", message)]);
    offer(&"x".repeat(501)).await.is(422);
    offer("  Could you <b>look</b> at it?  ").await.is(200);
    until(&sending.app, "ana@example.com", in_state(MailState::Accepted)).await;
    let text = server.taken().into_iter().find(|taken| taken.to == "ana@example.com").expect("it is taken").decoded();
    assert!(text.contains("writes:<br>Could you &lt;b&gt;look&lt;/b&gt; at it?</p>"), "{text}");
    assert!(
        text.contains("writes:\nCould you <b>look</b> at it?") || text.contains("writes:\r\nCould you <b>look"),
        "{text}"
    );
}

#[tokio::test]
async fn without_mail_nothing_is_written_and_the_page_says_so() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let page = offer(&owner, "ana@example.com").await;
    assert!(page.contains("This server sends no mail."), "{page}");
    assert!(mails(&app).await.is_empty());
    assert!(app.service.mail_sender().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_longer_wanted_is_not_sent() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    for email in ["gone@example.com", "stays@example.com"] {
        offer(&owner, email).await;
    }
    let offers = app.get("/api/v1/namespaces/acme/offers").key(&app.key).await.is(200).json();
    let gone = offers["items"].as_array().expect("items").iter().find(|offer| offer["email"] == "gone@example.com");
    let id = gone.and_then(|offer| offer["id"].as_str()).expect("an id").to_owned();
    owner.post(&format!("/admin/ns/acme/offers/{id}/withdraw"), &[]).await.is(303);
    let _until = send(&app);
    until(&app, "stays@example.com", in_state(MailState::Accepted)).await;
    until(&app, "gone@example.com", in_state(MailState::Cancelled)).await;
    assert!(!server.tries().contains(&"gone@example.com".to_owned()), "{:?}", server.tries());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_security_of_an_account_is_told_to_its_owner() {
    let server = MailServer::start(|_, _| Does::Take);
    let sending = Sending::start(to(&server, None, None)).await;
    let owner = sending.owner().await;
    with_second_factor(&owner).await;
    let kinds = async || {
        let kinds = mails(&sending.app).await.into_iter().map(|mail| mail.new.kind.as_str());
        kinds.collect::<BTreeSet<_>>()
    };
    assert!(kinds().await.contains("second-factor-on"), "{:?}", kinds().await);
    until(&sending.app, "owner@example.com", |mail| {
        mail.new.kind.as_str() == "second-factor-on" && mail.state == MailState::Accepted
    })
    .await;
    let text: String = server.taken().iter().map(Taken::decoded).collect();
    assert!(text.contains("Two-factor authentication is on"), "{text}");
    sending.app.member("ben@example.com", "acme", Role::Viewer).await;
    assert!(!kinds().await.contains("new-browser"), "{:?}", kinds().await);
    // A browser without the cookie of an earlier sign-in.
    sending.app.signed_in("ben@example.com").await;
    until(&sending.app, "ben@example.com", |mail| {
        mail.new.kind.as_str() == "new-browser" && mail.state == MailState::Accepted
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_held_is_sent_once_it_is_released() {
    let server = MailServer::start(|_, _| Does::Take);
    let app = App::start_as(by(to(&server, None, None)), |http| http).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    with_second_factor(&owner).await;
    app.service.begin_after_restore().await.expect("it is noted");
    let _until = send(&app);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(server.tries().is_empty(), "{:?}", server.tries());
    app.service.release_outgoing(&Caller::Operator, false).await.expect("it is released");
    until(&app, "owner@example.com", in_state(MailState::Accepted)).await;
}
