//! The worker: claims one job after the other, shows that it is alive, and says how each ended.

use std::{sync::Arc, time::Duration};

use domain::Timestamp;
use tokio::sync::Notify;

use super::{
    csv_export,
    files::ExportFiles,
    lease::{self, Lease, after, nanoseconds},
};
use crate::{
    clock,
    store::{Job, JobKind, Store},
};

/// How often to look for jobs of other processes, and for claims that ran out.
const LOOK: Duration = Duration::from_secs(1);
/// How often to look for files that have been kept long enough.
const TIDY: Duration = Duration::from_hours(1);
/// Waits before the second and the third attempt; after that a job has failed.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

pub struct Runner {
    store: Arc<dyn Store>,
    files: ExportFiles,
    /// Rung when this process queues a job.
    bell: Arc<Notify>,
    keep: Duration,
}

impl Runner {
    /// Exported files are removed after `keep`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, files: ExportFiles, bell: Arc<Notify>, keep: Duration) -> Self {
        Self { store, files, bell, keep }
    }

    /// Works until it is dropped.
    pub async fn run(self) {
        if let Err(error) = self.files.remove_drafts() {
            tracing::warn!(%error, "cannot remove files that a crash left half written");
        }
        let mut tidied: Option<tokio::time::Instant> = None;
        loop {
            if tidied.is_none_or(|at| at.elapsed() >= TIDY) {
                self.tidy().await;
                tidied = Some(tokio::time::Instant::now());
            }
            match self.store.claim_job(clock::now(), after(lease::LENGTH)).await {
                Ok(Some(job)) => self.work(&job).await,
                Ok(None) => _ = tokio::time::timeout(LOOK, self.bell.notified()).await,
                Err(error) => {
                    tracing::warn!(%error, "cannot look for jobs");
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    async fn work(&self, job: &Job) {
        let (id, quiz, attempt) = (&job.id, job.quiz_id.as_str(), job.attempts);
        tracing::info!(job = id, quiz, attempt, "export begins");
        let total = self.store.counts(&job.quiz_id).await.map_or(0, |counts| counts.started);
        let lease = Lease::new(Arc::clone(&self.store), job.claim(), total);
        let JobKind::CsvExport = job.kind;
        let ended = match csv_export::run(&self.store, &self.files, job, &lease).await {
            Ok(outcome) => match serde_json::to_string(&outcome) {
                Ok(json) => {
                    tracing::info!(job = id, rows = outcome.rows, "export done");
                    self.store.finish_job(job.claim(), json, clock::now()).await
                }
                Err(error) => self.give_up(job, &error.into()).await,
            },
            Err(error) => self.give_up(job, &error).await,
        };
        match ended {
            Ok(true) => {}
            Ok(false) => tracing::warn!(job = id, "another worker has taken over, or the quiz was deleted"),
            // The lease runs out, and the job is done again.
            Err(error) => tracing::warn!(job = id, %error, "cannot say how the export ended"),
        }
    }

    async fn give_up(&self, job: &Job, error: &anyhow::Error) -> Result<bool, crate::store::StoreError> {
        let attempt = usize::try_from(job.attempts).unwrap_or(usize::MAX);
        let retry_at = BACK_OFF.get(attempt.saturating_sub(1)).map(|wait| after(*wait));
        let reason = format!("{error:#}");
        tracing::warn!(job = job.id, %reason, is_retried = retry_at.is_some(), "export failed");
        self.store.fail_job(job.claim(), reason, retry_at, clock::now()).await
    }

    /// Removes jobs and their files after their time.
    async fn tidy(&self) {
        let before = Timestamp::from_nanoseconds(clock::now().nanoseconds() - nanoseconds(self.keep));
        let forgotten = match self.store.forget_jobs(JobKind::CsvExport, before).await {
            Ok(jobs) => jobs,
            Err(error) => {
                tracing::warn!(%error, "cannot remove old exports");
                return;
            }
        };
        for outcome in forgotten.iter().filter_map(|job| job.outcome.as_deref()) {
            let Ok(outcome) = serde_json::from_str::<csv_export::ExportOutcome>(outcome) else { continue };
            if let Err(error) = self.files.remove(&outcome.file) {
                tracing::warn!(%error, file = outcome.file, "cannot remove an old export");
            }
        }
    }
}
