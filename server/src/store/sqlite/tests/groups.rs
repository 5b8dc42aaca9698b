//! Grouped begins, answers, submissions and lookups: a failure must not affect other members of the group.

use std::time::Duration;

use domain::{AnswersRecord, Indicator, QuizKind};
use futures_util::future::join_all;
use tempfile::tempdir;

use super::{gate::Gate, open};
use crate::store::{
    StoreError,
    contract::samples::{answer, namespace, person, quiz, record, submitted},
    sql::sql,
    sqlite::tests::FileStore,
};

type TestResult = anyhow::Result<()>;

const PEOPLE: usize = 32;
const DAMAGED: [usize; 2] = [0, 17];

/// Respondents who have begun, some of whose records are damaged.
async fn damaged(store: &FileStore, column: &'static str) -> anyhow::Result<domain::Quiz> {
    store.add_namespace(namespace("demo")).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_quiz(quiz.clone()).await?;
    for number in 0..PEOPLE {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    for number in DAMAGED {
        let user = person(number);
        let update = if column == "answers" {
            sql!("UPDATE records SET answers = 'no JSON' WHERE user_id = $1")
        } else {
            sql!("UPDATE records SET language = 'Klingon' WHERE user_id = $1")
        };
        store.store.execute(update.bind(&user)).await?;
    }
    Ok(quiz)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_fails_its_own_answer_only() -> TestResult {
    for column in ["answers", "language"] {
        let folder = tempdir()?;
        let store = open(folder.path()).await?;
        let quiz = damaged(&store, column).await?;
        // While the writer waits, all but the first gather in one statement.
        let gate = Gate::close(&store, namespace("gate")).await?;
        let answering =
            (0..PEOPLE).map(|number| store.save_answer(answer(&quiz, &person(number), Indicator::Fhn1, 1, 9)));
        let (saved, opened) = tokio::join!(join_all(answering), async {
            tokio::task::yield_now().await;
            gate.open().await
        });
        opened?;
        for (number, saved) in (0..PEOPLE).zip(saved) {
            if DAMAGED.contains(&number) {
                assert!(matches!(saved, Err(StoreError::Internal(_))), "{column} {number}: {saved:?}");
            } else {
                let saved = saved?;
                assert_eq!(saved.as_ref().map(|record| record.answers.len()), Some(1), "{column} {number}");
                assert_eq!(store.record(&quiz.id, &person(number)).await?, saved, "{column} {number}");
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_fails_its_own_lookup_only() -> TestResult {
    for column in ["answers", "language"] {
        let folder = tempdir()?;
        let store = open(folder.path()).await?;
        let quiz = damaged(&store, column).await?;
        let people: Vec<_> = (0..=PEOPLE).map(person).collect();
        let found = join_all(people.iter().map(|user| store.record(&quiz.id, user))).await;
        for (number, found) in found.into_iter().enumerate() {
            if DAMAGED.contains(&number) {
                assert!(matches!(found, Err(StoreError::Internal(_))), "{column} {number}: {found:?}");
            } else {
                let expected = (number < PEOPLE).then(|| record(&quiz, &person(number), 1));
                assert_eq!(found?, expected, "{column} {number}");
            }
        }
    }
    Ok(())
}

/// Lets all futures reach their queues, then unblocks the writer.
async fn open_after_all_wait(store: &FileStore, gate: Gate) -> Result<usize, StoreError> {
    tokio::time::sleep(Duration::from_millis(200)).await;
    let waiting = store.file.writer.waiting();
    gate.open().await?;
    Ok(waiting)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_a_quiz_that_is_gone_fails_alone() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.add_namespace(namespace("demo")).await?;
    let (known, gone) = (quiz(QuizKind::InApp, 1), quiz(QuizKind::InApp, 2));
    store.add_quiz(known.clone()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let begins = (0..PEOPLE).map(|number| {
        let quiz = if DAMAGED.contains(&number) { &gone } else { &known };
        store.begin(record(quiz, &person(number), 1))
    });
    let (begun, waiting) = tokio::join!(join_all(begins), open_after_all_wait(&store, gate));
    assert_eq!(waiting?, 1, "the others are gathered behind the first");
    for (number, begun) in (0..PEOPLE).zip(begun) {
        if DAMAGED.contains(&number) {
            assert!(matches!(begun, Err(StoreError::Missing)), "{number}: {begun:?}");
        } else {
            assert_eq!(begun?, record(&known, &person(number), 1), "{number}");
        }
    }
    assert_eq!(store.counts(&known.id).await?.started, (PEOPLE - DAMAGED.len()) as u64);
    assert_eq!(store.counts(&gone.id).await?.started, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_begin_as_the_same_user_one_record_comes_out() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.add_namespace(namespace("demo")).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_quiz(quiz.clone()).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let begins = (0..8).map(|number| {
        let custom_data = (number > 3).then(|| format!("data {number}"));
        store.begin(AnswersRecord { custom_data, ..record(&quiz, &person(1), 1) })
    });
    let (begun, opened) = tokio::join!(join_all(begins), open_after_all_wait(&store, gate));
    opened?;
    let begun: Vec<AnswersRecord> = begun.into_iter().collect::<Result<_, _>>()?;
    let data: Vec<_> = begun.iter().map(|record| record.custom_data.as_deref()).collect();
    let first = Some("data 4");
    assert_eq!(data, [None, None, None, None, first, first, first, first], "the first that is given stays");
    assert_eq!(store.record(&quiz.id, &person(1)).await?.as_ref(), begun.last());
    assert_eq!(store.counts(&quiz.id).await?.started, 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_fails_its_own_submission_only() -> TestResult {
    for column in ["answers", "language"] {
        let folder = tempdir()?;
        let store = open(folder.path()).await?;
        let quiz = damaged(&store, column).await?;
        let gate = Gate::close(&store, namespace("gate")).await?;
        let submitting = (0..PEOPLE).map(|number| {
            let record = record(&quiz, &person(number), 1);
            store.replace_record(submitted(record.clone(), 9), record.activity_at)
        });
        let (done, waiting) = tokio::join!(join_all(submitting), open_after_all_wait(&store, gate));
        assert_eq!(waiting?, 1, "the others are gathered behind the first");
        for (number, done) in (0..PEOPLE).zip(done) {
            if DAMAGED.contains(&number) {
                assert!(matches!(done, Err(StoreError::Internal(_))), "{column} {number}: {done:?}");
            } else {
                assert!(done?, "{column} {number}");
                let stored = store.record(&quiz.id, &person(number)).await?;
                assert!(stored.is_some_and(|record| record.submission.is_some()), "{column} {number}");
            }
        }
        assert_eq!(store.counts(&quiz.id).await?.completed, (PEOPLE - DAMAGED.len()) as u64);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_submissions_at_the_same_moment_one_is_stored() -> TestResult {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.add_namespace(namespace("demo")).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_quiz(quiz.clone()).await?;
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    let gate = Gate::close(&store, namespace("gate")).await?;
    let submitting = (0..8).map(|_| store.replace_record(submitted(begun.clone(), 9), begun.activity_at));
    let (done, opened) = tokio::join!(join_all(submitting), open_after_all_wait(&store, gate));
    opened?;
    let done: Vec<bool> = done.into_iter().collect::<Result<_, _>>()?;
    assert_eq!(done, [true, false, false, false, false, false, false, false]);
    assert_eq!(store.counts(&quiz.id).await?.completed, 1);
    Ok(())
}
