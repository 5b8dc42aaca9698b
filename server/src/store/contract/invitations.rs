//! Invited people.

use domain::{Quiz, QuizKind};

use super::{
    Outcome, TestStore,
    samples::{at, invited_id, odd_texts},
};
use crate::store::{Invitation, StoreError};

pub(super) async fn an_invitation_comes_back_as_it_was_stored(store: TestStore) -> Outcome {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let given = [invitation(&quiz, 1, "Zoé"), invitation(&quiz, 2, "Ana")];
    store.add_invitations(given.to_vec()).await?;
    for one in given {
        assert_eq!(store.invitation(&quiz.id, &one.id).await?, Some(one));
    }
    Ok(())
}

pub(super) async fn an_invitation_without_details_comes_back_too(store: TestStore) -> Outcome {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let given = Invitation { name: None, email: None, custom_data: None, ..invitation(&quiz, 1, "") };
    store.add_invitations(vec![given.clone()]).await?;
    assert_eq!(store.invitation(&quiz.id, &given.id).await?, Some(given));
    Ok(())
}

pub(super) async fn an_invitation_holds_for_its_own_quiz(store: TestStore) -> Outcome {
    let (own, other) = (store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    store.add_invitations(vec![invitation(&own, 1, "Ana")]).await?;
    assert_eq!(store.invitation(&other.id, &invited_id(1)).await?, None);
    Ok(())
}

pub(super) async fn an_unknown_invitation_is_not_there(store: TestStore) -> Outcome {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations(vec![invitation(&quiz, 1, "Ana")]).await?;
    assert_eq!(store.invitation(&quiz.id, &invited_id(2)).await?, None);
    Ok(())
}

pub(super) async fn a_taken_invitation_id_is_a_conflict_and_none_is_stored(store: TestStore) -> Outcome {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let first = invitation(&quiz, 1, "Ana");
    store.add_invitations(vec![first.clone()]).await?;
    let more = [2, 1, 3].map(|number| invitation(&quiz, number, "Bea")).to_vec();
    assert!(matches!(store.add_invitations(more).await, Err(StoreError::Conflict)));
    assert_eq!(store.invitation(&quiz.id, &invited_id(1)).await?, Some(first));
    assert_eq!(store.invitation(&quiz.id, &invited_id(2)).await?, None);
    assert_eq!(store.invitation(&quiz.id, &invited_id(3)).await?, None);
    Ok(())
}

pub(super) async fn odd_details_come_back_unchanged(store: TestStore) -> Outcome {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    for (number, odd) in (1..).zip(odd_texts()) {
        let given =
            Invitation { email: Some(odd.clone()), custom_data: Some(odd.clone()), ..invitation(&quiz, number, &odd) };
        store.add_invitations(vec![given.clone()]).await?;
        assert_eq!(store.invitation(&quiz.id, &given.id).await?, Some(given));
    }
    Ok(())
}

fn invitation(quiz: &Quiz, number: u8, name: &str) -> Invitation {
    Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: Some(name.to_owned()),
        email: Some(format!("person{number}@bank.example")),
        custom_data: Some(format!("customer {number}")),
        created_at: at(1_700_000_000_123_456_789),
    }
}
