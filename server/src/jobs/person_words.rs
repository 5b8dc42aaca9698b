//! Fills in the words of people from before the index of people.

use std::time::Duration;

use crate::{
    causes::with_causes,
    store::{FilledWords, Store, StoreError},
};

/// Between two pieces, in which others have their turn.
const REST: Duration = Duration::from_millis(20);
/// After a failure, or while servers of an earlier release are at work.
const PAUSE: Duration = Duration::from_mins(1);

/// Returns once all are filled in. Goes on where it stopped before.
pub(crate) async fn fill_person_words(store: &Store) {
    loop {
        let pause = match store.fill_person_words().await {
            Ok(FilledWords::All) => return,
            Ok(FilledWords::Some) | Err(StoreError::Busy) => REST,
            Ok(FilledWords::Waiting) => PAUSE,
            Err(error) => {
                tracing::warn!("cannot fill in the index of people: {}", with_causes(&error.into()));
                PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}
