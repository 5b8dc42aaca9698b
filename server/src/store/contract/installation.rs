//! The installation as a whole.

use futures_util::future::try_join_all;

use super::{Outcome, TestStore};

pub(super) async fn a_new_store_has_the_schema_of_this_release(store: TestStore) -> Outcome {
    store.check().await?;
    store.reopened().await?.check().await?;
    Ok(())
}

pub(super) async fn the_first_value_of_a_secret_wins(store: TestStore) -> Outcome {
    let every_byte: [u8; 32] = std::array::from_fn(|i| u8::try_from(i * 8).expect("31 * 8 fits"));
    assert_eq!(store.installation_secret("seal", every_byte).await?, every_byte);
    assert_eq!(store.installation_secret("seal", [2; 32]).await?, every_byte);
    assert_eq!(store.installation_secret("another", [3; 32]).await?, [3; 32]);
    let store = store.reopened().await?;
    assert_eq!(store.installation_secret("seal", [4; 32]).await?, every_byte);
    Ok(())
}

pub(super) async fn of_many_servers_that_start_at_once_all_get_the_same_secret(store: TestStore) -> Outcome {
    let secrets = try_join_all((0..32).map(|server| store.installation_secret("seal", [server; 32]))).await?;
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
    Ok(())
}
