//! Removes expired exports, files that no job needs, for example of a deleted quiz or of an attempt that crashed, and
//! expired replies.
//!
//! Every file is recorded in the database before it is created, and tidying removes recorded files. It lists no folder
//! or bucket, so it never touches files of others there.

use std::{sync::Arc, time::Duration};

use domain::Timestamp;

use super::{export::ExportOutcome, files::ExportFiles, lease::nanoseconds};
use crate::{
    clock,
    store::{Job, JobState, KeptReply, NotedFile, Store},
};

/// Removes the exports that ended longer ago than `keep`, unneeded files, and old replies.
pub(super) async fn tidy(store: &Arc<Store>, files: &ExportFiles, keep: Duration) -> anyhow::Result<()> {
    let now = clock::now();
    store.remove_exports(Timestamp::from_nanoseconds(now.nanoseconds() - nanoseconds(keep)), now).await?;
    store.forget_replies(Timestamp::from_nanoseconds(now.nanoseconds() - KeptReply::KEPT)).await?;
    for file in store.export_files().await? {
        let job = store.job(&file.job).await?;
        // A server that sees the place of a file removes it.
        if !job.is_some_and(|job| needs(&job, &file, now)) && !files.is_elsewhere(&file.name)? {
            tracing::info!(file = file.name, "removing an exported file that no job needs any more");
            files.remove(&file.name).await?;
            store.forget_export_file(&file.name).await?;
        }
    }
    Ok(())
}

/// True if the job is working on this file, or has ended with it.
fn needs(job: &Job, file: &NotedFile, now: Timestamp) -> bool {
    match job.state {
        _ if job.is_removed(now) => false,
        JobState::Running => job.fence == file.fence,
        JobState::Done => {
            let outcome = job.outcome.as_deref().and_then(|json| serde_json::from_str::<ExportOutcome>(json).ok());
            outcome.is_none_or(|outcome| outcome.file == file.name)
        }
        JobState::Queued | JobState::Failed | JobState::Cancelled => false,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, io::Write};

    use bytes::Bytes;
    use domain::{QuizId, QuizKind};
    use futures_util::TryStreamExt;
    use object_store::{ObjectStore, ObjectStoreExt, memory::InMemory};

    use super::*;
    use crate::{
        export::unwatched,
        store::{
            JobKind, StoreError, WorkScope,
            contract::samples::{namespace, quiz},
        },
    };

    const NOW: Timestamp = Timestamp::from_nanoseconds(10);

    fn job(state: JobState, fence: i64, outcome: Option<&str>) -> Job {
        let job =
            Job::new("j".to_owned(), JobKind::Export, QuizId::from_random(1), "{}".to_owned(), Timestamp::default());
        Job { state, fence, outcome: outcome.map(str::to_owned), ..job }
    }

    fn file(fence: i64) -> NotedFile {
        NotedFile { name: format!("j-{fence}.csv"), job: "j".to_owned(), fence }
    }

    #[test]
    fn a_file_is_kept_while_its_job_is_at_work_on_it_or_names_it() {
        let named = r#"{"file":"j-2.csv","rows":1,"bytes":1,"sha256":""}"#;
        assert!(needs(&job(JobState::Running, 2, None), &file(2), NOW), "renamed, and not yet said to be done");
        assert!(needs(&job(JobState::Done, 2, Some(named)), &file(2), NOW));
        assert!(!needs(&job(JobState::Running, 3, None), &file(2), NOW), "of an attempt that was overtaken");
        assert!(!needs(&job(JobState::Done, 2, Some(named)), &file(1), NOW));
        assert!(!needs(&job(JobState::Failed, 2, None), &file(2), NOW));
        assert!(!needs(&job(JobState::Queued, 2, None), &file(2), NOW));
        let removed = Job { removed_at: Some(Timestamp::default()), ..job(JobState::Done, 2, Some(named)) };
        assert!(!needs(&removed, &file(2), NOW), "its row only tells that it was there");
        for (state, outcome) in [(JobState::Done, Some(named)), (JobState::Running, None)] {
            let removed_at = Some(Timestamp::from_nanoseconds(if outcome.is_some() { 11 } else { 9 }));
            let marked = Job { removed_at, ..job(state, 2, outcome) };
            assert!(needs(&marked, &file(2), NOW), "its time has not come, or it may yet be left out");
        }
    }

    async fn put(bucket: &InMemory, name: &str) {
        bucket.put(&name.into(), Bytes::new().into()).await.expect("stored");
    }

    async fn listed(bucket: &InMemory) -> BTreeSet<String> {
        bucket.list(None).map_ok(|meta| meta.location.to_string()).try_collect().await.expect("the names")
    }

    const ID: &str = "0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00";

    async fn with_export(folder: &tempfile::TempDir) -> (Arc<Store>, Job) {
        let url = format!("sqlite:{}", folder.path().join("a.db").display());
        let store: Arc<Store> = Arc::new(Store::open(&url).await.expect("a store"));
        let (namespace, quiz) = (namespace("demo"), quiz(QuizKind::Open, 1));
        let now = clock::now();
        let job = Job::new(ID.to_owned(), JobKind::Export, quiz.id.clone(), "{}".to_owned(), now);
        let stored: Result<bool, StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace).await?;
                    tx.add_quiz(&quiz).await?;
                    tx.enqueue(&job).await
                })
            })
            .await;
        assert!(stored.expect("stored"));
        let claimed = store.claim_job(JobKind::Export, now, now).await.expect("looked").expect("due");
        (store, claimed)
    }

    async fn delete_quiz(store: &Arc<Store>, id: QuizId) {
        let deleted: Result<bool, StoreError> = store
            .transact(WorkScope::Installation, move |tx| {
                Box::pin(async move { tx.mark_deleted(&id, clock::now()).await })
            })
            .await;
        assert!(deleted.expect("stored"));
        store.purge_deleted().await.expect("erased");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_server_removes_the_files_that_it_sees() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let (store, claimed) = with_export(&folders[0]).await;
        let [here, there] = folders.each_ref().map(|folder| ExportFiles::in_data_dir(folder.path()));
        let name = here.name(&format!("{ID}-1"), "csv").expect("a name");
        assert!(store.note_export_file(claimed.claim(), name.clone()).await.expect("stored"));
        let mut draft = here.draft(&name, unwatched()).expect("a draft");
        draft.write_all(b"answers").expect("written");
        here.keep(draft, &name).await.expect("kept");
        delete_quiz(&store, claimed.quiz_id).await;
        let is_there = async || here.open(&name).await.expect("readable").is_some();
        tidy(&store, &there, Duration::from_mins(1)).await.expect("tidied");
        assert!(is_there().await);
        tidy(&store, &here, Duration::from_mins(1)).await.expect("tidied");
        assert!(!is_there().await);
        assert_eq!(store.export_files().await.expect("looked"), []);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_bucket_shared_with_others_loses_nothing_of_theirs() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, claimed) = with_export(&folder).await;
        let name = format!("{ID}-1.csv");
        assert!(store.note_export_file(claimed.claim(), name.clone()).await.expect("stored"));

        let bucket = Arc::new(InMemory::new());
        let others = ["photos/img-0001.jpg", "img-0001.jpg", "7d1f2c4e-1c1f-4a54-9a53-4d3b0c9a1f00-1.csv"];
        for name in others.into_iter().chain([name.as_str()]) {
            put(&bucket, name).await;
        }
        let files = ExportFiles::in_data_dir(folder.path()).kept_in(bucket.clone());
        let week = Duration::from_hours(7 * 24);
        tidy(&store, &files, week).await.expect("tidied");
        assert_eq!(listed(&bucket).await.len(), 4, "the job is under way");

        delete_quiz(&store, claimed.quiz_id).await;
        tidy(&store, &files, week).await.expect("tidied");
        assert_eq!(listed(&bucket).await, others.map(str::to_owned).into());
        assert_eq!(store.export_files().await.expect("looked"), []);
    }
}
