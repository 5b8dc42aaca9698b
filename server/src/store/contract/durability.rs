//! Durability: a write is on disk when its call returns, is atomic, and does not depend on its caller.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use domain::{AnswersRecord, Indicator, Quiz, QuizKind, UserId};
use futures_util::{FutureExt, future::join_all};

use super::{
    TestResult, TestStore, apply, contract, eventually,
    samples::{answer, at, invited_id, namespace, person, record, submitted},
};
use crate::store::{ApiKey, Counts, Invitation, KeyScope, Mailed, Page, StoreError};

const MANY: usize = 300;

#[apply(contract!)]
async fn what_was_stored_is_there_after_a_restart(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let user = UserId::Invited(invited_id(1));
    store.add_invitations(vec![invitation(&quiz)]).await?;
    store.add_key(key()).await?;
    store.begin(record(&quiz, &user, 1)).await?;
    let answered = store.save_answer(answer(&quiz, &user, Indicator::Fhn1, 1, 2)).await?;

    let store = store.reopened().await?;

    assert_eq!(store.namespace(&quiz.namespace_id).await?, Some(namespace("demo")));
    assert_eq!(store.quiz(&quiz.id).await?.as_ref(), Some(&quiz));
    assert_eq!(store.invitation(&quiz.id, &invited_id(1)).await?, Some(invitation(&quiz)));
    assert_eq!(store.keys().await?, [key()]);
    assert!(answered.is_some());
    assert_eq!(store.record(&quiz.id, &user).await?, answered);
    assert_eq!(store.counts(&quiz.id).await?, Counts { started: 1, completed: 0 });
    // The store continues from there.
    assert!(store.save_answer(answer(&quiz, &user, Indicator::Fhn2, 1, 3)).await?.is_some());
    Ok(())
}

#[apply(contract!)]
async fn what_was_erased_stays_away_after_a_restart(store: TestStore) -> TestResult {
    let (kept, deleted) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    for quiz in [&kept, &deleted] {
        store.begin(record(quiz, &person(1), 1)).await?;
    }
    assert!(store.erase_user(&kept.id, &person(1)).await?);
    assert!(store.delete_quiz(&deleted.id, at(5)).await?);

    let store = store.reopened().await?;

    assert_eq!(store.record(&kept.id, &person(1)).await?, None);
    assert_eq!(store.record(&deleted.id, &person(1)).await?, None);
    assert_eq!(store.quiz(&deleted.id).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn one_failing_write_among_two_hundred_fails_alone(store: TestStore) -> TestResult {
    store.add_namespace(namespace("taken")).await?;
    let id = |number: usize| if number == 100 { "taken".to_owned() } else { format!("new-{number}") };
    let outcomes = join_all((0..200).map(|number| store.add_namespace(namespace(&id(number))))).await;
    for (number, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Ok(()) => assert_ne!(number, 100),
            Err(StoreError::Conflict) => assert_eq!(number, 100),
            Err(error) => return Err(error.into()),
        }
    }
    let stored = store.namespaces(Page { after: None, limit: 1000 }).await?;
    assert_eq!(stored.len(), 200);
    Ok(())
}

#[apply(contract!)]
async fn a_write_goes_on_when_its_caller_is_gone(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    store.begin(record(&quiz, &person(2), 1)).await?;

    // Each future is polled once and dropped before it can have an outcome.
    let _ = store.begin(record(&quiz, &person(3), 1)).now_or_never();
    let _ = store.save_answer(answer(&quiz, &person(1), Indicator::Fhn1, 1, 2)).now_or_never();
    let _ = store.replace_record(submitted(record(&quiz, &person(2), 1), 5), at(1)).now_or_never();

    eventually(async || Ok(store.record(&quiz.id, &person(3)).await?.is_some())).await?;
    eventually(async || Ok(store.stored(&quiz, &person(1)).await?.answers.len() == 1)).await?;
    eventually(async || Ok(store.stored(&quiz, &person(2)).await?.submission.is_some())).await
}

#[apply(contract!)]
async fn a_write_cut_off_at_any_moment_is_stored_whole(store: TestStore) -> TestResult {
    let mut quizzes = Vec::new();
    for (number, milliseconds) in (1..).zip([0, 1, 2, 4, 8, 16]) {
        let quiz = store.quiz_of(QuizKind::InApp, number).await?;
        let write = store.add_records(many_records(&quiz));
        let _ = tokio::time::timeout(Duration::from_millis(milliseconds), write).await;
        quizzes.push(quiz);
    }
    for quiz in quizzes {
        eventually(async || is_all_there(&store, &quiz).await).await?;
    }
    Ok(())
}

#[apply(contract!)]
async fn a_reader_sees_all_of_a_write_or_nothing(store: TestStore) -> TestResult {
    let mut quizzes = Vec::new();
    for number in 0..6 {
        quizzes.push(store.quiz_of(QuizKind::InApp, number).await?);
    }
    let is_done = AtomicBool::new(false);
    let write = async {
        for quiz in &quizzes {
            store.add_records(many_records(quiz)).await?;
        }
        is_done.store(true, Ordering::Relaxed);
        anyhow::Ok(())
    };
    let read = async {
        while !is_done.load(Ordering::Relaxed) {
            for quiz in &quizzes {
                is_all_there(&store, quiz).await?;
            }
        }
        anyhow::Ok(())
    };
    tokio::try_join!(write, read)?;
    for quiz in &quizzes {
        assert!(is_all_there(&store, quiz).await?);
    }
    Ok(())
}

fn many_records(quiz: &Quiz) -> Vec<AnswersRecord> {
    (0..MANY).map(|number| submitted(record(quiz, &person(number), 1), 5)).collect()
}

/// True if all records of one write exist. Fails if only some do.
async fn is_all_there(store: &TestStore, quiz: &Quiz) -> anyhow::Result<bool> {
    let listed = store.records(&quiz.id, Page { after: None, limit: 10_000 }).await?.len();
    assert!([0, MANY].contains(&listed), "{listed} records of one write are seen");
    let counted = store.counts(&quiz.id).await?.started;
    assert!([0, u64::try_from(MANY)?].contains(&counted), "{counted} records of one write are counted");
    Ok(listed == MANY)
}

fn invitation(quiz: &Quiz) -> Invitation {
    Invitation {
        id: invited_id(1),
        quiz_id: quiz.id.clone(),
        name: Some("Ana".to_owned()),
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        created_at: at(1),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}

fn key() -> ApiKey {
    ApiKey {
        id: "k1".to_owned(),
        secret_hash: [1; 32],
        label: "The dashboard".to_owned(),
        namespace_id: None,
        scopes: KeyScope::Read.into(),
        created_at: at(1),
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    }
}
