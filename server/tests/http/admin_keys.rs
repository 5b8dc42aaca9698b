//! Creating and revoking API keys in the dashboard.

use domain::Role;
use server::store::KeyScope;

use crate::support::{App, Reply};

const KEYS: &str = "/admin/ns/acme/keys";

fn key_of(reply: &Reply) -> Option<String> {
    let text = reply.text();
    let field = text.split("<input").find(|tag| tag.contains("id=\"new-key\""))?;
    Some(field.split("value=\"").nth(1)?.split('"').next()?.to_owned())
}

#[tokio::test]
async fn a_key_is_shown_once_and_grants_its_scope() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    assert!(owner.get(KEYS).await.is(200).text().contains("test"), "the key that the tests use");
    let fields = [("label", "nightly <report>"), ("scope", "read"), ("days", "90")];
    let made = owner.post(KEYS, &fields).await.is(200);
    assert_eq!(made.header("cache-control"), "no-store");
    let key = key_of(&made).expect("the key");
    app.get("/api/v1/namespaces/acme/quizzes").key(&key).await.is(200);
    app.delete("/api/v1/namespaces/acme/quizzes/0123456789abcdef").key(&key).await.is(403);
    let list = owner.get(KEYS).await.is(200);
    assert_eq!(key_of(&list), None);
    let secret = key.split('_').nth(2).expect("a secret");
    assert!(!list.text().contains(secret), "the secret is nowhere any more");
    assert!(list.text().contains("nightly &lt;report&gt;"), "{}", list.text());
}

#[tokio::test]
async fn a_form_that_is_sent_again_makes_no_second_key() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let form = owner.get(KEYS).await.is(200).text();
    let page = form.split("name=\"page\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
    let fields = [("page", page), ("label", "nightly"), ("scope", "read"), ("days", "90")];
    let first = key_of(&owner.post(KEYS, &fields).await.is(200)).expect("the key");
    let again = owner.post(KEYS, &fields).await.is(200);
    assert_eq!(key_of(&again), Some(first));
    assert_eq!(again.text().matches("Revoke nightly").count(), 1, "{}", again.text());
    let other = [("page", page), ("label", "weekly"), ("scope", "read"), ("days", "90")];
    assert!(owner.post(KEYS, &other).await.is(200).text().contains("Revoke weekly"), "another label is another key");
}

#[tokio::test]
async fn a_key_has_the_scopes_that_were_checked() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let fields = [("label", "warehouse"), ("scope", "read"), ("scope", "export"), ("days", "")];
    let made = owner.post(KEYS, &fields).await.is(200);
    assert!(made.text().contains("<td>read export</td>"), "{}", made.text());
    let key = key_of(&made).expect("the key");
    app.get("/api/v1/namespaces/acme/quizzes").key(&key).await.is(200);
    app.open_quiz().await.post("/csvExport").key(&key).await.is(202);
}

#[tokio::test]
async fn problems_with_a_new_key_appear_at_its_fields() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    for (fields, words) in [
        ([("label", " "), ("scope", "read"), ("days", "")], "must be 1 to 100 characters"),
        ([("label", "a"), ("scope", "root"), ("days", "")], "must be read, export or admin"),
        ([("label", "a"), ("other", "read"), ("days", "")], "must be read, export or admin"),
        ([("label", "a"), ("scope", "read"), ("days", "0")], "must be 1 to 36500 days"),
        ([("label", "a"), ("scope", "read"), ("days", "soon")], "must be 1 to 36500 days"),
    ] {
        let reply = owner.post(KEYS, &fields).await.is(422);
        assert!(reply.text().contains(words), "{fields:?}: {}", reply.text());
        assert_eq!(key_of(&reply), None);
    }
}

#[tokio::test]
async fn a_key_is_revoked_after_a_question() {
    let app = App::start().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let key = app.key_for(Some("acme"), KeyScope::Read).await;
    let at = format!("{KEYS}/{}/revoke", key.split('_').nth(1).expect("an id"));
    assert!(owner.get(&at).await.is(200).text().contains("Revoke “test”?"));
    app.get("/api/v1/namespaces/acme/quizzes").key(&key).await.is(200);
    owner.post(&at, &[]).await.is(303);
    app.get("/api/v1/namespaces/acme/quizzes").key(&key).await.is(401);
    assert!(owner.get(KEYS).await.text().contains("pill-revoked"));
}

#[tokio::test]
async fn a_key_of_another_namespace_or_of_all_is_out_of_reach() {
    let app = App::start().await;
    app.namespace("other").await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let root = app.administrator("root@example.com").await;
    let foreign = app.key_for(Some("other"), KeyScope::Read).await;
    let of_all = app.key_for(None, KeyScope::Read).await;
    for key in [&foreign, &of_all] {
        let id = key.split('_').nth(1).expect("an id");
        // The namespace of the path counts, even if the administrator manages the key's own namespace.
        for person in [&owner, &root] {
            person.get(&format!("{KEYS}/{id}/revoke")).await.is(404);
            person.post(&format!("{KEYS}/{id}/revoke"), &[]).await.is(404);
            assert!(!person.get(KEYS).await.is(200).text().contains(id));
        }
        app.delete(&format!("/api/v1/namespaces/acme/keys/{id}")).key(&app.key).await.is(404);
        app.get("/api/v1/namespaces/other/quizzes").key(key).await.is(200);
    }
}
