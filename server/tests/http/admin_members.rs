//! Members of a namespace: their roles, password links and sessions.

use domain::{Email, NamespaceId, Role};
use serde_json::json;
use server::service::Caller;

use crate::support::{App, PASSWORD, Person, Reply};

const MEMBERS: &str = "/admin/ns/acme/members";

#[track_caller]
fn link_of(reply: &Reply) -> String {
    token_after(reply, "/admin/link/")
}

#[track_caller]
fn offered_in(reply: &Reply) -> String {
    token_after(reply, "/admin/offer/")
}

#[track_caller]
fn token_after(reply: &Reply, path: &str) -> String {
    let text = reply.text();
    let token = text.split(path).nth(1).and_then(|rest| rest.split('"').next());
    token.unwrap_or_else(|| panic!("no link in {text}")).to_owned()
}

fn has_link(reply: &Reply) -> bool {
    reply.text().contains("/admin/link/")
}

async fn id_of(person: &Person<'_>, namespace: &str, email: &str) -> String {
    let text = person.get(&format!("/admin/ns/{namespace}/members")).await.is(200).text();
    let row =
        text.split("<tr>").skip(1).find(|row| row.contains(email)).unwrap_or_else(|| panic!("no {email} in {text}"));
    row.split("/members/").nth(1).and_then(|rest| rest.split('/').next()).expect("an id").to_owned()
}

async fn offer(person: &Person<'_>, email: &str, role: &str) -> Reply {
    person.post(MEMBERS, &[("email", email), ("role", role)]).await
}

#[tokio::test]
async fn what_is_not_an_address_is_said_at_its_field() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let reply = offer(&owner, "ana at home", "viewer").await.is(422);
    assert!(reply.text().contains("must be an e-mail address"), "{}", reply.text());
    assert!(reply.text().contains("value=\"ana at home\""), "what was typed is kept");
    offer(&owner, "ana@example.com", "emperor").await.is(422);
}

#[tokio::test]
async fn a_role_is_changed_and_taken_away_after_a_question() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "ana@example.com").await);
    owner.post(&format!("{at}/role"), &[("role", "owner")]).await.is(303);
    ana.get(MEMBERS).await.is(200);
    owner.post(&format!("{at}/role"), &[("role", "viewer")]).await.is(303);
    ana.get(MEMBERS).await.is(403);
    let question = owner.get(&format!("{at}/remove")).await.is(200);
    assert!(question.text().contains("Remove ana@example.com?"), "{}", question.text());
    ana.get("/admin/ns/acme").await.is(200);
    owner.post(&format!("{at}/remove"), &[]).await.is(303);
    ana.get("/admin/ns/acme").await.is(303);
    owner.post(&format!("{at}/remove"), &[]).await.is(404);
}

#[tokio::test]
async fn offering_a_member_another_role_asks_before_it_changes_the_role() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let asked = offer(&owner, "Ana@Example.com", "owner").await.is(303);
    let question = owner.get(asked.header("location")).await.is(200).text();
    assert!(question.contains("ana@example.com is already a viewer. Change to owner?"), "{question}");
    assert!(question.contains("<input type=\"hidden\" name=\"role\" value=\"owner\">"), "{question}");
    ana.get(MEMBERS).await.is(403);
    let action = format!("{MEMBERS}/{}/role", id_of(&owner, "acme", "ana@example.com").await);
    assert!(question.contains(&format!("action=\"{action}\"")), "{question}");
    owner.post(&action, &[("role", "owner")]).await.is(303);
    ana.get(MEMBERS).await.is(200);
    let same = offer(&owner, "ana@example.com", "owner").await.is(422);
    assert!(same.text().contains("This person is already an owner. Nothing was changed."), "{}", same.text());
    owner.get(&format!("{action}?role=emperor")).await.is(422);
}

#[tokio::test]
async fn the_api_changes_the_role_of_a_member_only_on_request() {
    let app = App::start().await;
    app.member("ana@example.com", "acme", Role::Viewer).await;
    let put = async |body| {
        app.call(axum::http::Method::PUT, "/api/v1/namespaces/acme/members").key(&app.key).json(body).await
    };
    let message =
        "ana@example.com already has the role viewer in this namespace: send \"changeRole\": true to change it";
    put(json!({ "email": "ana@example.com", "role": "owner" })).await.fails(409, message);
    let same = put(json!({ "email": "ana@example.com", "role": "viewer" })).await.is(200).json();
    assert_eq!((&same["link"], &same["expiresAt"]), (&json!(null), &json!(null)), "{same}");
    let role = async || {
        app.get("/api/v1/namespaces/acme/members").key(&app.key).await.is(200).json()["items"][0]["role"].clone()
    };
    assert_eq!(role().await, "viewer");
    put(json!({ "email": "ana@example.com", "role": "owner", "changeRole": true })).await.is(200);
    assert_eq!(role().await, "owner");
    let log = app.get("/api/v1/namespaces/acme/audit?action=member.set").key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().expect("items").len(), 1, "what changes nothing is not an event");
}

#[tokio::test]
async fn the_last_owner_stays() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "owner@example.com").await);
    let reply = owner.post(&format!("{at}/role"), &[("role", "viewer"), ("confirmed", "yes")]).await.is(409);
    assert!(reply.text().contains("Make someone else an owner first."), "{}", reply.text());
    owner.post(&format!("{at}/remove"), &[]).await.is(409);
    owner.get(MEMBERS).await.is(200);
}

#[tokio::test]
async fn an_owner_of_one_namespace_cannot_become_somebody_of_another() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let victim = app.member("victim@example.com", "other", Role::Owner).await;

    // An offer is not a password link, and accepting it does not allow one.
    let offered = offer(&owner, "victim@example.com", "viewer").await.is(200);
    assert!(!has_link(&offered));
    victim.accept(&offered_in(&offered)).await.is(303);
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "victim@example.com").await);
    let reply = owner.post(&format!("{at}/link"), &[]).await.is(403);
    assert!(!has_link(&reply));
    // Only administrators of all namespaces see a button for it.
    let root = app.administrator("root@example.com").await;
    for (person, is_offered) in [(&owner, false), (&root, true)] {
        let page = person.get(MEMBERS).await.is(200).text();
        assert!(page.contains("Reset password link for owner@example.com"));
        assert_eq!(page.contains("Reset password link for victim@example.com"), is_offered);
    }
    victim.get("/admin/ns/other/members").await.is(200);
    app.sign_in("victim@example.com", PASSWORD, "").await.is(303);

    // Owners may change and remove the role in their own namespace.
    owner.post(&format!("{at}/role"), &[("role", "editor")]).await.is(303);
    owner.post(&format!("{at}/remove"), &[]).await.is(303);
    victim.get("/admin/ns/other/members").await.is(200);
}

#[tokio::test]
async fn a_link_kept_from_before_does_not_lead_into_another_namespace() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "ana@example.com").await);
    let kept = link_of(&owner.post(&format!("{at}/link"), &[]).await.is(200));
    ana.accept(&app.offer("ana@example.com", "other", Role::Owner).await).await.is(303);
    app.get(&format!("/admin/link/{kept}")).await.is(404);
    // Changing the role in the own namespace does not grant roles elsewhere.
    let changed = owner.post(&format!("{at}/role"), &[("role", "editor")]).await.is(303);
    assert!(!has_link(&changed));
    assert!(!has_link(&offer(&owner, "ana@example.com", "editor").await.is(422)));
}

#[tokio::test]
async fn an_owner_of_both_namespaces_may_make_a_link_for_a_member_of_both() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    owner.accept(&app.offer("owner@example.com", "other", Role::Owner).await).await.is(303);
    let ana = app.member("ana@example.com", "other", Role::Viewer).await;
    ana.accept(&app.offer("ana@example.com", "acme", Role::Viewer).await).await.is(303);
    let at = format!("{MEMBERS}/{}/link", id_of(&owner, "acme", "ana@example.com").await);
    assert!(has_link(&owner.post(&at, &[]).await.is(200)));
}

#[tokio::test]
async fn an_owner_ends_the_sessions_of_a_member_after_a_question() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let elsewhere = app.signed_in("ana@example.com").await;
    let at = format!("{MEMBERS}/{}/sessions/end", id_of(&owner, "acme", "ana@example.com").await);
    let question = owner.get(&at).await.is(200).text();
    assert!(question.contains("Sign ana@example.com out?") && question.contains("other namespaces"), "{question}");
    ana.get("/admin/ns/acme").await.is(200);
    owner.post(&at, &[]).await.is(303);
    for session in [&ana, &elsewhere] {
        assert!(session.get("/admin/ns/acme").await.is(303).header("location").starts_with("/admin/sign-in"));
    }
    owner.get(MEMBERS).await.is(200);
    app.signed_in("ana@example.com").await.get("/admin/ns/acme").await.is(200);
    let log = app.get("/api/v1/namespaces/acme/audit?action=member.sign_out").key(&app.key).await.is(200).json();
    let line = &log["items"][0];
    assert_eq!((&line["subject"], &line["actor"]["name"]), (&json!("ana@example.com"), &json!("owner@example.com")));
}

#[tokio::test]
async fn only_members_are_signed_out_and_no_administrator_of_all_namespaces() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let stranger = app.member("stranger@example.com", "other", Role::Owner).await;
    let id = id_of(&stranger, "other", "stranger@example.com").await;
    owner.get(&format!("{MEMBERS}/{id}/sessions/end")).await.is(404);
    owner.post(&format!("{MEMBERS}/{id}/sessions/end"), &[]).await.is(404);
    stranger.get("/admin/ns/other").await.is(200);
    // An API client made this administrator a member.
    app.administrator("root@example.com").await;
    let (acme, root) =
        (NamespaceId::parse("acme").expect("an id"), Email::parse("root@example.com").expect("an address"));
    app.service.renew_member(&Caller::Operator, &acme, root, PASSWORD).await.expect("a member");
    let root = app.signed_in("root@example.com").await;
    let id = id_of(&owner, "acme", "root@example.com").await;
    owner.post(&format!("{MEMBERS}/{id}/sessions/end"), &[]).await.is(403);
    root.get("/admin").await.is(200);
}
