//! Shared reports and the revision of what they count.

use domain::{Published, Threshold};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, person, record, submitted},
};
use crate::store::{Report, ReportFigures, Revision, StoreError};

#[apply(contract!)]
async fn reports_come_back_until_they_end_and_go_with_their_quiz(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let report = |number: u8| Report {
        id: format!("report-{number}"),
        quiz: quiz.id.clone(),
        token_hash: [number; 32],
        title: "For the \"board\"".to_owned(),
        tables: vec!["q.fhn1".to_owned(), "band".to_owned()],
        created_at: at(number.into()),
        expires_at: at(99),
    };
    let figures = ReportFigures {
        threshold: Threshold::DEFAULT,
        published: Published { records: 20, ..Published::default() },
        erased: 3,
        withdrawn: Some(7),
        at: None,
    };
    for given in [report(1), report(2)] {
        store.transact(move |tx| Box::pin(async move { tx.add_report(&given).await })).await?;
    }
    let (of, kept) = (quiz.id.clone(), figures.clone());
    store.transact(move |tx| Box::pin(async move { tx.put_report_figures(&of, &kept).await })).await?;
    let (of, kept) = (quiz.id.clone(), figures.clone());
    store.transact(move |tx| Box::pin(async move { tx.put_report_figures(&of, &kept).await })).await?;
    assert_eq!(store.reports(&quiz.id).await?, [report(1), report(2)]);
    assert_eq!(store.report(&[2; 32]).await?, Some(report(2)));
    assert_eq!(store.report_figures(&quiz.id).await?, Some(figures));
    assert_eq!(store.namespace_of_report(&[2; 32]).await?, Some(quiz.namespace_id.clone()));
    assert_eq!(store.namespace_of_report(&[3; 32]).await?, None);
    assert_eq!(store.namespace_of_quiz(&quiz.id).await?, Some(quiz.namespace_id.clone()));
    let of = quiz.id.clone();
    let ended = store.transact(move |tx| {
        Box::pin(async move {
            Ok::<_, StoreError>((tx.end_report(&of, "report-1").await?, tx.end_report(&of, "report-1").await?))
        })
    });
    assert_eq!(ended.await?, (true, false));
    assert_eq!(store.report(&[1; 32]).await?, None);
    store.delete_quiz(&quiz.id, at(9)).await?;
    assert_eq!((store.namespace_of_report(&[2; 32]).await?, store.namespace_of_quiz(&quiz.id).await?), (None, None));
    store.purge_deleted().await?;
    assert_eq!((store.report(&[2; 32]).await?, store.report_figures(&quiz.id).await?), (None, None));
    Ok(())
}

#[apply(contract!)]
async fn every_change_of_records_makes_another_revision(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    let mut seen = vec![store.revision(&quiz.id).await?];
    assert_eq!(seen[0], Revision::default());
    let begun = store.begin(record(&quiz, &person(1), 1)).await?;
    seen.push(store.revision(&quiz.id).await?);
    assert!(store.replace_record(submitted(begun, 5), at(1)).await?);
    seen.push(store.revision(&quiz.id).await?);
    store.begin(record(&quiz, &person(2), 2)).await?;
    seen.push(store.revision(&quiz.id).await?);
    store.erase_user(&quiz.id, &person(1)).await?;
    seen.push(store.revision(&quiz.id).await?);
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "{seen:?}");
    assert!(seen[3].erased == seen[0].erased && seen[4].erased > seen[3].erased, "an erasure is told: {seen:?}");
    Ok(())
}
