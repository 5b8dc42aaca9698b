//! Members of a namespace and their password links.

use domain::Role;
use serde_json::json;

use crate::support::{App, PASSWORD, Person, Reply};

const MEMBERS: &str = "/admin/ns/acme/members";

/// The token of the link that a page shows.
#[track_caller]
fn link_of(reply: &Reply) -> String {
    let text = reply.text();
    let token = text.split("/admin/link/").nth(1).and_then(|rest| rest.split('"').next());
    token.unwrap_or_else(|| panic!("no link in {text}")).to_owned()
}

fn has_link(reply: &Reply) -> bool {
    reply.text().contains("/admin/link/")
}

/// The id of this member on the page.
async fn id_of(person: &Person<'_>, namespace: &str, email: &str) -> String {
    let text = person.get(&format!("/admin/ns/{namespace}/members")).await.is(200).text();
    let row =
        text.split("<tr>").skip(1).find(|row| row.contains(email)).unwrap_or_else(|| panic!("no {email} in {text}"));
    row.split("/members/").nth(1).and_then(|rest| rest.split('/').next()).expect("an id").to_owned()
}

async fn add(person: &Person<'_>, email: &str, role: &str) -> Reply {
    person.post(MEMBERS, &[("email", email), ("role", role)]).await
}

#[tokio::test]
async fn a_newcomers_link_is_shown_once_and_lets_the_person_in() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let reply = add(&owner, "Ana@Example.com", "viewer").await.is(200);
    let token = link_of(&reply);
    assert!(reply.text().contains("A link for ana@example.com"), "{}", reply.text());
    assert!(!has_link(&owner.get(MEMBERS).await), "it is shown once");
    app.post(&format!("/admin/link/{token}")).form(&[("password", PASSWORD)]).await.is(303);
    let ana = app.signed_in("ana@example.com").await;
    ana.get("/admin/ns/acme").await.is(200);
    ana.get(MEMBERS).await.is(403);
}

#[tokio::test]
async fn what_is_not_an_address_is_said_at_its_field() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let reply = add(&owner, "ana at home", "viewer").await.is(422);
    assert!(reply.text().contains("must be an e-mail address"), "{}", reply.text());
    assert!(reply.text().contains("value=\"ana at home\""), "what was typed is kept");
    add(&owner, "ana@example.com", "emperor").await.is(422);
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
async fn adding_a_member_once_more_asks_before_it_changes_the_role() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let ana = app.member("ana@example.com", "acme", Role::Viewer).await;
    let asked = add(&owner, "Ana@Example.com", "owner").await.is(303);
    let question = owner.get(asked.header("location")).await.is(200).text();
    assert!(question.contains("ana@example.com is already a viewer. Change to owner?"), "{question}");
    assert!(question.contains("<input type=\"hidden\" name=\"role\" value=\"owner\">"), "{question}");
    ana.get(MEMBERS).await.is(403);
    let action = format!("{MEMBERS}/{}/role", id_of(&owner, "acme", "ana@example.com").await);
    assert!(question.contains(&format!("action=\"{action}\"")), "{question}");
    owner.post(&action, &[("role", "owner")]).await.is(303);
    ana.get(MEMBERS).await.is(200);
    let same = add(&owner, "ana@example.com", "owner").await.is(422);
    assert!(same.text().contains("This person is already an owner. Nothing was changed."), "{}", same.text());
    owner.get(&format!("{action}?role=emperor")).await.is(422);
}

#[tokio::test]
async fn the_api_changes_the_role_of_a_member_only_on_request() {
    let app = App::start().await;
    let put = async |body| {
        app.call(axum::http::Method::PUT, "/api/v1/namespaces/acme/members").key(&app.key).json(body).await
    };
    put(json!({ "email": "ana@example.com", "role": "viewer" })).await.is(200);
    let message =
        "ana@example.com already has the role viewer in this namespace: send \"changeRole\": true to change it";
    put(json!({ "email": "ana@example.com", "role": "owner" })).await.fails(409, message);
    put(json!({ "email": "ana@example.com", "role": "viewer" })).await.is(200);
    let role = async || {
        app.get("/api/v1/namespaces/acme/members").key(&app.key).await.is(200).json()["items"][0]["role"].clone()
    };
    assert_eq!(role().await, "viewer");
    put(json!({ "email": "ana@example.com", "role": "owner", "changeRole": true })).await.is(200);
    assert_eq!(role().await, "owner");
    let log = app.get("/api/v1/namespaces/acme/audit?action=member.set").key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().expect("items").len(), 2, "what changes nothing is not an event");
}

#[tokio::test]
async fn the_last_owner_stays() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "owner@example.com").await);
    let reply = owner.post(&format!("{at}/role"), &[("role", "viewer")]).await.is(409);
    assert!(reply.text().contains("The namespace would have no owner."), "{}", reply.text());
    owner.post(&format!("{at}/remove"), &[]).await.is(409);
    owner.get(MEMBERS).await.is(200);
}

#[tokio::test]
async fn a_new_link_ends_the_one_before_it_and_sets_another_password() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let first = link_of(&add(&owner, "ana@example.com", "viewer").await.is(200));
    let at = format!("{MEMBERS}/{}/link", id_of(&owner, "acme", "ana@example.com").await);
    let second = link_of(&owner.post(&at, &[]).await.is(200));
    app.get(&format!("/admin/link/{first}")).await.is(404);
    app.post(&format!("/admin/link/{second}")).form(&[("password", PASSWORD)]).await.is(303);
    // The password was forgotten.
    let third = link_of(&owner.post(&at, &[]).await.is(200));
    app.post(&format!("/admin/link/{third}")).form(&[("password", "another long password")]).await.is(303);
    app.sign_in("ana@example.com", PASSWORD, "").await.is(401);
    app.sign_in("ana@example.com", "another long password", "").await.is(303);
}

#[tokio::test]
async fn an_owner_of_one_namespace_cannot_become_somebody_of_another() {
    let app = App::start().await;
    app.namespace("other").await;
    let root = app.administrator("root@example.com").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let victim = app.member("victim@example.com", "other", Role::Owner).await;

    // Adding the person does not allow it, though the account then belongs to the own namespace too.
    let reply = add(&owner, "victim@example.com", "viewer").await.is(422);
    assert!(reply.text().contains("only an administrator of all namespaces"), "{}", reply.text());
    assert!(!has_link(&reply));
    // A link does not work either, even if another owner added the person.
    root.post(MEMBERS, &[("email", "victim@example.com"), ("role", "viewer")]).await.is(303);
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "victim@example.com").await);
    let reply = owner.post(&format!("{at}/link"), &[]).await.is(403);
    assert!(!has_link(&reply));
    // The page does not offer it.
    for (person, is_offered) in [(&owner, false), (&root, true)] {
        let page = person.get(MEMBERS).await.is(200).text();
        assert!(page.contains("New link for owner@example.com"));
        assert_eq!(page.contains("New link for victim@example.com"), is_offered);
    }
    // Administrators of all namespaces are protected as well.
    add(&owner, "root@example.com", "viewer").await.is(422);
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
    let root = app.administrator("root@example.com").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let kept = link_of(&add(&owner, "ana@example.com", "viewer").await.is(200));
    let fields = [("email", "ana@example.com"), ("role", "owner")];
    let given = link_of(&root.post("/admin/ns/other/members", &fields).await.is(200));
    app.get(&format!("/admin/link/{kept}")).await.is(404);
    // Changing the role in the own namespace does not grant roles elsewhere.
    let at = format!("{MEMBERS}/{}", id_of(&owner, "acme", "ana@example.com").await);
    let changed = owner.post(&format!("{at}/role"), &[("role", "editor")]).await.is(303);
    assert!(!has_link(&changed));
    assert!(!has_link(&add(&owner, "ana@example.com", "editor").await.is(422)));
    app.get(&format!("/admin/link/{given}")).await.is(200);
}

#[tokio::test]
async fn an_owner_of_both_namespaces_may_take_somebody_from_one_into_the_other() {
    let app = App::start().await;
    app.namespace("other").await;
    let root = app.administrator("root@example.com").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    root.post("/admin/ns/other/members", &[("email", "owner@example.com"), ("role", "owner")]).await.is(303);
    app.member("ana@example.com", "other", Role::Viewer).await;
    add(&owner, "ana@example.com", "viewer").await.is(303);
    let at = format!("{MEMBERS}/{}/link", id_of(&owner, "acme", "ana@example.com").await);
    assert!(has_link(&owner.post(&at, &[]).await.is(200)));
}

#[tokio::test]
async fn a_key_of_one_namespace_reaches_no_further_than_its_owner() {
    let app = App::start().await;
    app.namespace("other").await;
    app.member("victim@example.com", "other", Role::Owner).await;
    let call = app.call(axum::http::Method::PUT, "/api/v1/namespaces/acme/members").key(&app.key);
    let reply = call.json(json!({ "email": "victim@example.com", "role": "viewer" })).await.is(403);
    assert!(!reply.text().contains("/admin/link/"), "{}", reply.text());
}
