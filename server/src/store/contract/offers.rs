//! Offers of a role, and the resulting members.

use domain::{NamespaceId, Role};

use super::{
    TestResult, TestStore,
    admins::{administrator, email},
    apply, contract,
    samples::{at, namespace, namespace_id},
};
use crate::store::{Actor, ActorKind, Member, Offer, StoreError};

#[apply(contract!)]
async fn an_offer_comes_back_until_it_ends(store: TestStore) -> TestResult {
    let acme = acme(&store).await?;
    let [ana, ben] = [offer(1, "acme", "ana"), Offer { role: Role::Owner, ..offer(2, "acme", "ben") }];
    for given in [&ben, &ana] {
        store.put_offer(given).await?;
        assert_eq!(store.offer(&given.token_hash).await?.as_ref(), Some(given));
    }
    assert_eq!(store.offer(&[3; 32]).await?, None);
    assert_eq!(store.offers(&acme).await?, [ana.clone(), ben.clone()], "by address");
    assert_eq!(store.end_offer(&namespace_id("zoo"), &ana.id).await?, None);
    assert_eq!(store.end_offer(&acme, &ana.id).await?.as_ref(), Some(&ana));
    assert_eq!(store.end_offer(&acme, &ana.id).await?, None);
    assert_eq!(store.offer(&ana.token_hash).await?, None);
    assert_eq!(store.offers(&acme).await?, [ben]);
    Ok(())
}

#[apply(contract!)]
async fn a_later_offer_to_an_address_takes_the_place_of_the_one_before(store: TestStore) -> TestResult {
    let acme = acme(&store).await?;
    store.add_namespace(namespace("zoo")).await?;
    let [first, second, elsewhere] = [offer(1, "acme", "ana"), offer(2, "acme", "ana"), offer(3, "zoo", "ana")];
    for given in [&first, &elsewhere, &second] {
        store.put_offer(given).await?;
    }
    assert_eq!(store.offer(&first.token_hash).await?, None);
    assert_eq!(store.offers(&acme).await?, [second]);
    assert_eq!(store.offer(&elsewhere.token_hash).await?, Some(elsewhere));
    Ok(())
}

#[apply(contract!)]
async fn offers_end_with_their_namespace(store: TestStore) -> TestResult {
    let acme = acme(&store).await?;
    store.put_offer(&offer(1, "acme", "ana")).await?;
    let delete = store.transact(move |tx| Box::pin(async move { tx.delete_namespace(&acme).await }));
    let is_deleted: Result<bool, StoreError> = delete.await;
    assert!(is_deleted?);
    assert_eq!(store.offer(&[1; 32]).await?, None);
    assert!(store.put_offer(&offer(2, "acme", "ana")).await.is_err());
    Ok(())
}

#[apply(contract!)]
async fn a_member_is_found_by_address(store: TestStore) -> TestResult {
    let acme = acme(&store).await?;
    store.add_namespace(namespace("zoo")).await?;
    for name in ["ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    store.set_role("ana", &acme, Some(Role::Editor)).await?;
    store.set_role("ben", &namespace_id("zoo"), Some(Role::Owner)).await?;
    let found = async |name: &str| -> Result<Option<Member>, StoreError> {
        let (acme, email) = (acme.clone(), email(name));
        store.transact(move |tx| Box::pin(async move { tx.member_by_email(&acme, &email).await })).await
    };
    assert_eq!(found("ana").await?, Some(Member { administrator: administrator("ana"), role: Role::Editor }));
    assert_eq!(found("ben").await?, None, "a member of another namespace");
    assert_eq!(found("cy").await?, None);
    Ok(())
}

async fn acme(store: &TestStore) -> Result<NamespaceId, StoreError> {
    store.add_namespace(namespace("acme")).await?;
    Ok(namespace_id("acme"))
}

pub(super) fn offer(number: u8, of: &str, name: &str) -> Offer {
    Offer {
        id: format!("offer-{number}"),
        namespace: namespace_id(of),
        email: email(name),
        role: Role::Viewer,
        token_hash: [number; 32],
        by: Actor { kind: ActorKind::Key, id: "k1".to_owned(), name: "nightly".to_owned() },
        message: Some("Look at it with me.\nAna".to_owned()),
        created_at: at(10),
        expires_at: at(1000),
    }
}
