//! Signing in to the dashboard: passwords, sessions, one-time links, the second factor and forms from other sites.

use std::time::Instant;

use domain::{Email, Role};
use server::service::{Caller, LinkPurpose};

use crate::support::{App, PASSWORD, code, with_second_factor};

const REFUSAL: &str = "E-mail address, password or code is not right.";

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

#[tokio::test]
async fn the_right_password_opens_the_dashboard_and_its_cookie_is_kept_from_scripts_and_other_sites() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    let reply = app.sign_in(" Ana@Example.com", PASSWORD, "").await.is(303);
    assert_eq!(reply.header("location"), "/admin");
    let cookie = reply.header("set-cookie");
    for part in ["__Host-session=", "; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax"] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_account_get_the_same_answer_after_the_same_work() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    let mut durations = Vec::new();
    let mut texts = Vec::new();
    for address in ["ana@example.com", "nobody@example.com"] {
        // The first attempt of each kind includes one-time costs.
        app.sign_in(address, "a wrong password", "").await.is(401);
        let start = Instant::now();
        let reply = app.sign_in(address, "a wrong password", "").await.is(401);
        durations.push(start.elapsed().as_secs_f64());
        texts.push(reply.text().replace(address, "…"));
        assert!(reply.text().contains(REFUSAL) && reply.header("set-cookie").is_empty());
    }
    let nonce = |text: &str| {
        text.split("nonce=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    let same: Vec<String> = texts.iter().map(|text| text.replace(&nonce(text), "")).collect();
    assert_eq!(same[0], same[1]);
    // Hashing takes tens of milliseconds. Without it, unknown accounts would be rejected in less than one.
    assert!(durations[1] > durations[0] / 5.0, "{durations:?}");
}

#[tokio::test]
async fn guessing_is_throttled_per_account() {
    let app = App::start().await;
    app.administrator("ana@example.com").await;
    for _ in 0..9 {
        app.sign_in("ana@example.com", "a wrong password", "").await.is(401);
    }
    let reply = app.sign_in("ana@example.com", PASSWORD, "").await.is(429);
    assert!(reply.text().contains("Too many tries"), "{}", reply.text());
    app.sign_in("ben@example.com", PASSWORD, "").await.is(401);
}

#[tokio::test]
async fn a_form_from_another_site_is_refused() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    for (name, value) in
        [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example")]
    {
        let call = ana.post("/admin/account/sessions/end", &[]).header("host", "quiz.example").header(name, value);
        call.await.is(403);
    }
    let call = ana.post("/admin/account/sessions/end", &[]).header("sec-fetch-site", "same-origin");
    call.await.is(303);
}

#[tokio::test]
async fn the_first_administrator_is_made_by_a_link_that_works_once() {
    let app = App::start().await;
    let token = app.service.first_administrator_link().await.expect("read").expect("nobody can sign in yet");
    let other = app.service.first_administrator_link().await.expect("read").expect("nobody can sign in yet");
    let path = format!("/admin/link/{token}");
    // A mail scanner that opens the link does not use it up.
    app.get(&path).await.is(200);
    app.get(&path).await.is(200);
    let short = app.post(&path).form(&[("email", "ana@example.com"), ("password", "short")]).await.is(422);
    assert!(short.text().contains("must be 10 to 200 characters"), "{}", short.text());
    app.post(&path).form(&[("email", "no address"), ("password", PASSWORD)]).await.is(422);
    app.post(&path).form(&[("email", "ana@example.com"), ("password", PASSWORD)]).await.is(303);
    app.post(&path).form(&[("email", "ben@example.com"), ("password", PASSWORD)]).await.is(404);
    app.get(&format!("/admin/link/{other}")).await.is(404);
    assert_eq!(app.service.first_administrator_link().await.expect("read"), None);
    app.signed_in("ana@example.com").await.get("/admin").await.is(200);
}

#[tokio::test]
async fn a_link_of_a_member_sets_the_password_of_that_person_only() {
    let app = App::start().await;
    app.member("ben@example.com", "acme", Role::Viewer).await;
    let namespace = domain::NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&Caller::Operator, &namespace).await.expect("members");
    let made = app.service.renew_link(&Caller::Operator, &namespace, &members[0].administrator.id).await;
    let token = made.expect("a member").link.expect("a link");
    let purpose = app.service.look_at_link(&token).await.expect("a link");
    assert_eq!(purpose, LinkPurpose::Password(email("ben@example.com")));
    let new = "another good password";
    let fields = [("email", "root@example.com"), ("password", new)];
    app.post(&format!("/admin/link/{token}")).form(&fields).await.is(303);
    app.sign_in("root@example.com", new, "").await.is(401);
    app.sign_in("ben@example.com", PASSWORD, "").await.is(401);
    app.sign_in("ben@example.com", new, "").await.is(303);
}

#[tokio::test]
async fn signing_in_again_ends_the_session_that_the_browser_had() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let elsewhere = app.signed_in("ana@example.com").await;
    app.sign_in("ana@example.com", PASSWORD, "").header("cookie", &ana.cookie).await.is(303);
    ana.get("/admin").await.is(303);
    elsewhere.get("/admin").await.is(200);
}

#[tokio::test]
async fn signing_out_ends_the_session_and_not_only_the_cookie() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let elsewhere = app.signed_in("ana@example.com").await;
    ana.post("/admin/sign-out", &[]).await.is(303);
    ana.get("/admin").await.is(303);
    elsewhere.get("/admin").await.is(200);
}

#[tokio::test]
async fn a_new_password_takes_the_old_one_and_signs_other_browsers_out() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let elsewhere = app.signed_in("ana@example.com").await;
    let new = "another good password";
    let wrong = [("present", "not this one"), ("password", new)];
    let reply = ana.post("/admin/account/password", &wrong).await.is(422);
    assert!(reply.text().contains("is not your password"), "{}", reply.text());
    ana.post("/admin/account/password", &[("present", PASSWORD), ("password", new)]).await.is(303);
    ana.get("/admin").await.is(200);
    elsewhere.get("/admin").await.is(303);
    app.sign_in("ana@example.com", PASSWORD, "").await.is(401);
    app.sign_in("ana@example.com", new, "").await.is(303);
}

#[tokio::test]
async fn with_a_second_factor_a_password_alone_opens_nothing_and_no_code_works_twice() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let page = ana.post("/admin/account/second-factor", &[]).await.is(200).text();
    let secret =
        page.split("name=\"secret\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a secret");
    let turn_on = "/admin/account/second-factor/on";
    let form = |code| [("secret", secret), ("code", code), ("factor-password", PASSWORD)];
    ana.post(turn_on, &form("000000")).await.is(422);
    ana.post(turn_on, &form(&code(secret, 0))).await.is(200);

    app.sign_in("ana@example.com", PASSWORD, "").await.is(401);
    // The code that enabled the factor is used up. The next one is valid already, once.
    app.sign_in("ana@example.com", PASSWORD, &code(secret, 0)).await.is(401);
    let next = code(secret, 1);
    app.sign_in("ana@example.com", PASSWORD, &next).await.is(303);
    app.sign_in("ana@example.com", PASSWORD, &next).await.is(401);
}

#[tokio::test]
async fn turning_the_second_factor_off_takes_the_password_and_a_fresh_code() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let (secret, _) = with_second_factor(&ana).await;
    let off = |password, code: &str| {
        ana.post("/admin/account/second-factor/off", &[("factor-password", password), ("code", code)])
    };
    // Both are computed now: in the next time step, the used code would be another one.
    let (spent, fresh) = (code(&secret, 0), code(&secret, 1));
    off("not this one", &fresh).await.is(422);
    let wrong = off(PASSWORD, "000000").await.is(422).text();
    assert!(wrong.contains("is not the code"), "{wrong}");
    off(PASSWORD, &spent).await.is(422);
    app.sign_in("ana@example.com", PASSWORD, "").await.is(401);
    off(PASSWORD, &fresh).await.is(303);
    app.sign_in("ana@example.com", PASSWORD, "").await.is(303);
}

#[tokio::test]
async fn a_link_sets_the_password_and_does_not_stand_in_for_the_second_factor() {
    let app = App::start().await;
    let ben = app.member("ben@example.com", "acme", Role::Owner).await;
    let (secret, _) = with_second_factor(&ben).await;
    let namespace = domain::NamespaceId::parse("acme").expect("a namespace id");
    let members = app.service.members(&Caller::Operator, &namespace).await.expect("members");
    let made = app.service.renew_link(&Caller::Operator, &namespace, &members[0].administrator.id).await;
    let token = made.expect("a member").link.expect("a link");
    let new = "another good password";
    let reply = app.post(&format!("/admin/link/{token}")).form(&[("password", new)]).await.is(303);
    assert_eq!((reply.header("location"), reply.header("set-cookie")), ("/admin/sign-in", ""));
    app.sign_in("ben@example.com", new, "").await.is(401);
    app.sign_in("ben@example.com", new, &code(&secret, 1)).await.is(303);
}

#[tokio::test]
async fn actions_in_the_dashboard_are_logged_with_their_actor() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    ana.post("/admin/ns", &[("id", "fresh"), ("name", "Fresh")]).await.is(303);
    let page = server::store::Page { after: None, limit: 10 };
    let filter = server::store::AuditFilter::default();
    let log = app.service.audit_log(&Caller::Operator, &filter, page).await.expect("the log");
    let last = &log[0].event;
    assert_eq!((last.action.as_str(), last.actor.name.as_str()), ("namespace.create", "ana@example.com"));
    assert_eq!(last.namespace_id.as_ref().map(domain::NamespaceId::as_str), Some("fresh"));
    assert_eq!(log[1].event.action, "administrator.sign_in");
}

#[tokio::test]
async fn pages_of_the_dashboard_are_neither_cached_nor_framed() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    for path in ["/admin", "/admin/account", "/admin/ns/acme", "/admin/sign-in"] {
        let reply = ana.get(path).await;
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    }
}
