//! The figures of a quiz's overview.

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, person, record, submitted},
};

const SECOND: i64 = 1_000_000_000;

#[apply(contract!)]
async fn an_overview_counts_as_the_insights_do(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.overview(&quiz.id).await?.started(), 0);
    assert_eq!(store.last_submission(&quiz.id).await?, None);
    for (number, end) in [(1, Some(90)), (2, Some(60)), (3, None)] {
        let begun = store.begin(record(&quiz, &person(number), 0)).await?;
        if let Some(end) = end {
            assert!(store.replace_record(submitted(begun, end * SECOND), at(0)).await?);
        }
    }
    let (overview, insights) = (store.overview(&quiz.id).await?, store.insights(&quiz.id).await?);
    assert_eq!((overview.started(), overview.completed()), (3, 2));
    assert_eq!(overview.days, insights.days);
    assert_eq!(overview.median_time(), insights.median_time());
    assert_eq!(store.last_submission(&quiz.id).await?, Some(at(90 * SECOND)));
    Ok(())
}
