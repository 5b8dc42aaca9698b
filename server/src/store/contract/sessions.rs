//! Administrators' sessions and sign-in links.

use super::{
    TestResult, TestStore,
    admins::{administrator, session},
    apply, contract,
    offers::offer,
    samples::{at, namespace, odd_texts},
};
use crate::store::{Offer, Session, SignInLink, StoreError};

#[apply(contract!)]
async fn a_session_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    for (number, client) in (1..).zip(odd_texts()) {
        let given = Session { client, ..session(number, "ana") };
        store.add_session(given.clone()).await?;
        assert_eq!(store.session(&[number; 32]).await?, Some(given));
    }
    assert_eq!(store.session(&[0; 32]).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_session_needs_a_person_and_a_token_of_its_own(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    assert!(store.add_session(session(1, "nobody")).await.is_err());
    store.add_session(session(1, "ana")).await?;
    let second = Session { client: "Another".to_owned(), ..session(1, "ana") };
    assert!(matches!(store.add_session(second).await, Err(StoreError::Conflict)));
    assert_eq!(store.sessions("ana").await?, [session(1, "ana")]);
    Ok(())
}

#[apply(contract!)]
async fn the_sessions_of_a_person_are_listed_last_seen_first(store: TestStore) -> TestResult {
    for name in ["ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    for (number, name, seen) in [(1, "ana", 20), (2, "ana", 40), (3, "ben", 50), (4, "ana", 30)] {
        store.add_session(Session { seen_at: at(seen), ..session(number, name) }).await?;
    }
    store.touch_session(&[1; 32], at(60), at(2000)).await?;
    let listed: Vec<String> = store.sessions("ana").await?.into_iter().map(|session| session.id).collect();
    assert_eq!(listed, ["session-1", "session-2", "session-4"]);
    let touched = store.session(&[1; 32]).await?.expect("there");
    assert_eq!((touched.created_at, touched.seen_at, touched.expires_at), (at(10), at(60), at(2000)));
    Ok(())
}

#[apply(contract!)]
async fn a_person_ends_their_own_sessions_only(store: TestStore) -> TestResult {
    for name in ["ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    for (number, name) in [(1, "ana"), (2, "ana"), (3, "ana"), (4, "ben")] {
        store.add_session(session(number, name)).await?;
    }
    assert!(!store.end_session("ana", "session-4").await?);
    assert!(store.end_session("ana", "session-1").await?);
    assert!(!store.end_session("ana", "session-1").await?);
    store.end_sessions("ana", Some("session-3")).await?;
    assert_eq!(store.sessions("ana").await?, [session(3, "ana")]);
    store.end_sessions("ana", None).await?;
    assert_eq!(store.sessions("ana").await?, []);
    assert_eq!(store.sessions("ben").await?, [session(4, "ben")]);
    Ok(())
}

#[apply(contract!)]
async fn what_has_expired_is_forgotten_and_nothing_else(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    store.add_administrator(administrator("ana")).await?;
    for (number, end) in [(1, 99), (2, 100), (3, 101)] {
        store.add_session(Session { expires_at: at(end), ..session(number, "ana") }).await?;
        store.add_sign_in_link(link(number, None, end)).await?;
        let name = number.to_string();
        store.put_offer(&Offer { expires_at: at(end), ..offer(number, "acme", &name) }).await?;
    }
    store.forget_expired(at(100)).await?;
    for (number, is_there) in [(1, false), (2, true), (3, true)] {
        assert_eq!(store.session(&[number; 32]).await?.is_some(), is_there, "{number}");
        assert_eq!(store.sign_in_link(&[number; 32]).await?.is_some(), is_there, "{number}");
        assert_eq!(store.offer(&[number; 32]).await?.is_some(), is_there, "{number}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_link_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    for given in [link(1, None, 10), link(2, Some("ana"), i64::MAX)] {
        store.add_sign_in_link(given.clone()).await?;
        assert_eq!(store.sign_in_link(&given.token_hash).await?, Some(given.clone()));
        assert!(matches!(store.add_sign_in_link(given).await, Err(StoreError::Conflict)));
    }
    assert!(store.add_sign_in_link(link(3, Some("nobody"), 10)).await.is_err());
    assert_eq!(store.sign_in_link(&[3; 32]).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn the_links_of_a_person_end_together(store: TestStore) -> TestResult {
    let left = links_after_ending(&store, Some("ana")).await?;
    assert_eq!(left, [false, false, true, true, true]);
    Ok(())
}

#[apply(contract!)]
async fn the_links_for_the_first_administrator_end_together(store: TestStore) -> TestResult {
    let left = links_after_ending(&store, None).await?;
    assert_eq!(left, [true, true, true, false, false]);
    Ok(())
}

/// Ends links; Ana has two, Ben one and the first administrator two.
async fn links_after_ending(store: &TestStore, admin_id: Option<&str>) -> anyhow::Result<Vec<bool>> {
    for name in ["ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    let holders = [Some("ana"), Some("ana"), Some("ben"), None, None];
    for (number, holder) in (1..).zip(holders) {
        store.add_sign_in_link(link(number, holder, 10)).await?;
    }
    store.end_sign_in_links(admin_id).await?;
    let mut left = Vec::new();
    for (number, _) in (1..).zip(holders) {
        left.push(store.sign_in_link(&[number; 32]).await?.is_some());
    }
    Ok(left)
}

fn link(number: u8, person: Option<&str>, end: i64) -> SignInLink {
    SignInLink { token_hash: [number; 32], admin_id: person.map(ToOwned::to_owned), expires_at: at(end) }
}
