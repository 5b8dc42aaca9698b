//! Erasing a deleted quiz in pieces.

use std::{path::Path, time::Duration};

use domain::{Quiz, QuizKind};
use futures_util::FutureExt;
use tempfile::tempdir;

use super::{gate::Gate, open, other_program};
use crate::store::{
    ErasedBy, Page, StoreError, WorkScope,
    contract::samples::{at, namespace, person, quiz, record, submitted},
    sql::{self, purge_some},
    sqlite::tests::FileStore,
};

type TestResult = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_is_many_small_writes() -> TestResult {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 3 * sql::STEP).await?;
    for left in [2 * sql::STEP, sql::STEP, 0] {
        assert!(!purge_some(&store, quiz.id.to_string(), Duration::ZERO).await?);
        let records = store.count("SELECT count(*) FROM records").await?;
        assert_eq!(records.unsigned_abs(), left);
    }
    assert!(purge_some(&store, quiz.id.to_string(), Duration::from_hours(1)).await?);
    assert_eq!(store.definition(&quiz.id, 1).await?, None);
    Ok(())
}

/// Rows that a quiz can have many of are erased in pieces, not with the quiz in one statement.
#[tokio::test(flavor = "multi_thread")]
async fn no_piece_of_a_deletion_is_larger_than_a_statement() -> TestResult {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 0).await?;
    let writer = other_program(folder.path())?;
    let numbers = "WITH RECURSIVE n (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < 199)";
    for fill in [
        "INSERT INTO invitations (quiz_id, id, created_at) SELECT $1, 'i' || n, n FROM n",
        "INSERT INTO person_words (quiz_id, word, user_id) SELECT $1, 'w' || n, 'i' || n FROM n",
        "INSERT INTO mails (id, kind, at, quiz_id, user_id, reference, recipient, domain, state, due_at)
             SELECT 'm' || n, 'invitation', n, $1, 'i' || n, '1', 'a@example.com', 'example.com', 'queued', n FROM n",
        "INSERT INTO result_mails (quiz_id, user_id, attempt, mail_id, at) SELECT $1, 'u' || n, 1, 'm' || n, n FROM n",
        "INSERT INTO alerts (quiz_id, user_id, attempt, alert, id, version, at)
             SELECT $1, 'u' || n, 1, 'low', 'alr_' || n, 1, n FROM n",
        "INSERT INTO series (quiz_id, user_id) SELECT $1, 'u' || n FROM n",
        "INSERT INTO occasions (quiz_id, user_id, number, id, due_day, opens_at, closes_at, is_stopped)
             SELECT $1, 'u' || n, 1, 'occ_' || n, 1, 1, 2, 0 FROM n",
        "INSERT INTO quiz_opt_outs (quiz_id, address, at) SELECT $1, n, n FROM n",
        "INSERT INTO erased_records (quiz_id, changed, user_id) SELECT $1, n, 'u' || n FROM n",
        "INSERT INTO audit_subjects (quiz_id, user_id, pseudonym, salt) SELECT $1, 'u' || n, 'p' || n, x'00' FROM n",
        "INSERT INTO tallies (quiz_id, dimension, bucket, n) SELECT $1, 'answer', n, 1 FROM n",
        "INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id) SELECT $1, '', n, n, 'u' || n FROM n",
        "INSERT INTO quiz_versions (quiz_id, version, definition, created_at) SELECT $1, n, '{}', n FROM n",
        "INSERT INTO past_attempts (quiz_id, user_id, attempt, version, language, answers, started_at, activity_at,
             submitted_at, indicators) SELECT $1, 'u' || n, 1, 1, 'en', '{}', 1, 1, 1, '{}' FROM n",
    ] {
        writer.execute(&format!("{numbers} {fill}"), [quiz.id.as_str()])?;
    }
    let mut tables = writer.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN
             (SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE c.name = 'quiz_id')",
    )?;
    let tables = tables.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let mut before = rows(&writer, &tables)?;
    assert!(before > 700, "{before} rows in {tables:?}");
    loop {
        let is_gone = purge_some(&store, quiz.id.to_string(), Duration::ZERO).await?;
        let after = rows(&writer, &tables)?;
        assert!(before - after <= sql::STEP.cast_signed(), "{before} rows, then {after}");
        before = after;
        if is_gone {
            break;
        }
    }
    assert_eq!(before, 0);
    Ok(())
}

fn rows(connection: &rusqlite::Connection, tables: &[String]) -> rusqlite::Result<i64> {
    let mut all = 0;
    for table in tables {
        let count = format!("SELECT count(*) FROM {table} WHERE quiz_id IS NOT NULL");
        all += connection.query_one(&count, [], |row| row.get::<_, i64>(0))?;
    }
    Ok(all)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_quiz_is_out_of_sight_before_its_records_are_erased() -> TestResult {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 1).await?;
    assert_eq!(store.quiz(&quiz.id).await?, None);
    assert_eq!(store.quizzes(&quiz.namespace_id, Page { after: None, limit: 10 }).await?.items, []);
    assert!(!mark_deleted(&store, &quiz).await?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_erases_what_a_crash_left_of_a_deleted_quiz() -> TestResult {
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
async fn with_a_quiz_go_the_ids_of_its_erased_records() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    store.begin(record(&quiz, &person(0), 1)).await?;
    let (id, user) = (quiz.id.clone(), person(0));
    let erased: Result<bool, StoreError> = store
        .transact(WorkScope::Installation, move |tx| {
            Box::pin(async move { tx.erase_user(&id, &user, ErasedBy::Namespace, at(2)).await })
        })
        .await;
    assert!(erased?);
    let left = || store.count("SELECT count(*) FROM erased_records");
    assert_eq!(left().await?, 1);
    assert!(mark_deleted(&store, &quiz).await?);
    store.purge_deleted().await?;
    assert_eq!(left().await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_go_with_their_quiz() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    store.add_records(vec![submitted(record(&quiz, &person(0), 1), 9)]).await?;
    let left = || store.count("SELECT count(*) FROM submitted_scores");
    assert_eq!(left().await?, 5);
    assert!(mark_deleted(&store, &quiz).await?);
    store.purge_deleted().await?;
    assert_eq!(left().await?, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_waits_while_the_queue_is_full() -> TestResult {
    let folder = tempdir()?;
    let (store, quiz) = store_with_a_marked_quiz(folder.path(), 1).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let is_refused = |_| matches!(store.note_key_use("unknown", at(1)).now_or_never(), Some(Err(StoreError::Busy)));
    assert!((0..100_000).any(is_refused), "the queue has no end");
    let mut purge = Box::pin(store.purge_deleted());
    tokio::time::timeout(Duration::from_millis(100), &mut purge).await.expect_err("the queue is full");
    gate.open().await?;
    purge.await?;
    assert_eq!(store.definition(&quiz.id, 1).await?, None);
    Ok(())
}

/// A quiz that was deleted by a program that stopped right after its first write.
async fn store_with_a_marked_quiz(folder: &Path, records: u64) -> anyhow::Result<(FileStore, Quiz)> {
    let store = open(folder).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_namespace(namespace("demo")).await?;
    store.add_quiz(quiz.clone()).await?;
    let people = (0..usize::try_from(records)?).map(person);
    store.add_records(people.map(|person| record(&quiz, &person, 1)).collect()).await?;
    assert!(mark_deleted(&store, &quiz).await?);
    Ok((store, quiz))
}

async fn mark_deleted(store: &FileStore, quiz: &Quiz) -> Result<bool, StoreError> {
    let id = quiz.id.clone();
    store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.mark_deleted(&id, at(5)).await })).await
}
