//! Replaces exports that contain a respondent who was erased at their own request.
//!
//! Strangers can erase repeatedly. All such erasures within an hour lead to one export of each kind, and the earlier
//! files stay available until the hour is over.

use std::sync::Arc;

use domain::Timestamp;

use super::export::ExportParameters;
use crate::{
    causes::with_causes,
    store::{HANDED_OUT, Job, Store, WorkScope},
};

/// Number of removed exports that a quiz's history still shows.
pub(crate) const REMEMBERED: u32 = 50;

/// The requester of a replacement.
const ERASURE: &str = "erasure";

/// Queues due replacements, and returns their number.
pub(super) async fn queue_replacements(store: &Arc<Store>, now: Timestamp) -> anyhow::Result<usize> {
    let mut queued = 0;
    for export in store.unreplaced_exports(now).await? {
        let id = export.id.clone();
        match queue(store, export, now).await {
            Ok(is_queued) => queued += usize::from(is_queued),
            Err(error) => tracing::warn!(job = id, "cannot replace an export: {}", with_causes(&error)),
        }
    }
    Ok(queued)
}

async fn queue(store: &Arc<Store>, export: Job, now: Timestamp) -> anyhow::Result<bool> {
    let Some(quiz) = store.quiz(&export.quiz_id).await? else { return Ok(false) };
    let parameters: ExportParameters = serde_json::from_str(&export.parameters)?;
    let parameters = serde_json::to_string(&ExportParameters { requested_by: ERASURE.to_owned(), ..parameters })?;
    let work = store.transact(WorkScope::Namespace(quiz.namespace_id), move |tx| {
        Box::pin(async move {
            // Another server may have been faster.
            if !tx.unreplaced_exports(now).await?.iter().any(|other| other.id == export.id) {
                return Ok(false);
            }
            let (kind, quiz) = (export.kind, export.quiz_id);
            let last = tx.last_replacement(kind, &quiz).await?;
            let next = last.map(|at| Timestamp::from_nanoseconds(at.nanoseconds().saturating_add(HANDED_OUT)));
            let due = next.map_or(now, |next| next.max(now));
            let id = uuid::Uuid::new_v4().to_string();
            let job = Job { is_replacement: true, ..Job::new(id, kind, quiz.clone(), parameters, due) };
            tx.forget_removed_exports(&quiz, REMEMBERED, now).await?;
            tx.enqueue(&job).await
        })
    });
    Ok(work.await?)
}

#[cfg(test)]
mod tests {
    use domain::{QuizKind, UserId};
    use tempfile::tempdir;

    use super::*;
    use crate::store::{
        ErasedBy, JobKind, JobState, StoreError,
        contract::samples::{namespace, person, quiz, record},
    };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_nanoseconds(seconds * 1_000_000_000)
    }

    /// A quiz with the full export `first`, which contains both respondents and ended at 10 s.
    async fn store_with_an_export(folder: &std::path::Path) -> anyhow::Result<Arc<Store>> {
        let url = format!("sqlite:{}", folder.join("test.db").display());
        let store: Arc<Store> = Arc::new(Store::open(&url).await?);
        let quiz = quiz(QuizKind::InApp, 1);
        let added = quiz.clone();
        let made: Result<(), StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace("demo")).await?;
                    tx.add_quiz(&added).await?;
                    let parameters = r#"{"format":"jsonl","requestedBy":"operator"}"#.to_owned();
                    let first = Job::new("first".to_owned(), JobKind::Export, added.id, parameters, at(5));
                    tx.enqueue(&first).await.map(drop)
                })
            })
            .await;
        made?;
        for number in 1..=3 {
            store.begin(record(&quiz, &person(number), 1)).await?;
        }
        end(&store, at(10)).await?;
        Ok(store)
    }

    async fn end(store: &Store, now: Timestamp) -> anyhow::Result<Option<Job>> {
        let Some(job) = store.claim_job(JobKind::Export, now, at(99_999)).await? else { return Ok(None) };
        let outcome = format!(r#"{{"file":"{}","rows":1,"bytes":1,"sha256":""}}"#, job.id);
        assert!(store.finish_job(job.claim(), outcome, now).await?);
        Ok(Some(job))
    }

    async fn erase(store: &Store, user: UserId, now: Timestamp) -> Result<bool, StoreError> {
        let quiz = quiz(QuizKind::InApp, 1).id;
        let erase = store.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move { tx.erase_user(&quiz, &user, ErasedBy::Respondent, now).await })
        });
        erase.await
    }

    async fn told(store: &Store, now: Timestamp) -> anyhow::Result<Option<Job>> {
        Ok(store.latest_jobs(JobKind::Export, &[quiz(QuizKind::InApp, 1).id], now).await?.pop())
    }

    #[tokio::test]
    async fn all_erasures_of_an_hour_lead_to_one_export_and_there_is_always_one() -> anyhow::Result<()> {
        let folder = tempdir()?;
        let store = store_with_an_export(folder.path()).await?;
        assert_eq!(queue_replacements(&store, at(20)).await?, 0, "nobody was erased");
        assert!(erase(&store, person(1), at(100)).await?);
        assert_eq!(queue_replacements(&store, at(101)).await?, 1);
        assert_eq!(queue_replacements(&store, at(101)).await?, 0, "it is queued");
        let first = told(&store, at(102)).await?.expect("the export of before");
        assert_eq!((first.id.as_str(), first.state, first.removed_at), ("first", JobState::Done, Some(at(3700))));
        let second = end(&store, at(103)).await?.expect("due at once");
        assert!(second.parameters.contains("\"jsonl\"") && second.parameters.contains("erasure"), "{second:?}");
        assert_eq!(told(&store, at(104)).await?.map(|job| job.id), Some(second.id.clone()));

        // The next one waits until the hour is over, and replaces the last one before that is gone.
        assert!(erase(&store, person(2), at(200)).await?);
        assert!(erase(&store, person(3), at(300)).await?);
        assert_eq!(queue_replacements(&store, at(301)).await?, 1);
        assert_eq!(end(&store, at(3700)).await?, None, "it is not due");
        let still = told(&store, at(3799)).await?.expect("the one of before");
        assert_eq!((still.id, still.removed_at), (second.id, Some(at(3800))), "an hour from the first in it");
        let third = end(&store, at(3701)).await?.expect("due");
        assert_eq!(told(&store, at(3702)).await?.map(|job| job.id), Some(third.id.clone()));
        assert_eq!(queue_replacements(&store, at(9000)).await?, 0);
        assert!(!store.job(&third.id).await?.expect("there").is_removed(at(99_999)));
        assert!(store.job("first").await?.expect("there").is_removed(at(3700)));
        Ok(())
    }

    #[tokio::test]
    async fn without_an_earlier_file_a_replacement_is_told_of_while_it_is_made() -> anyhow::Result<()> {
        let folder = tempdir()?;
        let store = store_with_an_export(folder.path()).await?;
        assert!(erase(&store, person(1), at(100)).await?);
        assert_eq!(queue_replacements(&store, at(101)).await?, 1);
        let late = told(&store, at(3700)).await?.expect("the replacement");
        assert_eq!((late.state, late.is_replacement), (JobState::Queued, true));
        Ok(())
    }
}
