//! Readiness: the failures it detects, and its low cost.

use std::time::Duration;

use futures_util::future::join_all;
use tempfile::tempdir;
use tokio::time::{sleep, timeout};

use super::{gate::Gate, open, other_program};
use crate::store::{StoreError, contract::samples::namespace};

type TestResult = anyhow::Result<()>;

/// Longer than an outcome is valid.
const LATER: Duration = Duration::from_millis(2100);

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_is_not_ready_until_it_can() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.check().await?;
    // As if the file had been read-only when the connection was opened.
    store.run(&["PRAGMA query_only = ON"]).await?;
    sleep(LATER).await;
    is_not_ready(store.check().await, "the database is read-only");
    sleep(LATER).await;
    store.check().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_overwritten_is_not_ready() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let file = folder.path().join("test.db");
    let other = other_program(folder.path())?;
    other.query_one("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    std::fs::write(&file, vec![b'x'; 100_000])?;
    is_not_ready(store.check().await, "the database file is damaged");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_a_write_found_damaged_is_not_ready() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let damaged = store.run(&[
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 'namespaces'",
        "PRAGMA writable_schema = RESET",
        "INSERT INTO namespaces (id, name, created_at) VALUES ('x', '', 0)",
    ]);
    let damaged = damaged.await;
    assert!(matches!(damaged, Err(StoreError::Internal(_))), "{damaged:?}");
    is_not_ready(store.check().await, "the database file is damaged");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_often_writes_seldom() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let before = store.file.writer.transactions();
    for _ in 0..20 {
        join_all((0..50).map(|_| store.check())).await.into_iter().collect::<Result<(), _>>()?;
    }
    assert_eq!(store.file.writer.transactions() - before, 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_waits_is_not_joined_by_another() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    for _ in 0..20 {
        // The caller stops waiting. The write stays in the queue.
        assert!(timeout(Duration::from_millis(20), store.check()).await.is_err());
    }
    assert_eq!(store.file.writer.waiting(), 1);
    let told = timeout(Duration::from_secs(7), store.check()).await?;
    is_not_ready(told, "a write has been waiting");
    gate.open().await?;
    store.check().await?;
    Ok(())
}

#[track_caller]
fn is_not_ready(outcome: Result<(), StoreError>, why: &str) {
    let Err(StoreError::Unavailable(cause)) = outcome else { panic!("{outcome:?}") };
    assert!(cause.starts_with(why), "{cause}");
}
