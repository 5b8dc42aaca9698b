//! Concurrent use-cases: whichever comes second sees the result of the first.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use domain::{Email, NamespaceId, Role};
use futures_util::future::join_all;
use serde_json::json;
use server::{
    http::{Limits, serve},
    service::{Caller, ExistingRole, Followed, Missing, NewMember, Origin, ServiceError, SignedIn},
    store::KeyScope,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::support::{App, Database, PASSWORD};

const NEW_PASSWORD: &str = "another long password";

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

fn namespace(id: &str) -> NamespaceId {
    NamespaceId::parse(id).expect("a namespace id")
}

fn origin() -> Origin {
    Origin { address: IpAddr::V4(Ipv4Addr::LOCALHOST), client: String::new(), browser: None }
}

async fn of_all_namespaces(app: &App) -> Vec<String> {
    app.database.connect().await.texts("SELECT email FROM administrators WHERE is_everywhere").await
}

/// A member with a link to choose another password.
async fn add(app: &App, of: &str, address: &str, role: Role) -> NewMember {
    static ADDRESSES: AtomicU32 = AtomicU32::new(u32::from_be_bytes([10, 1, 0, 0]));
    let token = app.offer(address, of, role).await;
    // Many requests from one address are throttled.
    let from = Ipv4Addr::from_bits(ADDRESSES.fetch_add(1, Ordering::Relaxed));
    let origin = Origin { address: from.into(), ..origin() };
    app.service.accept_offer_with_password(&token, PASSWORD, &origin).await.expect("accepted");
    let of = namespace(of);
    let members = app.service.members(&Caller::Operator, &of).await.expect("read");
    let member = members.iter().find(|member| member.administrator.email.as_str() == address).expect("a member");
    app.service.renew_link(&Caller::Operator, &of, &member.administrator.id).await.expect("a link")
}

async fn signed_in(app: &App, address: &str) -> SignedIn {
    let entrance = app.service.sign_in(address, PASSWORD, "", &origin()).await.expect("signed in");
    app.service.session(&entrance.session).await.expect("read").expect("a session")
}

async fn owner(app: &App, address: &str) -> Caller {
    app.member(address, "acme", Role::Owner).await;
    Caller::Administrator(signed_in(app, address).await.rights)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_whose_account_goes_as_it_is_spent_makes_no_administrator() {
    let app = App::start().await;
    let token = add(&app, "acme", "ana@example.com", Role::Viewer).await.link.expect("a link");
    let trigger = match app.database {
        Database::Sqlite(_) => {
            "CREATE TRIGGER goes AFTER DELETE ON sign_in_links
             BEGIN DELETE FROM administrators WHERE id = OLD.admin_id; END"
        }
        Database::Postgres(_) => {
            "CREATE FUNCTION go() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN DELETE FROM administrators WHERE id = OLD.admin_id; RETURN NULL; END';
             CREATE TRIGGER goes AFTER DELETE ON sign_in_links FOR EACH ROW EXECUTE FUNCTION go()"
        }
    };
    app.database.connect().await.run(trigger).await;
    let followed = app.service.follow_link(&token, "", PASSWORD, &origin()).await;
    assert!(followed.is_err(), "{followed:?}");
    assert!(of_all_namespaces(&app).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_of_a_member_who_is_removed_first_leads_nowhere() {
    let app = App::start().await;
    let NewMember { administrator, link, .. } = add(&app, "acme", "ana@example.com", Role::Viewer).await;
    let (link, acme) = (link.expect("a link"), namespace("acme"));
    let origin = origin();
    let (removed, followed) = app
        .in_order(
            app.service.remove_member(&Caller::Operator, &acme, &administrator.id),
            app.service.follow_link(&link, "", PASSWORD, &origin),
        )
        .await;
    removed.expect("removed");
    // On PostgreSQL, units of work of different scopes run in either order.
    if app.database.file().is_some() || followed.is_err() {
        assert!(matches!(followed, Err(ServiceError::Missing(Missing::Link))), "{followed:?}");
    }
    assert!(app.service.sign_in("ana@example.com", PASSWORD, "", &origin).await.is_err());
    assert!(of_all_namespaces(&app).await.is_empty());
}

/// The attack: an API client of a namespace repeatedly follows a link while its account is being deleted.
#[tokio::test(flavor = "multi_thread")]
async fn no_link_followed_while_its_account_is_deleted_makes_an_administrator_of_all_namespaces() {
    const ATTEMPTS: u8 = 160;
    let app = App::start_with(|http| http.behind(1)).await;
    let key = app.key_for(Some("acme"), KeyScope::Admin).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(listener, app.router.clone(), Limits::default(), std::future::pending()));
    let quiz = app.inapp_quiz().await;
    let begin = |number: usize| {
        let body = json!({ "sessionId": format!("session-{number}") });
        quiz.post("/users/anonymous/initQuiz").json(body).into_future()
    };
    let mut writes: Vec<_> = (0..20_000).map(begin).collect();
    let others = tokio::spawn(async move {
        for piece in writes.chunks_mut(16) {
            join_all(piece.iter_mut()).await;
        }
    });
    let members = "/api/v1/namespaces/acme/members";
    let token = add(&app, "acme", "ana@example.com", Role::Viewer).await.link.expect("a link");
    let start = Instant::now();
    follow(address, &token, ATTEMPTS).await;
    let duration = start.elapsed();
    for attempt in 0..ATTEMPTS {
        let address_of_account = format!("mallory{attempt}@example.com");
        let NewMember { administrator, link } = add(&app, "acme", &address_of_account, Role::Viewer).await;
        let (id, token) = (administrator.id, link.expect("a link"));
        let remove = async {
            // Hashing the password takes most of the time; the deletion happens around its end.
            tokio::time::sleep(duration.mul_f64(0.4 + 0.8 * f64::from(attempt) / f64::from(ATTEMPTS))).await;
            app.delete(&format!("{members}/{id}")).key(&key).await.is(200)
        };
        tokio::join!(follow(address, &token, attempt), remove);
        assert_eq!(of_all_namespaces(&app).await, Vec::<String>::new(), "attempt {attempt}");
    }
    others.abort();
}

/// Submits a link's form from a separate address.
async fn follow(address: SocketAddr, token: &str, number: u8) {
    let body = format!("password={}", PASSWORD.replace(' ', "+"));
    let request = format!(
        "POST /admin/link/{token} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: 10.0.0.{number}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.expect("an answer");
    assert!(reply.starts_with("HTTP/1.1 303 ") || reply.starts_with("HTTP/1.1 404 "), "{reply}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_works_once_also_when_it_is_followed_twice_at_once() {
    let app = App::start().await;
    let token = add(&app, "acme", "ana@example.com", Role::Viewer).await.link.expect("a link");
    let first = app.service.first_administrator_link().await.expect("read");
    assert_eq!(first, None, "there is an administrator");
    let origin = origin();
    let follow = || app.service.follow_link(&token, "", PASSWORD, &origin);
    let (first, second) = app.in_order(follow(), follow()).await;
    assert!(matches!(first, Ok(Followed::SignedIn(_))), "{first:?}");
    assert!(matches!(second, Err(ServiceError::Missing(Missing::Link))), "{second:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_first_administrators_one_is_created() {
    let app = App::start().await;
    let mut tokens = Vec::new();
    for _ in 0..6 {
        tokens.push(app.service.first_administrator_link().await.expect("read").expect("a link"));
    }
    let addresses: Vec<String> = (0..6).map(|number| format!("admin{number}@example.com")).collect();
    let origin = origin();
    let follow = tokens.iter().zip(&addresses).map(|(token, address)| {
        let service = &app.service;
        service.follow_link(token, address, PASSWORD, &origin)
    });
    let followed = join_all(follow).await;
    assert_eq!(followed.iter().filter(|followed| followed.is_ok()).count(), 1, "{followed:?}");
    assert_eq!(of_all_namespaces(&app).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_slowed_down_by_address() {
    let app = App::start().await;
    let origin = origin();
    for _ in 0..50 {
        let followed = app.service.follow_link("none", "", PASSWORD, &origin).await;
        assert!(matches!(followed, Err(ServiceError::Missing(Missing::Link))), "{followed:?}");
    }
    let followed = app.service.follow_link("none", "", PASSWORD, &origin).await;
    assert!(matches!(followed, Err(ServiceError::Throttled(_))), "{followed:?}");
    app.post("/admin/link/none").form(&[("password", PASSWORD)]).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_link_is_made_for_a_person_who_has_just_come_into_another_namespace() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = owner(&app, "owner@example.com").await;
    let id = add(&app, "acme", "ana@example.com", Role::Viewer).await.administrator.id;
    let (acme, origin) = (namespace("acme"), origin());
    let token = app.offer("ana@example.com", "other", Role::Owner).await;
    let ana = signed_in(&app, "ana@example.com").await.rights;
    let (joined, link) =
        app.in_order(app.service.accept_offer(&ana, &token, &origin), app.service.renew_link(&owner, &acme, &id)).await;
    joined.expect("a member of both");
    match link {
        // On PostgreSQL the link may come first, but it is invalid by now.
        Ok(made) if app.database.file().is_none() => {
            app.get(&format!("/admin/link/{}", made.link.expect("a link"))).await.is(404);
        }
        link => assert!(matches!(link, Err(ServiceError::Forbidden(_))), "{link:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_made_just_before_a_person_comes_into_another_namespace_ends() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = owner(&app, "owner@example.com").await;
    let id = add(&app, "acme", "ana@example.com", Role::Viewer).await.administrator.id;
    let (acme, origin) = (namespace("acme"), origin());
    let token = app.offer("ana@example.com", "other", Role::Owner).await;
    let ana = signed_in(&app, "ana@example.com").await.rights;
    let (link, joined) =
        app.in_order(app.service.renew_link(&owner, &acme, &id), app.service.accept_offer(&ana, &token, &origin)).await;
    joined.expect("a member of both");
    match link {
        Ok(made) => _ = app.get(&format!("/admin/link/{}", made.link.expect("a link"))).await.is(404),
        // On PostgreSQL the other may come first.
        Err(refused) => assert!(app.database.file().is_none() && refused.code() == "member_of_other_namespaces"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_works_once_also_when_it_is_accepted_twice_at_once() {
    let app = App::start().await;
    app.namespace("other").await;
    let (origin, ana) = (origin(), "ana@example.com");
    let token = app.offer(ana, "acme", Role::Viewer).await;
    let accept = || app.service.accept_offer_with_password(&token, PASSWORD, &origin);
    let (first, second) = app.in_order(accept(), accept()).await;
    first.expect("accepted");
    assert!(matches!(second, Err(ServiceError::Missing(Missing::Link))), "{second:?}");
    let token = app.offer(ana, "other", Role::Viewer).await;
    let rights = signed_in(&app, ana).await.rights;
    let accept = || app.service.accept_offer(&rights, &token, &origin);
    let (first, second) = app.in_order(accept(), accept()).await;
    first.expect("accepted");
    assert!(matches!(second, Err(ServiceError::Missing(Missing::Link))), "{second:?}");
    let log = app.get("/api/v1/namespaces/acme/audit?action=member.accept").key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().map(Vec::len), Some(1), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_is_withdrawn_first_lets_nobody_in() {
    let app = App::start().await;
    let (acme, origin) = (namespace("acme"), origin());
    let token = app.offer("ana@example.com", "acme", Role::Owner).await;
    let offers = app.service.offers(&Caller::Operator, &acme).await.expect("read");
    let (withdrawn, accepted) = app
        .in_order(
            app.service.withdraw_offer(&Caller::Operator, &acme, &offers[0].id),
            app.service.accept_offer_with_password(&token, PASSWORD, &origin),
        )
        .await;
    // On PostgreSQL, units of work of different scopes run in either order.
    if app.database.file().is_some() || withdrawn.is_ok() {
        withdrawn.expect("withdrawn");
        assert!(matches!(accepted, Err(ServiceError::Missing(Missing::Link))), "{accepted:?}");
        let made: Vec<String> = app.database.connect().await.texts("SELECT email FROM administrators").await;
        assert!(made.is_empty(), "{made:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_slowed_down_by_address() {
    let app = App::start().await;
    let origin = origin();
    for _ in 0..50 {
        let accepted = app.service.accept_offer_with_password("none", PASSWORD, &origin).await;
        assert!(matches!(accepted, Err(ServiceError::Missing(Missing::Link))), "{accepted:?}");
    }
    let accepted = app.service.accept_offer_with_password("none", PASSWORD, &origin).await;
    assert!(matches!(accepted, Err(ServiceError::Throttled(_))), "{accepted:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_who_is_removed_first_lets_nobody_in() {
    let app = App::start().await;
    app.administrator("root@example.com").await;
    let owner = owner(&app, "owner@example.com").await;
    let acme = namespace("acme");
    let Some(id) = owner.actor().map(|actor| actor.id) else { panic!("an administrator") };
    let friend = email("friend@example.com");
    let (removed, let_in) = app
        .in_order(
            app.service.remove_member(&Caller::Operator, &acme, &id),
            app.service.give_role(&owner, &acme, friend, Role::Owner, ExistingRole::Keep, None),
        )
        .await;
    removed.expect("removed");
    assert!(matches!(let_in, Err(ServiceError::Unauthorized(_))), "{let_in:?}");
    assert!(app.service.offers(&Caller::Operator, &acme).await.expect("read").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_of_a_person_who_is_removed_first_is_not_given_back() {
    let app = App::start().await;
    let owner = owner(&app, "owner@example.com").await;
    let (acme, id) = (namespace("acme"), add(&app, "acme", "ana@example.com", Role::Viewer).await.administrator.id);
    let (removed, changed) = app
        .in_order(
            app.service.remove_member(&Caller::Operator, &acme, &id),
            app.service.change_role(&owner, &acme, &id, Role::Editor),
        )
        .await;
    removed.expect("removed");
    assert!(matches!(changed, Err(ServiceError::Missing(Missing::Administrator))), "{changed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_owners_who_step_down_at_once_one_stays() {
    let app = App::start().await;
    let acme = namespace("acme");
    let mut ids = Vec::new();
    for number in 0..6 {
        ids.push(add(&app, "acme", &format!("owner{number}@example.com"), Role::Owner).await.administrator.id);
    }
    let down = ids.iter().enumerate().map(|(number, id)| {
        let (service, acme) = (&app.service, &acme);
        async move {
            match number % 2 {
                0 => service.remove_member(&Caller::Operator, acme, id).await,
                _ => service.change_role(&Caller::Operator, acme, id, Role::Viewer).await,
            }
        }
    });
    let outcomes = join_all(down).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 5, "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(()) | Err(ServiceError::Conflict(_)))));
    let members = app.service.members(&Caller::Operator, &acme).await.expect("read");
    assert_eq!(members.iter().filter(|member| member.role == Role::Owner).count(), 1);
    let log = app.get("/api/v1/namespaces/acme/audit?action=member.remove").key(&app.key).await.is(200).json();
    let removed = 6 - members.len();
    assert_eq!(log["items"].as_array().expect("items").len(), removed, "what was refused left no event");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_password_does_not_undo_a_reset() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    let ana = signed_in(&app, "ana@example.com").await;
    let address = email("ana@example.com");
    let (reset, changed) = app
        .in_order(
            app.service.reset_administrator(&Caller::Operator, &address),
            app.service.change_password(&ana.rights, PASSWORD, NEW_PASSWORD, &ana.session.id),
        )
        .await;
    let link = reset.expect("reset").link.expect("a link");
    assert!(matches!(changed, Err(ServiceError::Invalid { .. })), "{changed:?}");
    for password in [PASSWORD, NEW_PASSWORD] {
        app.sign_in("ana@example.com", password, "").await.is(401);
    }
    app.get(&format!("/admin/link/{link}")).await.is(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_under_way_does_not_outlive_a_reset() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    let (address, origin) = (email("ana@example.com"), origin());
    let (reset, signed_in) = app
        .in_order(
            app.service.reset_administrator(&Caller::Operator, &address),
            app.service.sign_in("ana@example.com", PASSWORD, "", &origin),
        )
        .await;
    reset.expect("reset");
    assert!(matches!(signed_in, Err(ServiceError::Unauthorized(_))), "{signed_in:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_password_ends_links() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let (acme, members) = (namespace("acme"), app.service.members(&Caller::Operator, &namespace("acme")).await);
    let id = members.expect("read")[0].administrator.id.clone();
    let link = app.service.renew_link(&Caller::Operator, &acme, &id).await.expect("made").link.expect("a link");
    app.get(&format!("/admin/link/{link}")).await.is(200);
    ana.post("/admin/account/password", &[("present", PASSWORD), ("password", NEW_PASSWORD)]).await.is(303);
    app.get(&format!("/admin/link/{link}")).await.is(404);
}
