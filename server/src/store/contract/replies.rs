//! Replies to idempotent requests.

use super::{TestResult, TestStore, apply, contract, samples::at};
use crate::store::{KeptReply, StoreError};

#[apply(contract!)]
async fn a_reply_comes_back_until_it_is_replaced(store: TestStore) -> TestResult {
    assert_eq!(store.kept_reply(1).await?, None);
    store.keep_reply(reply(1, 10)).await?;
    let second = KeptReply { sealed: (0..=255).collect(), ..reply(1, 20) };
    assert_eq!(store.kept_reply(1).await?, Some(reply(1, 10)));
    store.keep_reply(second.clone()).await?;
    assert_eq!((store.kept_reply(1).await?, store.kept_reply(2).await?), (Some(second), None));
    Ok(())
}

#[apply(contract!)]
async fn old_replies_are_forgotten(store: TestStore) -> TestResult {
    for number in 1..=3 {
        store.keep_reply(reply(number, 10 * i64::from(number))).await?;
    }
    store.forget_replies(at(20)).await?;
    assert_eq!(store.kept_reply(1).await?, None);
    assert_eq!(store.kept_reply(2).await?, Some(reply(2, 20)));
    assert_eq!(store.kept_reply(3).await?, Some(reply(3, 30)));
    Ok(())
}

fn reply(number: u8, kept: i64) -> KeptReply {
    KeptReply { request: [number; 32], sealed: vec![number; 40], kept_at: at(kept) }
}

impl TestStore {
    async fn keep_reply(&self, reply: KeptReply) -> Result<(), StoreError> {
        self.transact(move |tx| Box::pin(async move { tx.keep_reply(&reply).await })).await
    }

    async fn kept_reply(&self, number: u8) -> Result<Option<KeptReply>, StoreError> {
        let request = [number; 32];
        self.transact(move |tx| Box::pin(async move { tx.kept_reply(&request).await })).await
    }
}
