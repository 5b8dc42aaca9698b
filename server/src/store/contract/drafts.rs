//! Drafts of the editor.

use domain::{QuizKind, Timestamp};

use super::{
    Outcome, TestStore,
    samples::{at, odd_texts, quiz_id},
};
use crate::store::Draft;

pub(super) async fn a_draft_comes_back_as_it_was_kept(store: TestStore) -> Outcome {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.draft(&quiz.id).await?, None);
    store.put_draft(draft(1, "ana", 10)).await?;
    assert_eq!(store.draft(&quiz.id).await?, Some(draft(1, "ana", 10)));
    Ok(())
}

pub(super) async fn the_last_draft_replaces_the_one_before_it(store: TestStore) -> Outcome {
    let quiz = store.a_quiz().await?;
    store.put_draft(draft(1, "ana", 10)).await?;
    let second = Draft { fields: "{\"name\":2}".to_owned(), based_on: at(9), ..draft(1, "ben", 20) };
    store.put_draft(second.clone()).await?;
    assert_eq!(store.draft(&quiz.id).await?, Some(second));
    Ok(())
}

pub(super) async fn quizzes_are_edited_apart(store: TestStore) -> Outcome {
    let (one, two) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    store.put_draft(draft(1, "ana", 10)).await?;
    assert_eq!(store.draft(&two.id).await?, None);
    store.put_draft(draft(2, "ben", 20)).await?;
    store.delete_draft(&one.id).await?;
    assert_eq!(store.draft(&one.id).await?, None);
    assert_eq!(store.draft(&two.id).await?, Some(draft(2, "ben", 20)));
    Ok(())
}

pub(super) async fn a_draft_can_be_discarded(store: TestStore) -> Outcome {
    let quiz = store.a_quiz().await?;
    store.put_draft(draft(1, "ana", 10)).await?;
    for _ in 0..2 {
        store.delete_draft(&quiz.id).await?;
        assert_eq!(store.draft(&quiz.id).await?, None);
    }
    Ok(())
}

pub(super) async fn the_draft_of_a_quiz_goes_with_it(store: TestStore) -> Outcome {
    let quiz = store.a_quiz().await?;
    store.put_draft(draft(1, "ana", 10)).await?;
    store.delete_quiz(&quiz.id, at(50)).await?;
    assert_eq!(store.draft(&quiz.id).await?, None);
    Ok(())
}

pub(super) async fn a_quiz_that_is_not_there_has_no_draft(store: TestStore) -> Outcome {
    store.a_quiz().await?;
    assert!(store.put_draft(draft(2, "ana", 10)).await.is_err());
    assert_eq!(store.draft(&quiz_id(2)).await?, None);
    Ok(())
}

pub(super) async fn odd_texts_in_a_draft_come_back_unchanged(store: TestStore) -> Outcome {
    let quiz = store.a_quiz().await?;
    for fields in odd_texts() {
        let given = Draft { fields, ..draft(1, "ana", 10) };
        store.put_draft(given.clone()).await?;
        assert_eq!(store.draft(&quiz.id).await?, Some(given));
    }
    Ok(())
}

fn draft(quiz: u8, editor: &str, moment: i64) -> Draft {
    Draft {
        quiz_id: quiz_id(quiz),
        fields: "{\"name\":1}".to_owned(),
        based_on: Timestamp::from_nanoseconds(5),
        admin_id: editor.to_owned(),
        updated_at: at(moment),
    }
}
