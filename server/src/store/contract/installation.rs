//! The installation as a whole.

use futures_util::future::{join_all, try_join_all};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{namespace, namespace_id, person, record},
};
use crate::store::StoreError;

#[apply(contract!)]
async fn a_new_store_has_the_schema_of_this_release(store: TestStore) -> TestResult {
    store.check().await?;
    store.reopened().await?.check().await?;
    Ok(())
}

#[apply(contract!)]
async fn a_closed_store_has_kept_what_was_begun_and_takes_nothing_more(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let begun = try_join_all((0..50).map(|number| store.begin(record(&quiz, &person(number), 1))));
    let ids: Vec<String> = (0..50).map(|number| format!("n-{number}")).collect();
    let units = join_all(ids.iter().map(|id| store.add_namespace(namespace(id))));
    let (kept, units, ()) = tokio::join!(begun, units, async {
        // The records above are queued by now. A slow machine may not have begun any of the units, which are refused then.
        store.close().await;
    });
    kept?;
    assert!(matches!(store.add_namespace(namespace("late")).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.namespace(&namespace_id("n-1")).await, Err(StoreError::Unavailable(_))));
    store.close().await;
    let store = store.reopened().await?;
    for number in 0..50 {
        store.stored(&quiz, &person(number)).await?;
    }
    for (id, outcome) in ids.iter().zip(units) {
        assert_eq!(store.namespace(&namespace_id(id)).await?.is_some(), outcome.is_ok(), "{id}");
    }
    Ok(())
}
