//! Scans hold a connection as long as their receiver takes. Nothing else may wait for one.

use std::time::Duration;

use domain::{Indicator, QuizKind};
use futures_util::future::join_all;
use tempfile::tempdir;
use tokio::{sync::mpsc, time::timeout};

use super::open;
use crate::store::contract::samples::{answer, namespace, person, quiz, record};

/// More than one batch, so that a scan blocks when nothing is received.
const RECORDS: usize = 1000;
const AT_ONCE: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread")]
async fn four_scans_that_stand_still_hold_up_nothing_else() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    store.add_namespace(namespace("demo")).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    store.add_quiz(quiz.clone()).await?;
    store.add_records((0..RECORDS).map(|number| record(&quiz, &person(number), 1)).collect()).await?;

    let mut receivers = Vec::new();
    let mut scans = Vec::new();
    for _ in 0..4 {
        let (sender, mut receiver) = mpsc::channel(1);
        let (store, quiz) = (store.clone(), quiz.id.clone());
        scans.push(tokio::spawn(async move { store.scan_records(&quiz, sender).await }));
        assert!(receiver.recv().await.is_some(), "the scan has begun");
        receivers.push(receiver);
    }
    // More at a time than there are connections.
    for _ in 0..3 {
        let others = join_all((0..8).map(async |number| {
            store.quiz(&quiz.id).await?;
            store.session(&[number; 32]).await?;
            store.check().await?;
            let user = person(usize::from(number));
            store.save_answer(answer(&quiz, &user, Indicator::Fhn1, 1, 9)).await?;
            store.record(&quiz.id, &user).await
        }));
        let done: Result<Vec<_>, _> = timeout(AT_ONCE, others).await?.into_iter().collect();
        assert!(done?.iter().all(Option::is_some));
    }
    for mut receiver in receivers {
        let mut count = 256;
        while let Some(piece) = receiver.recv().await {
            count += piece.len();
        }
        assert_eq!(count, RECORDS, "each scan has its whole snapshot");
    }
    for scan in scans {
        scan.await??;
    }
    Ok(())
}
