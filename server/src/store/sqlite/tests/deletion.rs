//! Erasing a deleted quiz piece by piece.

use std::{path::Path, time::Duration};

use domain::{Quiz, QuizKind};
use futures_util::FutureExt;
use tempfile::tempdir;

use super::{gate::Gate, open};
use crate::store::{
    KeyStore, Page, QuizStore, RecordStore, Store, StoreError, WorkScope,
    contract::samples::{at, namespace, person, quiz, record, submitted},
    sql::purge_some,
    sqlite::SqliteStore,
};

type Outcome = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_is_many_small_writes() -> Outcome {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 2500).await?;
    for left in [1500, 500, 0] {
        assert!(!purge_some(&store, quiz.id.to_string()).await?);
        let records: i64 = sqlx::query_scalar("SELECT count(*) FROM records").fetch_one(&store.readers).await?;
        assert_eq!(records, left);
    }
    assert!(purge_some(&store, quiz.id.to_string()).await?);
    assert_eq!(store.definition(&quiz.id, 1).await?, None);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_quiz_is_out_of_sight_before_its_records_are_erased() -> Outcome {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 1).await?;
    assert_eq!(store.quiz(&quiz.id).await?, None);
    assert_eq!(store.quizzes(&quiz.namespace_id, Page { after: None, limit: 10 }).await?, []);
    assert!(!mark_deleted(&store, &quiz).await?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_erases_what_a_crash_left_of_a_deleted_quiz() -> Outcome {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 1500).await?;
    assert!(store.record(&quiz.id, &person(0)).await?.is_some());

    let restarted = open(folder.path()).await?;
    restarted.purge_deleted().await?;
    assert_eq!(restarted.record(&quiz.id, &person(0)).await?, None);
    assert_eq!(restarted.counts(&quiz.id).await?.started, 0);
    assert_eq!(restarted.definition(&quiz.id, 1).await?, None);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_quiz_go_the_ids_of_its_erased_records() -> Outcome {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    store.begin(record(&quiz, &person(0), 1)).await?;
    let of_store: &dyn Store = &store;
    let input = (quiz.id.clone(), person(0));
    let erased: Result<bool, StoreError> =
        of_store.transact(WorkScope::Installation, input, |(quiz, user), tx| Box::pin(tx.erase_user(quiz, user))).await;
    assert!(erased?);
    let left =
        async || sqlx::query_scalar::<_, i64>("SELECT count(*) FROM erased_records").fetch_one(&store.readers).await;
    assert_eq!(left().await?, 1);
    assert!(mark_deleted(&store, &quiz).await?);
    store.purge_deleted().await?;
    assert_eq!(left().await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_go_with_their_quiz() -> Outcome {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    store.add_records(vec![submitted(record(&quiz, &person(0), 1), 9)]).await?;
    let left =
        async || sqlx::query_scalar::<_, i64>("SELECT count(*) FROM submitted_scores").fetch_one(&store.readers).await;
    assert_eq!(left().await?, 5);
    assert!(mark_deleted(&store, &quiz).await?);
    store.purge_deleted().await?;
    assert_eq!(left().await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_waits_while_the_queue_is_full() -> Outcome {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 1).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let is_refused = |_| matches!(store.note_key_use("unknown", at(1)).now_or_never(), Some(Err(StoreError::Busy)));
    assert!((0..100_000).any(is_refused), "the queue has no end");
    let mut purge = store.purge_deleted();
    tokio::time::timeout(Duration::from_millis(100), &mut purge).await.expect_err("the queue is full");
    gate.open().await?;
    purge.await?;
    assert_eq!(store.definition(&quiz.id, 1).await?, None);
    Ok(())
}

/// A quiz that was deleted by a program that stopped right after the first of its writes.
async fn store_with_a_marked_quiz(folder: &Path, records: usize) -> anyhow::Result<(SqliteStore, Quiz)> {
    let store = open(folder).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    store.add_records((0..records).map(|number| record(&quiz, &person(number), 1)).collect()).await?;
    assert!(mark_deleted(&store, &quiz).await?);
    Ok((store, quiz))
}

async fn mark_deleted(store: &SqliteStore, quiz: &Quiz) -> Result<bool, StoreError> {
    let store: &dyn Store = store;
    store.transact(WorkScope::Installation, quiz.id.clone(), |id, tx| Box::pin(tx.mark_deleted(id, at(5)))).await
}
