//! `/api/v1/namespaces`

use domain::Role;
use serde_json::{Value, json};
use server::{service::Caller, store::KeyScope};

use crate::support::App;

const NAMESPACES: &str = "/api/v1/namespaces";

async fn app_and_key() -> (App, String) {
    let app = App::start().await;
    let key = app.key_for(None, KeyScope::Admin).await;
    (app, key)
}

#[tokio::test]
async fn a_namespace_is_made_once() {
    let (app, key) = app_and_key().await;
    let body = json!({ "id": "blue-bank", "name": "Blue Bank" });
    let made = app.post(NAMESPACES).key(&key).json(body.clone()).await.is(201).json();
    assert_eq!((&made["id"], &made["name"]), (&json!("blue-bank"), &json!("Blue Bank")));
    assert!(made["createdAt"].as_str().is_some_and(|at| at.ends_with('Z')));
    app.post(NAMESPACES).key(&key).json(body).await.fails(409, "namespace exists already");
}

#[tokio::test]
async fn the_id_of_a_namespace_that_was_deleted_is_not_used_again() {
    let (app, key) = app_and_key().await;
    let body = json!({ "id": "blue-bank", "name": "Blue Bank" });
    app.post(NAMESPACES).key(&key).json(body.clone()).await.is(201);
    let id = domain::NamespaceId::parse("blue-bank").expect("an id");
    app.service.delete_namespace(&Caller::Operator, &id).await.expect("deleted");
    app.post(NAMESPACES).key(&key).json(body).await.is(409).coded("namespace_was_deleted");
    app.post(NAMESPACES).key(&key).json(json!({ "id": "blue-bank-2", "name": "Blue Bank" })).await.is(201);
}

#[tokio::test]
async fn an_id_that_is_not_one_is_malformed_and_a_name_that_is_not_one_is_invalid() {
    let (app, key) = app_and_key().await;
    app.post(NAMESPACES).key(&key).json(json!({ "id": "Upper", "name": "N" })).await.is(400);
    for name in ["", "  ", &"x".repeat(201), "a\0b"] {
        let body = json!({ "id": "fine", "name": name });
        app.post(NAMESPACES).key(&key).json(body).await.invalid_at(&["name"]);
    }
    app.post(NAMESPACES).key(&key).json(json!({ "id": "x".repeat(63), "name": "é".repeat(200) })).await.is(201);
}

#[tokio::test]
async fn the_list_comes_in_pieces_by_id_without_gaps_or_doubles() {
    let (app, key) = app_and_key().await;
    for id in ["n3", "n1", "n2", "n5", "n4"] {
        app.namespace(id).await;
    }
    let found = app.listed(NAMESPACES, &key, 2).await;
    let ids: Vec<&Value> = found.iter().map(|item| &item["id"]).collect();
    assert_eq!(ids, ["acme", "n1", "n2", "n3", "n4", "n5"]);
}

#[tokio::test]
async fn a_limit_is_1_to_200_and_a_cursor_is_one_of_ours() {
    let (app, key) = app_and_key().await;
    for limit in ["1", "200"] {
        app.get(&format!("{NAMESPACES}?limit={limit}")).key(&key).await.is(200);
    }
    for limit in ["0", "201", "-1", "many", "1.5", "99999999999"] {
        app.get(&format!("{NAMESPACES}?limit={limit}")).key(&key).await.is(400);
    }
    // Not hexadecimal, half a byte, not UTF-8, not a namespace id.
    for cursor in ["zz", "abc", "ff", "20", "%F0%9F%92%A9"] {
        app.get(&format!("{NAMESPACES}?cursor={cursor}"))
            .key(&key)
            .await
            .fails(400, "cursor is not one that this service gave out");
    }
}

#[tokio::test]
async fn a_key_of_one_namespace_does_not_see_the_others() {
    let app = App::start().await;
    app.get(NAMESPACES).key(&app.key).await.fails(403, "the api key belongs to one namespace");
    let body = json!({ "id": "mine", "name": "Mine" });
    app.post(NAMESPACES).key(&app.key).json(body).await.fails(403, "the api key belongs to one namespace");
    let reader = app.key_for(None, KeyScope::Read).await;
    let list = app.get(NAMESPACES).key(&reader).await.is(200).json();
    assert_eq!(list["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["nextCursor"], Value::Null);
}

#[tokio::test]
async fn one_namespace_is_read_by_its_own_keys() {
    let (app, key) = app_and_key().await;
    let made = app.post(NAMESPACES).key(&key).json(json!({ "id": "blue", "name": "Blue Bank" })).await.is(201);
    assert_eq!(made.header("location"), format!("https://quiz.example{NAMESPACES}/blue"));
    let at = format!("{NAMESPACES}/blue");
    let mut expected = made.json();
    expected["quizzes"] = json!({ "used": 0, "quota": 10_000 });
    expected["bytes"] = json!({ "used": 0, "quota": 10_u64 << 30 });
    assert_eq!(app.get(&at).key(&key).await.is(200).json(), expected);
    let own = app.key_for(Some("blue"), KeyScope::Read).await;
    assert_eq!(app.get(&at).key(&own).await.is(200).json(), expected);
    app.get(&at).key(&app.key).await.is(403);
    app.get(&format!("{NAMESPACES}/red")).key(&key).await.fails(404, "namespace does not exist");
}

#[tokio::test]
async fn a_second_factor_is_required_by_the_api() {
    let (app, _) = app_and_key().await;
    let acme = format!("{NAMESPACES}/acme");
    assert_eq!(app.get(&acme).key(&app.key).await.is(200).json()["requiresSecondFactor"], false);
    for is_required in [true, false] {
        let changed = app.patch(&acme).key(&app.key).json(json!({ "requiresSecondFactor": is_required })).await;
        assert_eq!(changed.is(200).json()["requiresSecondFactor"], is_required);
        assert_eq!(app.get(&acme).key(&app.key).await.is(200).json()["requiresSecondFactor"], is_required);
        let same = app.patch(&acme).key(&app.key).json(json!({})).await.is(200).json();
        assert_eq!(same["requiresSecondFactor"], is_required);
    }
    let log = app.get(&format!("{acme}/audit?action=namespace.second_factor")).key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().map(Vec::len), Some(2), "{log}");
    let reader = app.key_for(Some("acme"), KeyScope::Read).await;
    app.patch(&acme).key(&reader).json(json!({ "requiresSecondFactor": true })).await.is(403);
    app.patch(&acme).key(&app.key).json(json!({ "id": "other" })).await.is(400);
}

#[tokio::test]
async fn a_namespace_is_renamed_by_its_owners_and_deleted_once_it_is_empty() {
    let (app, key) = app_and_key().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let root = app.administrator("root@example.com").await;
    let settings = "/admin/ns/acme/settings";
    owner.post(&format!("{settings}/name"), &[("name", "  ")]).await.is(422);
    owner.post(&format!("{settings}/name"), &[("name", " Second → Name ")]).await.is(303);
    let acme = format!("{NAMESPACES}/acme");
    assert_eq!(app.get(&acme).key(&app.key).await.is(200).json()["name"], "Second → Name");
    app.patch(&acme).key(&app.key).json(json!({ "name": "" })).await.invalid_at(&["name"]);
    let change = json!({ "name": "Third", "requiresSecondFactor": false });
    assert_eq!(app.patch(&acme).key(&app.key).json(change).await.is(200).json()["name"], "Third");
    let log = app.get(&format!("{acme}/audit?action=namespace.rename")).key(&app.key).await.is(200).json();
    assert_eq!(log["items"].as_array().map(Vec::len), Some(2), "{log}");

    assert!(!owner.get(settings).await.is(200).text().contains("settings/delete"));
    assert!(root.get(settings).await.is(200).text().contains("settings/delete"));
    owner.post(&format!("{settings}/delete"), &[("name", "acme")]).await.is(403);
    app.delete(&acme).key(&app.key).await.is(403);
    let quiz = app.open_quiz().await;
    let refused = root.post(&format!("{settings}/delete"), &[("name", "acme")]).await.is(422).text();
    assert!(refused.contains("It has quizzes."), "{refused}");
    app.delete(&acme).key(&key).await.is(409).coded("namespace_in_use");
    app.delete(&quiz.url).key(&app.key).await.is(200);
    let refused = root.post(&format!("{settings}/delete"), &[("name", "Third")]).await.is(422).text();
    assert!(refused.contains("This is not its id."), "{refused}");
    root.post(&format!("{settings}/delete"), &[("name", " acme ")]).await.is(303);
    app.get(&acme).key(&key).await.is(404);
    owner.get(settings).await.is(403);
    app.namespace("beta").await;
    assert_eq!(app.delete(&format!("{NAMESPACES}/beta")).key(&key).await.is(200).json(), json!({ "deleted": true }));
}

#[tokio::test]
async fn an_id_that_is_not_given_is_made_of_the_name() {
    let app = App::start().await;
    let root = app.administrator("root@example.com").await;
    let made = async |name: &str, id: &str| root.post("/admin/ns", &[("name", name), ("id", id)]).await;
    assert_eq!(made("Équipe Nord", "").await.is(303).header("location"), "/admin/ns/equipe-nord?said=namespace");
    assert_eq!(made("Other", " Blue-Bank ").await.is(303).header("location"), "/admin/ns/blue-bank?said=namespace");
    made("Equipe nord", "").await.is(422);
    let page = made("فريق", "").await.is(422).text();
    assert!(page.contains("فريق"), "{page}");
}
