//! Drafts of the editor.

use domain::QuizKind;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, odd_texts, quiz_id},
};
use crate::store::{Draft, EarlierDraft};

#[apply(contract!)]
async fn a_draft_comes_back_as_it_was_kept(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.draft(&quiz.id).await?, None);
    for fields in odd_texts() {
        let given = Draft { fields, ..draft(1, "ana", 10) };
        store.put_draft(given.clone()).await?;
        assert_eq!(store.draft(&quiz.id).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn the_last_draft_replaces_the_one_before_it(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.put_draft(draft(1, "ana", 10)).await?;
    let second = Draft { fields: "{\"name\":2}".to_owned(), based_on: i64::MIN.into(), ..draft(1, "ben", 20) };
    store.put_draft(second.clone()).await?;
    assert_eq!(store.draft(&quiz.id).await?, Some(second));
    Ok(())
}

#[apply(contract!)]
async fn quizzes_are_edited_apart(store: TestStore) -> TestResult {
    let (one, two) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    store.put_draft(draft(1, "ana", 10)).await?;
    assert_eq!(store.draft(&two.id).await?, None);
    store.put_draft(draft(2, "ben", 20)).await?;
    for _ in 0..2 {
        store.delete_draft(&one.id).await?;
        assert_eq!(store.draft(&one.id).await?, None);
    }
    assert_eq!(store.draft(&two.id).await?, Some(draft(2, "ben", 20)));
    Ok(())
}

#[apply(contract!)]
async fn a_quiz_that_is_not_there_has_no_draft(store: TestStore) -> TestResult {
    store.a_quiz().await?;
    assert!(store.put_draft(draft(2, "ana", 10)).await.is_err());
    assert_eq!(store.draft(&quiz_id(2)).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn the_newest_of_the_earlier_drafts_stay(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.earlier_drafts(&quiz.id).await?, []);
    let (ana, ben, cleo) = (draft(1, "ana", 10), draft(1, "ben", 20), draft(1, "cleo", 30));
    for earlier in [&ben, &ana, &cleo] {
        store.keep_earlier_draft(earlier.clone(), 2).await?;
    }
    let listed = |draft: &Draft| EarlierDraft { admin_id: draft.admin_id.clone(), updated_at: draft.updated_at };
    assert_eq!(store.earlier_drafts(&quiz.id).await?, [listed(&cleo), listed(&ben)]);
    assert_eq!(store.earlier_draft(&quiz.id, at(20)).await?, Some(ben));
    assert_eq!(store.earlier_draft(&quiz.id, at(10)).await?, None);
    assert_eq!(store.draft(&quiz.id).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn earlier_drafts_stay_when_the_draft_goes_and_all_go_with_the_quiz(store: TestStore) -> TestResult {
    let (one, two) = (store.quiz_of(QuizKind::Open, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    store.put_draft(draft(1, "ana", 10)).await?;
    for quiz in [1, 2] {
        store.keep_earlier_draft(draft(quiz, "ana", 5), 1).await?;
    }
    store.delete_draft(&one.id).await?;
    assert_eq!(store.earlier_draft(&one.id, at(5)).await?, Some(draft(1, "ana", 5)));
    store.put_draft(draft(1, "ana", 10)).await?;
    store.delete_quiz(&one.id, at(50)).await?;
    assert_eq!((store.draft(&one.id).await?, store.earlier_drafts(&one.id).await?), (None, vec![]));
    assert_eq!(store.earlier_drafts(&two.id).await?.len(), 1);
    Ok(())
}

fn draft(quiz: u8, editor: &str, moment: i64) -> Draft {
    Draft {
        quiz_id: quiz_id(quiz),
        fields: "{\"name\":1}".to_owned(),
        based_on: 5.into(),
        admin_id: editor.to_owned(),
        updated_at: at(moment),
    }
}
