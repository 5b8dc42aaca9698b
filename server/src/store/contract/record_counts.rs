//! Counts of begun and completed records.

use domain::{Indicator, Quiz, QuizKind};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{answer, at, person, quiz, quiz_id, record, submitted},
};
use crate::store::{Counts, Page};

#[apply(contract!)]
async fn a_new_quiz_counts_nothing(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_counts(&store, &quiz, 0, 0).await
}

#[apply(contract!)]
async fn an_unknown_quiz_counts_nothing(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    store.begin(record(&known, &person(1), 1)).await?;
    assert_eq!(store.counts(&quiz_id(2)).await?, Counts::default());
    Ok(())
}

#[apply(contract!)]
async fn beginning_counts_once_a_person(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in [1, 2, 1, 1] {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 2)).await?;
    assert_counts(&store, &quiz, 2, 0).await
}

#[apply(contract!)]
async fn submitting_counts_once_a_record(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for number in [1, 2] {
        store.begin(record(&quiz, &person(number), 1)).await?;
    }
    let done = submitted(record(&quiz, &person(1), 1), 5);
    assert!(store.replace_record(done.clone(), at(1)).await?);
    assert_counts(&store, &quiz, 2, 1).await?;
    assert!(store.replace_record(done, at(5)).await?);
    assert_counts(&store, &quiz, 2, 1).await
}

#[apply(contract!)]
async fn erasing_takes_a_person_out_of_the_counts(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    store.add_records(vec![submitted(record(&quiz, &person(2), 1), 5)]).await?;
    assert_counts(&store, &quiz, 2, 1).await?;
    store.erase_user(&quiz.id, &person(1)).await?;
    assert_counts(&store, &quiz, 1, 1).await?;
    store.erase_user(&quiz.id, &person(2)).await?;
    assert_counts(&store, &quiz, 0, 0).await?;
    store.erase_user(&quiz.id, &person(2)).await?;
    assert_counts(&store, &quiz, 0, 0).await
}

#[apply(contract!)]
async fn added_records_are_counted_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let open = record(&quiz, &person(1), 1);
    store.begin(open.clone()).await?;
    let given = vec![
        submitted(open, 5),
        submitted(record(&quiz, &person(2), 1), 5),
        submitted(record(&quiz, &person(3), 1), 5),
        record(&quiz, &person(4), 1),
    ];
    store.add_records(given.clone()).await?;
    assert_counts(&store, &quiz, 4, 2).await?;
    store.add_records(given).await?;
    assert_counts(&store, &quiz, 4, 2).await
}

#[apply(contract!)]
async fn writes_that_fail_do_not_count(store: TestStore) -> TestResult {
    let known = store.a_quiz().await?;
    let unknown = quiz(QuizKind::InApp, 2);
    let given = vec![submitted(record(&known, &person(1), 1), 5), record(&unknown, &person(1), 1)];
    assert!(store.add_records(given).await.is_err());
    assert!(!store.replace_record(submitted(record(&known, &person(2), 1), 5), at(1)).await?);
    assert_counts(&store, &known, 0, 0).await
}

#[apply(contract!)]
async fn quizzes_are_counted_apart(store: TestStore) -> TestResult {
    let (one, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.begin(record(&one, &person(1), 1)).await?;
    store.add_records(vec![submitted(record(&other, &person(1), 1), 5)]).await?;
    assert_counts(&store, &one, 1, 0).await?;
    assert_counts(&store, &other, 1, 1).await
}

#[apply(contract!)]
async fn counts_are_exact_after_many_writes_at_once(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let (store, quiz) = (&store, &quiz);
    try_join_all((0..60).map(|number| async move {
        let begun = store.begin(record(quiz, &person(number), 1)).await?;
        if number % 2 == 0 {
            store.replace_record(submitted(begun, 5), at(1)).await?;
        }
        if number % 3 == 0 {
            store.erase_user(&quiz.id, &person(number)).await?;
        }
        anyhow::Ok(())
    }))
    .await?;
    // Of 60 people 20 were erased; of the 40 that are left every second number had submitted.
    assert_counts(store, quiz, 40, 20).await
}

async fn assert_counts(store: &TestStore, quiz: &Quiz, started: u64, completed: u64) -> TestResult {
    let expected = Counts { started, completed };
    assert_eq!(store.counts(&quiz.id).await?, expected);
    let listed = store.quizzes(&quiz.namespace_id, Page { after: None, limit: 100 }).await?.items;
    let listed: Vec<_> = listed.iter().filter(|listed| listed.id == quiz.id).map(|listed| listed.counts).collect();
    assert_eq!(listed, [expected]);
    let ids = [quiz_id(255), quiz.id.clone(), quiz.id.clone()];
    assert_eq!(store.counts_of(&ids).await?, [Counts::default(), expected, expected]);
    Ok(())
}
