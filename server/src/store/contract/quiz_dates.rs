//! Opening and closing dates of quizzes.

use domain::{Quiz, QuizKind, Settings};
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, quiz},
};
use crate::store::{QuizDate, StoreError};

fn with_dates(number: u8, opens_at: Option<i64>, closes_at: Option<i64>) -> Quiz {
    let quiz = quiz(QuizKind::InApp, number);
    let settings = Settings { opens_at: opens_at.map(at), closes_at: closes_at.map(at), ..quiz.settings.clone() };
    Quiz { settings, updated_at: at(5), ..quiz }
}

impl TestStore {
    async fn due(&self, now: i64) -> Result<Vec<(String, i64)>, StoreError> {
        let due = self.due_dates(at(now), 100).await?.into_iter();
        Ok(due.map(|date| (date.quiz.to_string(), date.at.nanoseconds())).collect())
    }

    async fn pass(&self, date: &QuizDate, next: Option<i64>) -> Result<bool, StoreError> {
        let date = date.clone();
        self.transact(move |tx| Box::pin(async move { tx.pass_date(&date, next.map(at)).await })).await
    }
}

#[apply(contract!)]
async fn the_next_date_follows_the_settings_and_is_passed_once(store: TestStore) -> TestResult {
    store.add_namespace(namespace("demo")).await?;
    let (both, past, none) =
        (with_dates(1, Some(10), Some(20)), with_dates(2, Some(3), Some(15)), with_dates(3, None, None));
    for quiz in [&both, &past, &none] {
        store.add_quiz(quiz.clone()).await?;
    }
    let [first, second] = [&both, &past].map(|quiz| quiz.id.to_string());
    assert_eq!(store.due(9).await?, []);
    assert_eq!(store.due(15).await?, [(first.clone(), 10), (second, 15)], "what is past when it is stored never comes");

    let date = store.due_dates(at(10), 1).await?.remove(0);
    let passed = try_join_all((0..16).map(|_| store.pass(&date, Some(20)))).await?;
    assert_eq!(passed.iter().filter(|is_passed| **is_passed).count(), 1);
    assert_eq!(store.due(99).await?.last(), Some(&(first.clone(), 20)));

    // A change of the dates cancels the pending one.
    let later = Quiz { updated_at: at(12), ..with_dates(1, None, Some(30)) };
    let stored = later.clone();
    store.transact(move |tx| Box::pin(async move { tx.update_quiz(&stored, None).await })).await?;
    assert!(!store.pass(&QuizDate { at: at(20), ..date }, None).await?);
    assert_eq!(store.due(99).await?.last(), Some(&(first.clone(), 30)));
    // An update that keeps the dates leaves a due date to be announced until it is taken.
    let (kept, id) = (Quiz { updated_at: at(40), ..later.clone() }, later.id.clone());
    let stored = kept.clone();
    store.transact(move |tx| Box::pin(async move { tx.update_quiz(&stored, None).await })).await?;
    assert_eq!(store.due(99).await?.last(), Some(&(first.clone(), 30)));
    let taken = store.transact(move |tx| {
        Box::pin(async move {
            let taken = [tx.take_untold_date(&id, at(40)).await?, tx.take_untold_date(&id, at(40)).await?];
            tx.update_quiz(&kept, None).await?;
            Ok::<_, StoreError>(taken)
        })
    });
    assert_eq!(taken.await?, [Some(at(30)), None]);
    assert!(store.due(99).await?.iter().all(|(id, _)| *id != first));
    assert_eq!(store.due(99).await?.len(), 1);
    store.transact(move |tx| Box::pin(async move { tx.mark_deleted(&past.id, at(13)).await })).await?;
    assert_eq!(store.due(99).await?, [], "a deleted quiz has no dates");
    Ok(())
}
