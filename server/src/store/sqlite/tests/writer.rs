//! The writer: one transaction for many writes, which succeed or fail individually.

use std::{io, time::Duration};

use domain::{Indicator, QuizKind};
use futures_util::{FutureExt, future::poll_immediate};
use tempfile::tempdir;

use super::{gate::Gate, insertion, open};
use crate::store::{
    Namespace, Page, StoreError,
    contract::samples::{answer, namespace, namespace_id, person, quiz},
    sqlite::{tests::FileStore, writer::Writer},
};

type TestResult = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_sees_nothing_of_an_uncommitted_write_and_does_not_wait_for_it() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    assert!(stored(&store).await?.is_empty());
    gate.open().await?;
    assert_eq!(stored(&store).await?, ["gate"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_is_not_answered_before_its_transaction_is_committed() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let first = Gate::close(&store, namespace("gate-1")).await?;
    // Both wait during the first transaction, so they share the second one.
    let mut write = store.add_namespace(namespace("written"));
    assert!(poll_immediate(&mut write).await.is_none());
    let mut second = Gate::queue(&store, namespace("gate-2")).await;
    first.open().await?;
    second.is_entered().await?;

    assert!(poll_immediate(&mut write).await.is_none());
    assert_eq!(stored(&store).await?, ["gate-1"]);
    second.open().await?;
    write.await?;
    assert_eq!(stored(&store).await?, ["gate-1", "gate-2", "written"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_fails_half_way_is_undone_alone() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let failing = store.run(&[
        "INSERT INTO namespaces (id, name, created_at) VALUES ('half-done', '', 0)",
        "INSERT INTO namespaces (id, name, created_at) VALUES ('before', '', 0)",
    ]);
    let (before, failing, after, opened) = tokio::join!(
        store.add_namespace(namespace("before")),
        failing,
        store.add_namespace(namespace("after")),
        gate.open(),
    );
    opened?;
    before?;
    assert!(matches!(failing, Err(StoreError::Conflict)), "{failing:?}");
    after?;
    assert_eq!(stored(&store).await?, ["after", "before", "gate"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_does_not_answer_fails_the_whole_transaction_and_none_after_it() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let failing =
        store.file.writer.write(|_| Box::pin(async { Err::<(), _>(sqlx::Error::Io(io::Error::other("no answer"))) }));
    let (before, failing, after, opened) = tokio::join!(
        store.add_namespace(namespace("before")),
        failing,
        store.add_namespace(namespace("after")),
        gate.open(),
    );
    opened?;
    for outcome in [before, failing, after] {
        assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
    }
    assert_eq!(stored(&store).await?, ["gate"]);
    store.add_namespace(namespace("later")).await?;
    assert_eq!(stored(&store).await?, ["gate", "later"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_refuses_the_next_write_at_once_and_carries_out_the_others() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let mut waiting = 0;
    let refusal = loop {
        assert!(waiting < 100_000, "the queue has no end");
        match store.add_namespace(namespace(&format!("waiting-{waiting}"))).now_or_never() {
            None => waiting += 1,
            Some(outcome) => break outcome,
        }
    };
    assert!(matches!(refusal, Err(StoreError::Busy)), "{refusal:?}");
    gate.open().await?;
    // Writes are carried out in order, so this one is the last.
    while let Err(StoreError::Busy) = store.add_namespace(namespace("last")).await {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(stored(&store).await?.len(), waiting + 2);
    assert_eq!(store.namespace(&namespace_id(&format!("waiting-{waiting}"))).await?, None);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_writer_goes_on_after_sqlite_ended_a_transaction_by_itself() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let ended = store.run(&["INSERT INTO namespaces (id, name, created_at) VALUES ('lost', '', 0)", "ROLLBACK"]).await;
    assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
    store.add_namespace(namespace("later")).await?;
    assert_eq!(stored(&store).await?, ["later"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_panics_stores_nothing_and_stops_none_after_it() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let panicking = store.file.writer.write(|mut connection| {
        Box::pin(async move {
            connection.execute(insertion(&namespace("half-done"))).await?;
            defect();
            Ok(())
        })
    });
    let (before, panicking, opened) = tokio::join!(store.add_namespace(namespace("before")), panicking, gate.open());
    opened?;
    for outcome in [before, panicking] {
        assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
    }
    store.add_namespace(namespace("later")).await?;
    assert_eq!(stored(&store).await?, ["gate", "later"]);
    store.check().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_which_a_part_has_stopped_says_so() -> TestResult {
    let folder = tempdir()?;
    let mut store = open(folder.path()).await?;
    store.check().await?;
    let whole = store.clone();
    store = whole.with_writer(Writer::stopped());
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    let refused = store.add_namespace(namespace("refused")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    store = whole.with_batches(whole.batches.without_answers());
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    let (quiz, user) = (quiz(QuizKind::InApp, 1), person(1));
    let refused = store.save_answer(answer(&quiz, &user, Indicator::Fhn1, 1, 1)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    store = whole.with_batches(whole.batches.without_lookups());
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    let refused = store.record(&quiz.id, &user).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_makes_writes_unavailable_until_there_is_room_again() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let large = Namespace { name: "x".repeat(1_000_000), ..namespace("large") };
    store.run(&["PRAGMA max_page_count = 60"]).await?;
    let refused = store.add_namespace(large.clone()).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert_eq!(store.namespace(&large.id).await?, None);
    store.run(&["PRAGMA max_page_count = 1000000"]).await?;
    store.add_namespace(large.clone()).await?;
    assert_eq!(store.namespace(&large.id).await?, Some(large));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_writer_goes_round_unless_a_transaction_does_not_end() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    // The round that was requested last ends soon.
    let next = async || {
        let seen = store.writer_rounds();
        tokio::time::sleep(Duration::from_millis(300)).await;
        (seen, store.writer_rounds())
    };
    let (idle, transactions) = (next().await, store.transactions());
    assert!(idle.0 < idle.1, "{idle:?}");
    let gate = Gate::close(&store, namespace("gate")).await?;
    let stuck = next().await;
    assert_eq!(stuck.0, stuck.1);
    gate.open().await?;
    let again = next().await;
    assert!(again.0 < again.1, "{again:?}");
    assert_eq!(store.transactions(), transactions + 1, "a round is no transaction");
    Ok(())
}

fn defect() {
    panic!("made on purpose");
}

async fn stored(store: &FileStore) -> Result<Vec<String>, StoreError> {
    let namespaces = store.namespaces(Page { after: None, limit: u32::MAX }).await?;
    Ok(namespaces.into_iter().map(|namespace| namespace.id.to_string()).collect())
}
