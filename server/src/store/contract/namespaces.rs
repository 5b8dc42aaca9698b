//! Namespaces.

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, odd_texts},
};
use crate::store::{Namespace, Page, StoreError};

/// In byte order, which is not the order of any language, because those ignore hyphens.
const IDS: [&str; 12] = [
    "0-",
    "00",
    "0a",
    "a-",
    "a--z",
    "a-b",
    "a0",
    "aa",
    "aa-",
    "ab",
    "ab-c",
    "z9876543210987654321098765432109876543210",
];

#[apply(contract!)]
async fn a_namespace_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    for (number, name) in odd_texts().into_iter().enumerate() {
        let given = Namespace { name, created_at: at(i64::MAX), ..namespace(&format!("demo-{number}")) };
        store.add_namespace(given.clone()).await?;
        assert_eq!(store.namespace(&given.id).await?, Some(given));
    }
    for unknown in ["demo", "demo-10000"] {
        assert_eq!(store.namespace(&namespace_id(unknown)).await?, None);
    }
    Ok(())
}

#[apply(contract!)]
async fn a_taken_id_is_a_conflict_and_changes_nothing(store: TestStore) -> TestResult {
    let first = namespace("demo");
    store.add_namespace(first.clone()).await?;
    let second = Namespace { name: "Another".to_owned(), created_at: at(5), ..first.clone() };
    assert!(matches!(store.add_namespace(second).await, Err(StoreError::Conflict)));
    assert_eq!(store.namespace(&first.id).await?, Some(first));
    Ok(())
}

#[apply(contract!)]
async fn namespaces_come_in_the_order_of_the_bytes_of_their_ids(store: TestStore) -> TestResult {
    for id in IDS.iter().rev() {
        store.add_namespace(namespace(id)).await?;
    }
    assert_eq!(ids(&store, None, 100).await?, IDS);
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_size_show_every_namespace_once(store: TestStore) -> TestResult {
    for id in IDS {
        store.add_namespace(namespace(id)).await?;
    }
    for limit in 1..=13 {
        let mut seen: Vec<String> = Vec::new();
        loop {
            let page = ids(&store, seen.last().map(String::as_str), limit).await?;
            assert!(page.len() <= usize::try_from(limit)?);
            if page.is_empty() {
                break;
            }
            seen.extend(page);
            assert!(seen.len() <= IDS.len(), "in pages of {limit} something comes twice");
        }
        assert_eq!(seen, IDS, "in pages of {limit}");
    }
    Ok(())
}

async fn ids(store: &TestStore, after: Option<&str>, limit: u32) -> anyhow::Result<Vec<String>> {
    let page = Page { after: after.map(namespace_id), limit };
    Ok(store.namespaces(page).await?.into_iter().map(|namespace| namespace.id.to_string()).collect())
}
