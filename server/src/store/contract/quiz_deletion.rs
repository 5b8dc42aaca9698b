//! Deleting a quiz and everything answered in it.

use domain::{AnswersRecord, Quiz, QuizKind, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, invited_id, namespace_id, person, quiz, quiz_id, record, submitted},
};
use crate::store::{Counts, Invitation, Listed, Mailed, Page, StoreError};

const NOW: i64 = 5_000_000;

#[apply(contract!)]
async fn a_deleted_quiz_is_gone_with_all_that_belongs_to_it(store: TestStore) -> TestResult {
    let deleted = store.quiz_of(QuizKind::Invited, 1).await?;
    let user = UserId::Invited(invited_id(1));
    store.add_invitations(vec![invitation(&deleted)]).await?;
    let mut begun = record(&deleted, &user, 1);
    begun.custom_data = Some("42".to_owned());
    store.begin(begun).await?;

    assert!(store.delete_quiz(&deleted.id, at(NOW)).await?);

    assert_eq!(store.quiz(&deleted.id).await?, None);
    assert_eq!(store.definition(&deleted.id, 1).await?, None);
    assert_eq!(store.quizzes(&namespace_id("demo"), Page { after: None, limit: 10 }).await?, Listed::NONE);
    assert_eq!(store.invitation(&deleted.id, &invited_id(1)).await?, None);
    assert_eq!(store.record(&deleted.id, &user).await?, None);
    assert_eq!(store.record_by_custom_data(&deleted.id, "42").await?, None);
    assert_eq!(records_of(&store, &deleted).await?, []);
    assert_eq!(store.counts(&deleted.id).await?, Counts::default());
    Ok(())
}

#[apply(contract!)]
async fn thousands_of_records_are_erased_before_the_deletion_returns(store: TestStore) -> TestResult {
    let deleted = store.a_quiz().await?;
    store.add_records(finished(&deleted, 2500)).await?;
    assert!(store.delete_quiz(&deleted.id, at(NOW)).await?);
    assert_eq!(records_of(&store, &deleted).await?, []);
    assert_eq!(store.record(&deleted.id, &person(2499)).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn deleting_leaves_other_quizzes_alone(store: TestStore) -> TestResult {
    let deleted = store.quiz_of(QuizKind::InApp, 1).await?;
    let kept = store.quiz_of(QuizKind::InApp, 2).await?;
    let invited = store.quiz_of(QuizKind::Invited, 3).await?;
    store.add_invitations(vec![invitation(&invited)]).await?;
    for quiz in [&deleted, &kept] {
        store.add_records(finished(quiz, 3)).await?;
    }
    store.delete_quiz(&deleted.id, at(NOW)).await?;
    assert_eq!(store.quiz(&kept.id).await?.as_ref(), Some(&kept));
    assert_eq!(records_of(&store, &kept).await?, finished(&kept, 3));
    assert_eq!(store.counts(&kept.id).await?, Counts { started: 3, completed: 3 });
    assert_eq!(store.invitation(&invited.id, &invited_id(1)).await?, Some(invitation(&invited)));
    Ok(())
}

#[apply(contract!)]
async fn only_a_quiz_that_is_there_can_be_deleted(store: TestStore) -> TestResult {
    let deleted = store.a_quiz().await?;
    assert!(!store.delete_quiz(&quiz_id(2), at(NOW)).await?);
    assert_eq!(store.quiz(&deleted.id).await?.as_ref(), Some(&deleted));
    assert!(store.delete_quiz(&deleted.id, at(NOW)).await?);
    assert!(!store.delete_quiz(&deleted.id, at(NOW)).await?);
    Ok(())
}

#[apply(contract!)]
async fn nobody_begins_a_quiz_that_was_deleted(store: TestStore) -> TestResult {
    let deleted = store.a_quiz().await?;
    store.delete_quiz(&deleted.id, at(NOW)).await?;
    let refused = store.begin(record(&deleted, &person(1), 1)).await;
    assert!(matches!(refused, Err(StoreError::Missing)), "{refused:?}");
    assert_eq!(records_of(&store, &deleted).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn a_purge_without_deleted_quizzes_erases_nothing(store: TestStore) -> TestResult {
    let kept = store.a_quiz().await?;
    store.add_records(finished(&kept, 3)).await?;
    store.purge_deleted().await?;
    assert_eq!(store.quiz(&kept.id).await?, Some(quiz(QuizKind::InApp, 1)));
    assert_eq!(records_of(&store, &kept).await?.len(), 3);
    Ok(())
}

fn invitation(quiz: &Quiz) -> Invitation {
    let (id, quiz_id) = (invited_id(1), quiz.id.clone());
    Invitation {
        id,
        quiz_id,
        name: None,
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        created_at: at(1),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}

fn finished(quiz: &Quiz, people: usize) -> Vec<AnswersRecord> {
    (0..people).map(|number| submitted(record(quiz, &person(number), 1), 2)).collect()
}

async fn records_of(store: &TestStore, quiz: &Quiz) -> anyhow::Result<Vec<AnswersRecord>> {
    Ok(store.records(&quiz.id, Page { after: None, limit: 10_000 }).await?)
}
