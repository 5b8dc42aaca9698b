//! API keys.

use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, odd_texts},
};
use crate::store::{ApiKey, KeyScope, KeyScopes, StoreError};

#[apply(contract!)]
async fn a_key_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    let given = ApiKey {
        secret_hash: std::array::from_fn(|i| u8::try_from(i * 8).expect("31 * 8 fits")),
        namespace_id: Some(namespace_id("demo")),
        expires_at: Some(at(i64::MAX)),
        ..key("k1")
    };
    store.add_key(given.clone()).await?;
    assert_eq!(store.key("k1").await?.as_ref(), Some(&given));
    assert_eq!(store.key_in_use("k1").await?.as_ref(), Some(&given));
    assert_eq!(store.keys().await?, [given]);
    Ok(())
}

#[apply(contract!)]
async fn every_scope_and_label_comes_back(store: TestStore) -> TestResult {
    let [read, export, admin] = KeyScope::ALL;
    let several = [vec![read], vec![export], vec![admin], vec![read, export], vec![admin, export, read]];
    for (number, (scopes, label)) in several.iter().cycle().zip(odd_texts()).enumerate() {
        let scopes = KeyScopes::new(scopes).expect("a scope");
        let given = ApiKey { label, scopes, ..key(&format!("k{number}")) };
        store.add_key(given.clone()).await?;
        assert_eq!(store.key(&given.id).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn an_unknown_key_is_not_there(store: TestStore) -> TestResult {
    assert_eq!(store.keys().await?, []);
    store.add_key(key("k1")).await?;
    for unknown in ["k2", "K1", "k1 ", ""] {
        assert_eq!(store.key(unknown).await?, None, "{unknown:?}");
        assert_eq!(store.key_in_use(unknown).await?, None, "{unknown:?}");
    }
    Ok(())
}

#[apply(contract!)]
async fn each_of_many_that_look_up_keys_at_once_gets_its_own(store: TestStore) -> TestResult {
    for id in ["k1", "k2", "k3"] {
        store.add_key(key(id)).await?;
    }
    let wanted: Vec<String> = (0..200).map(|number| format!("k{}", number % 4)).collect();
    let found = try_join_all(wanted.iter().map(|id| store.key_in_use(id))).await?;
    for (id, found) in wanted.iter().zip(found) {
        assert_eq!(found, (id != "k0").then(|| key(id)));
    }
    Ok(())
}

#[apply(contract!)]
async fn a_taken_key_id_is_a_conflict_and_changes_nothing(store: TestStore) -> TestResult {
    store.add_key(key("k1")).await?;
    let second = ApiKey { secret_hash: [2; 32], scopes: KeyScope::Admin.into(), ..key("k1") };
    assert!(matches!(store.add_key(second).await, Err(StoreError::Conflict)));
    assert_eq!(store.key("k1").await?, Some(key("k1")));
    Ok(())
}

#[apply(contract!)]
async fn keys_are_listed_newest_first(store: TestStore) -> TestResult {
    for (id, created) in [("k1", 20), ("k2", 30), ("k3", 10), ("k4", 30)] {
        store.add_key(ApiKey { created_at: at(created), ..key(id) }).await?;
    }
    store.revoke_key("k1", at(40)).await?;
    let listed: Vec<String> = store.keys().await?.into_iter().map(|key| key.id).collect();
    assert_eq!(listed, ["k2", "k4", "k1", "k3"]);
    Ok(())
}

#[apply(contract!)]
async fn the_moment_of_the_first_revocation_is_kept(store: TestStore) -> TestResult {
    store.add_key(key("k1")).await?;
    store.add_key(key("k2")).await?;
    store.revoke_key("k1", at(50)).await?;
    store.revoke_key("k1", at(60)).await?;
    assert_eq!(store.key("k1").await?, Some(ApiKey { revoked_at: Some(at(50)), ..key("k1") }));
    assert_eq!(store.key("k2").await?, Some(key("k2")));
    Ok(())
}

#[apply(contract!)]
async fn a_new_label_is_of_one_key_and_changes_nothing_else(store: TestStore) -> TestResult {
    store.add_key(key("k1")).await?;
    store.add_key(key("k2")).await?;
    store.rename_key("k1", "weekly report").await?;
    assert_eq!(store.key("k1").await?, Some(ApiKey { label: "weekly report".to_owned(), ..key("k1") }));
    assert_eq!(store.key("k2").await?, Some(key("k2")));
    Ok(())
}

#[apply(contract!)]
async fn a_revocation_is_of_one_key(store: TestStore) -> TestResult {
    store.add_key(key("k1")).await?;
    store.revoke_key("k2", at(50)).await?;
    assert_eq!(store.keys().await?, [key("k1")]);
    Ok(())
}

#[apply(contract!)]
async fn the_last_use_is_kept(store: TestStore) -> TestResult {
    store.add_key(key("k1")).await?;
    store.add_key(key("k2")).await?;
    for moment in [50, 60] {
        store.note_key_use("k1", at(moment)).await?;
        assert_eq!(store.key("k1").await?, Some(ApiKey { last_used_at: Some(at(moment)), ..key("k1") }));
    }
    store.note_key_use("unknown", at(70)).await?;
    assert_eq!(store.key("k2").await?, Some(key("k2")));
    assert_eq!(store.key("unknown").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn keys_that_end_soon_are_counted(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    for (id, end) in [("k1", None), ("k2", Some(100)), ("k3", Some(101)), ("k4", Some(199)), ("k5", Some(200))] {
        store.add_key(ApiKey { expires_at: end.map(at), ..key(id) }).await?;
    }
    let of_namespace = ApiKey { expires_at: Some(at(150)), namespace_id: Some(namespace_id("demo")), ..key("k6") };
    store.add_key(of_namespace).await?;
    assert_eq!(store.count_ending_keys(at(100), at(200)).await?, 3);
    store.revoke_key("k4", at(50)).await?;
    assert_eq!(store.count_ending_keys(at(100), at(200)).await?, 2);
    Ok(())
}

fn key(id: &str) -> ApiKey {
    ApiKey {
        id: id.to_owned(),
        secret_hash: [1; 32],
        label: "The dashboard".to_owned(),
        namespace_id: None,
        scopes: KeyScope::Read.into(),
        created_at: at(1_700_000_000_123_456_789),
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    }
}
