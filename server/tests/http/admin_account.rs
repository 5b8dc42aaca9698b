//! Recovery codes, namespaces that require a second factor, and the account page.

use domain::{Email, Role};
use server::service::Caller;

use crate::support::{App, PASSWORD, Person, code, with_second_factor};

fn codes_on(page: &str) -> Vec<String> {
    page.split("<li><code>").skip(1).filter_map(|rest| rest.split('<').next()).map(ToOwned::to_owned).collect()
}

async fn new_codes(person: &Person<'_>, code: &str) -> Vec<String> {
    let form = [("factor-password", PASSWORD), ("code", code)];
    codes_on(&person.post("/admin/account/second-factor/codes", &form).await.is(200).text())
}

#[tokio::test]
async fn each_recovery_code_stands_in_for_the_second_factor_once() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let (_, page) = with_second_factor(&ana).await;
    let codes = codes_on(&page);
    assert_eq!(codes.len(), 10, "{page}");
    assert!(!ana.get("/admin/account").await.is(200).text().contains(&codes[0]), "they are shown once");
    app.sign_in("ana@example.com", PASSWORD, &codes[0].to_uppercase()).await.is(303);
    app.sign_in("ana@example.com", PASSWORD, &codes[0]).await.is(401);
    app.sign_in("ana@example.com", "a wrong password", &codes[1]).await.is(401);
    app.sign_in("ana@example.com", PASSWORD, &codes[1]).await.is(303);
    assert!(ana.get("/admin/account").await.is(200).text().contains("8 are left"));
}

#[tokio::test]
async fn new_recovery_codes_replace_the_earlier_ones() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let (secret, page) = with_second_factor(&ana).await;
    let first = codes_on(&page);
    for (password, code) in [("not this one", first[0].as_str()), (PASSWORD, "000000")] {
        let form = [("factor-password", password), ("code", code)];
        ana.post("/admin/account/second-factor/codes", &form).await.is(422);
    }
    let second = new_codes(&ana, &code(&secret, 1)).await;
    assert_eq!(second.len(), 10);
    app.sign_in("ana@example.com", PASSWORD, &first[0]).await.is(401);
    app.sign_in("ana@example.com", PASSWORD, &second[0]).await.is(303);
}

#[tokio::test]
async fn recovery_codes_go_with_the_second_factor() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    let (_, page) = with_second_factor(&ana).await;
    let codes = codes_on(&page);
    let off = [("factor-password", PASSWORD), ("code", codes[0].as_str())];
    ana.post("/admin/account/second-factor/off", &off).await.is(303);
    app.sign_in("ana@example.com", PASSWORD, "").await.is(303);
    let (_, page) = with_second_factor(&ana).await;
    let address = Email::parse("ana@example.com").expect("an address");
    app.sign_in("ana@example.com", PASSWORD, &codes[1]).await.is(401);
    let link = app.service.reset_administrator(&Caller::Operator, &address).await.expect("reset").link;
    let path = format!("/admin/link/{}", link.expect("a link"));
    app.post(&path).form(&[("password", PASSWORD)]).await.is(303);
    let ana = app.signed_in("ana@example.com").await;
    let (_, _) = with_second_factor(&ana).await;
    app.sign_in("ana@example.com", PASSWORD, &codes_on(&page)[0]).await.is(401);
}

#[tokio::test]
async fn a_namespace_that_requires_a_second_factor_shows_nothing_without_one() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let elsewhere = app.member("else@example.com", "other", Role::Viewer).await;
    let required = [("required", "yes"), ("confirmed", "yes")];
    viewer.post("/admin/ns/acme/settings/second-factor", &required).await.is(403);
    let asked = owner.post("/admin/ns/acme/settings/second-factor", &required[..1]).await.is(200).text();
    assert!(asked.contains("You have not set it up yourself") && asked.contains("name=\"confirmed\""), "{asked}");
    assert!(asked.contains("These do not have it: owner@example.com, viewer@example.com."), "{asked}");
    viewer.post("/admin/ns/acme/settings/second-factor", &required[..1]).await.is(403);
    owner.get("/admin/ns/acme").await.is(200);
    owner.post("/admin/ns/acme/settings/second-factor", &required).await.is(303);
    for person in [&owner, &viewer] {
        for path in ["/admin/ns/acme", "/admin/ns/acme/members"] {
            let reply = person.get(path).await;
            assert_ne!(reply.status, 200, "{path}");
        }
    }
    let led = viewer.get("/admin/ns/acme").await.is(303);
    assert_eq!(led.header("location"), "/admin/account?said=factor-needed");
    assert!(viewer.get("/admin/account").await.is(200).text().contains("Back to the dashboard"));
    owner.post("/admin/ns/acme/settings/second-factor", &[]).await.is(303);
    assert_eq!(owner.get("/admin/ns/acme").await.is(303).header("location"), "/admin/account?said=factor-needed");
    elsewhere.get("/admin/ns/other").await.is(200);
    app.get("/api/v1/namespaces/acme/quizzes").key(&app.key).await.is(200);

    with_second_factor(&owner).await;
    let members = owner.get("/admin/ns/acme/members").await.is(200).text();
    let lacks = |email: &str| {
        let row = members.split("<tr>").skip(1).find(|row| row.contains(email)).expect("a row");
        row.contains("no two-factor authentication")
    };
    assert!(lacks("viewer@example.com") && !lacks("owner@example.com"), "{members}");
    assert!(owner.get("/admin/ns/acme/settings").await.is(200).text().contains("checked"));
    let asked = owner.post("/admin/ns/acme/settings/second-factor", &required[..1]).await.is(200).text();
    assert!(asked.contains("These do not have it: viewer@example.com."), "{asked}");
    owner.post("/admin/ns/acme/settings/second-factor", &[]).await.is(303);
    viewer.get("/admin/ns/acme").await.is(200);
    assert!(!owner.get("/admin/ns/acme/members").await.is(200).text().contains("no two-factor authentication"));
}

#[tokio::test]
async fn a_second_factor_that_any_namespace_requires_covers_what_shows_all_of_them() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let everything = ["/admin/audit", "/admin/audit/log.csv"];
    for path in everything {
        root.get(path).await.is(200);
    }
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "other", Role::Owner).await;
    owner.post("/admin/ns/other/settings/second-factor", &[("required", "yes"), ("confirmed", "yes")]).await.is(303);
    for path in everything {
        let led = root.get(path).await.is(303);
        assert_eq!(led.header("location"), "/admin/account?said=factor-needed", "{path}");
    }
    let make = root.post("/admin/ns", &[("id", "third"), ("name", "Third")]).await.is(303);
    assert_eq!(make.header("location"), "/admin/account?said=factor-needed");
    root.get("/admin/ns/third").await.is(404);
    with_second_factor(&root).await;
    root.get("/admin/audit").await.is(200);
}

#[tokio::test]
async fn wrong_passwords_of_one_person_keep_nobody_else_from_changing_theirs() {
    let app = App::start().await;
    let viewer = app.member("viewer@example.com", "acme", Role::Viewer).await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let wrong = [("present", "a wrong password"), ("password", "another good password")];
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(viewer.post("/admin/account/password", &wrong).await.status.as_u16());
    }
    assert_eq!((statuses[..10].to_vec(), statuses[10]), (vec![422; 10], 429));
    let right = [("present", PASSWORD), ("password", "another good password")];
    viewer.post("/admin/account/password", &right).await.is(429);
    owner.post("/admin/account/password", &right).await.is(303);
}

#[tokio::test]
async fn the_account_page_tells_what_happened_to_the_account() {
    let app = App::start().await;
    let ana = app.administrator("ana@example.com").await;
    app.administrator("ben@example.com").await;
    let change = [("present", PASSWORD), ("password", "another good password")];
    ana.post("/admin/account/password", &change).await.is(303);
    app.sign_in("ana@example.com", "a wrong password", "").await.is(401);
    app.service.record_refusals().await.expect("recorded");
    let page = ana.get("/admin/account").await.is(200).text();
    let events = page.split("Latest security events").last().expect("events");
    for event in ["signed in", "changed their password", "refused to sign in ana@example.com (once)"] {
        assert!(events.contains(event), "{event} in {events}");
    }
    assert!(!events.contains("ben@example.com"), "{events}");
}
