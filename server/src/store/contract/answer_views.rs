//! Administrators' settings of the answers table.

use super::{TestResult, TestStore, apply, contract, samples::at};
use crate::store::SavedView;

fn view(name: &str, query: &str) -> SavedView {
    SavedView { name: name.to_owned(), query: query.to_owned() }
}

#[apply(contract!)]
async fn views_are_kept_by_name_and_go_with_the_quiz(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    for kept in [view("b", "state=started"), view("a", ""), view("b", "q=x")] {
        let id = quiz.id.clone();
        store.transact(move |tx| Box::pin(async move { tx.put_answer_view(&id, &kept, at(1)).await })).await?;
    }
    assert_eq!(store.answer_views(&quiz.id).await?, [view("a", ""), view("b", "q=x")]);
    for (name, is_there) in [("a", true), ("a", false)] {
        let id = quiz.id.clone();
        let deleted = store.transact(move |tx| Box::pin(async move { tx.delete_answer_view(&id, name).await })).await?;
        assert_eq!(deleted, is_there);
    }
    assert_eq!(store.answer_views(&quiz.id).await?, [view("b", "q=x")]);
    Ok(())
}
