//! Shared reports, and the revision of the answers they count.

use domain::{Language, ShownTable, ShownTables, Threshold, TimeZoneName, Withheld};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, person, record, submitted},
};
use crate::store::{
    ErasedBy, Publication, Report, ReportRules, Revision, SharedReport, Snapshot, SnapshotFigure, SnapshotNumber,
    SnapshotRow, StoreError, WithheldTable,
};

fn report(quiz: &domain::Quiz, number: u8) -> Report {
    Report {
        id: format!("report-{number}"),
        quiz: quiz.id.clone(),
        token_hash: [number; 32],
        title: "For the \"board\"".to_owned(),
        tables: vec!["q.fhn1".to_owned(), "band".to_owned()],
        created_at: at(number.into()),
        expires_at: at(99),
        published: None,
    }
}

fn rules(until: i64) -> ReportRules {
    let shown = ShownTable { groups: [("a".to_owned(), 12)].into(), until: at(until) };
    let shown = ShownTables([("q.fhn1".to_owned(), shown)].into());
    ReportRules { threshold: Threshold::DEFAULT, until: Some(at(until)), shown }
}

fn snapshot(count: u64) -> Snapshot {
    let number = Some(SnapshotNumber { count, whole: 40, until: at(3) });
    let rows =
        vec![SnapshotRow { label: "Yes".to_owned(), number }, SnapshotRow { label: "No".to_owned(), number: None }];
    let figures = vec![SnapshotFigure { label: "\"Really\"?".to_owned(), rows }];
    Snapshot {
        language: Language::ES,
        time_zone: TimeZoneName::parse("Europe/Madrid").expect("a name"),
        threshold: Threshold::DEFAULT,
        is_open: true,
        figures,
    }
}

fn publication(withdrawals: i64) -> Publication {
    let withheld = WithheldTable { label: "Band".to_owned(), reason: Withheld::FewAdded, until: Some(at(1)) };
    Publication { at: at(5), until: at(4), withdrawals, withheld: vec![withheld] }
}

async fn add(store: &TestStore, quiz: &domain::Quiz, numbers: impl IntoIterator<Item = u8>) -> TestResult {
    for number in numbers {
        let given = report(quiz, number);
        store.transact(move |tx| Box::pin(async move { tx.add_report(&given).await })).await?;
    }
    let of = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.put_report_rules(&of, &rules(1)).await })).await?;
    Ok(())
}

async fn publish(store: &TestStore, quiz: &domain::Quiz, id: &'static str, count: u64, withdrawals: i64) -> TestResult {
    let of = quiz.id.clone();
    let published = store.transact(move |tx| {
        Box::pin(async move {
            let (publication, snapshot) = (publication(withdrawals), snapshot(count));
            tx.publish_report((&of, id), &publication, &snapshot, at(100)).await
        })
    });
    assert!(published.await?);
    Ok(())
}

#[apply(contract!)]
async fn reports_come_back_until_they_end_and_go_with_their_quiz(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    assert_eq!(store.report_figures(&quiz.id).await?, None);
    add(&store, &quiz, [1, 2]).await?;
    assert_eq!(store.reports(&quiz.id).await?, [report(&quiz, 1), report(&quiz, 2)]);
    let shared = SharedReport {
        id: "report-2".to_owned(),
        quiz: quiz.id.clone(),
        namespace: quiz.namespace_id.clone(),
        title: report(&quiz, 2).title,
        expires_at: at(99),
        published_at: None,
    };
    assert_eq!(store.shared_report(&[2; 32]).await?, Some(shared.clone()));
    assert_eq!(store.report_snapshot(&quiz.id, "report-2").await?, None);
    publish(&store, &quiz, "report-2", 7, 0).await?;
    publish(&store, &quiz, "report-2", 8, 0).await?;
    assert_eq!(store.report_snapshot(&quiz.id, "report-2").await?, Some(snapshot(8)), "the last one");
    let published = SharedReport { expires_at: at(100), published_at: Some(at(5)), ..shared };
    assert_eq!(store.shared_report(&[2; 32]).await?, Some(published));
    let known = store.reports(&quiz.id).await?;
    let expected = Report { expires_at: at(100), published: Some(publication(0)), ..report(&quiz, 2) };
    assert_eq!(known, [report(&quiz, 1), expected]);
    let of = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.put_report_rules(&of, &rules(9)).await })).await?;
    let figures = store.report_figures(&quiz.id).await?.expect("figures");
    assert_eq!((figures.rules, figures.withdrawals), (rules(9), 0));
    assert_eq!(store.namespace_of_quiz(&quiz.id).await?, Some(quiz.namespace_id.clone()));
    let of = quiz.id.clone();
    let ended = store.transact(move |tx| {
        Box::pin(async move {
            let missing = tx.publish_report((&of, "report-3"), &publication(0), &snapshot(1), at(9)).await?;
            Ok::<_, StoreError>((missing, tx.end_report(&of, "report-1").await?, tx.end_report(&of, "report-1").await?))
        })
    });
    assert_eq!(ended.await?, (false, true, false));
    assert_eq!(store.shared_report(&[1; 32]).await?, None);
    let of = quiz.id.clone();
    assert!(store.transact(move |tx| Box::pin(async move { tx.mark_deleted(&of, at(9)).await })).await?);
    assert_eq!(store.shared_report(&[2; 32]).await?, None, "its quiz is deleted");
    assert_eq!(store.namespace_of_quiz(&quiz.id).await?, None);
    store.purge_deleted().await?;
    assert_eq!(store.report_snapshot(&quiz.id, "report-2").await?, None);
    assert_eq!(store.report_figures(&quiz.id).await?, None);
    Ok(())
}

/// Only the erasure of submitted answers withdraws figures, and not if the respondent requests it.
#[apply(contract!)]
async fn an_erasure_by_others_withdraws_what_was_published(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    add(&store, &quiz, [1]).await?;
    for number in 1..=3 {
        let begun = store.begin(record(&quiz, &person(number), 1)).await?;
        if number > 1 {
            assert!(store.replace_record(submitted(begun, 5), at(1)).await?);
        }
    }
    publish(&store, &quiz, "report-1", 7, 0).await?;
    let is_shown =
        async || store.shared_report(&[1; 32]).await.map(|report| report.is_some_and(|of| of.published_at.is_some()));
    store.erase_user(&quiz.id, &person(1)).await?;
    assert!(is_shown().await?, "it was not submitted");
    let (of, user) = (quiz.id.clone(), person(2));
    assert!(
        store
            .transact(move |tx| Box::pin(async move { tx.erase_user(&of, &user, ErasedBy::Respondent, at(7)).await }))
            .await?
    );
    assert!(is_shown().await?, "at their own wish");
    store.erase_user(&quiz.id, &person(3)).await?;
    assert!(!is_shown().await?);
    publish(&store, &quiz, "report-1", 7, 0).await?;
    assert!(!is_shown().await?, "figures of before the erasure");
    let figures = store.report_figures(&quiz.id).await?.expect("figures");
    publish(&store, &quiz, "report-1", 7, figures.withdrawals).await?;
    assert!(is_shown().await?);
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
