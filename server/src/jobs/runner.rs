//! The workers: each claims one job after the other, renews its lease, and records the outcome.

use std::{sync::Arc, time::Duration};

use tokio::sync::Notify;

use super::{
    delivery, export,
    files::ExportFiles,
    lease::{self, LOST, Lease, after},
    replacing::queue_replacements,
    retention,
    scheduler::queue_due,
    tidy::tidy,
};
use crate::{
    causes::with_causes,
    clock,
    clock_watch::ClockWatch,
    export::{PermanentFailure, Watch, unwatched},
    record::ExportData,
    store::{EventType, Job, JobKind, NewEvent, Store, StoreError},
};

/// Interval between checks for jobs of other processes and for expired claims.
const LOOK: Duration = Duration::from_secs(1);
/// Interval between runs of tidying, which also removes the files of deleted quizzes.
const TIDY: Duration = Duration::from_mins(1);
/// Pauses before the second and the third attempt, after which a job has failed.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];
/// The same pauses for deliveries to another host, which may be down for longer.
const PATIENT_BACK_OFF: [Duration; 2] = [Duration::from_mins(1), Duration::from_mins(10)];

/// Jobs that were given up, by kind.
const FAILURES: &str = "quiz_answers_job_failures_total";

pub struct Runner {
    store: Arc<Store>,
    files: ExportFiles,
    /// Notified when this process queues a job.
    job_queued: Arc<Notify>,
    clock: Arc<ClockWatch>,
    keep: Duration,
    watch: Watch,
    /// With mail, failures are told to those who want to hear of them.
    mails_failures: bool,
}

impl Runner {
    /// Exported files are removed after `keep`.
    pub(crate) fn new(
        store: Arc<Store>,
        files: ExportFiles,
        job_queued: Arc<Notify>,
        clock: Arc<ClockWatch>,
        keep: Duration,
    ) -> Self {
        Self { store, files, job_queued, clock, keep, watch: unwatched(), mails_failures: false }
    }

    /// Calls `watch` at each step of an export.
    pub fn watched(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    pub(crate) fn mailing_failures(self, mails_failures: bool) -> Self {
        Self { mails_failures, ..self }
    }

    /// Runs until it is dropped: two jobs of each kind at a time, so that a long one does not hold up all others, and a
    /// slow host holds up no export.
    pub async fn run(self) {
        metrics::describe_counter!(FAILURES, "Exports and deliveries that this server gave up, by kind.");
        // An alert on a counter misses the first failure if that failure creates the counter.
        for kind in JobKind::ALL {
            failures(kind).increment(0);
        }
        let exports = async { tokio::join!(self.work(JobKind::Export), self.work(JobKind::Export)) };
        let selections = async { tokio::join!(self.work(JobKind::Selection), self.work(JobKind::Selection)) };
        let deliveries = async { tokio::join!(self.work(JobKind::Delivery), self.work(JobKind::Delivery)) };
        tokio::join!(exports, selections, deliveries, self.schedule(), self.tidy(), self.erase_expired());
    }

    async fn work(&self, kind: JobKind) {
        loop {
            // Registers before it checks, so that no notification is missed.
            let ring = self.job_queued.notified();
            match self.store.claim_job(kind, clock::now(), after(lease::LENGTH)).await {
                Ok(Some(job)) => Box::pin(self.attempt(&job)).await,
                Ok(None) => _ = tokio::time::timeout(LOOK, ring).await,
                Err(error) => {
                    tracing::warn!(%error, "cannot look for jobs");
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    async fn schedule(&self) {
        let mut ticks = tokio::time::interval(LOOK);
        loop {
            ticks.tick().await;
            match queue_due(&self.store, clock::now()).await {
                Ok(0) => {}
                Ok(_) => self.job_queued.notify_waiters(),
                Err(error) => tracing::warn!("cannot look for schedules that are due: {}", with_causes(&error)),
            }
            match queue_replacements(&self.store, clock::now()).await {
                Ok(0) => {}
                Ok(_) => self.job_queued.notify_waiters(),
                Err(error) => tracing::warn!("cannot look for exports to replace: {}", with_causes(&error)),
            }
        }
    }

    async fn tidy(&self) {
        let mut ticks = tokio::time::interval(TIDY);
        loop {
            ticks.tick().await;
            self.tidy_once().await;
        }
    }

    async fn erase_expired(&self) {
        let begin = tokio::time::Instant::now() + retention::FIRST_LOOK;
        let mut ticks = tokio::time::interval_at(begin, retention::LOOK);
        loop {
            ticks.tick().await;
            self.erase_once().await;
        }
    }

    pub(super) async fn erase_once(&self) {
        if !self.clock.allows_erasing(&self.store).await {
            return;
        }
        if let Err(error) = retention::apply(&self.store, clock::now()).await {
            tracing::warn!("cannot erase what is past its time: {}", with_causes(&error));
        }
    }

    async fn tidy_once(&self) {
        if !self.clock.allows_erasing(&self.store).await {
            return;
        }
        if let Err(error) = tidy(&self.store, &self.files, self.keep).await {
            tracing::warn!(%error, "cannot remove old exports");
        }
    }

    async fn attempt(&self, job: &Job) {
        let (id, kind, quiz, attempt) = (&job.id, job.kind.as_str(), job.quiz_id.as_str(), job.attempts);
        tracing::info!(job = id, kind, quiz, attempt, "job begins");
        if job.kind != JobKind::Delivery {
            // An earlier attempt may have left files, and the space of files that are no longer kept is needed.
            self.tidy_once().await;
        }
        let ended = match self.perform(job).await {
            Ok(outcome) => {
                tracing::info!(job = id, kind, outcome, "job done");
                let event = self.event(job, EventType::ExportDone).await;
                self.store.finish_job_told(job.claim(), outcome, event, clock::now()).await
            }
            Err(error) => self.give_up(job, &error).await,
        };
        match ended {
            Ok(true) => {}
            Ok(false) => tracing::warn!(job = id, "{LOST}"),
            // The lease expires, and the job is done again.
            Err(error) => tracing::warn!(job = id, %error, "cannot say how the job ended"),
        }
    }

    async fn perform(&self, job: &Job) -> anyhow::Result<String> {
        let mut total = self.store.counts(&job.quiz_id).await.map_or(0, |counts| counts.started);
        if job.kind == JobKind::Selection && export::is_of_each_attempt(job) {
            total += self.store.count_past_attempts(&job.quiz_id).await.unwrap_or_default();
        }
        let lease = Lease::new(Arc::clone(&self.store), job.claim(), total);
        match job.kind {
            JobKind::Export | JobKind::Selection => {
                export::run(&self.store, &self.files, job, &lease, &self.watch).await
            }
            JobKind::Delivery => delivery::run(&self.store, job, &lease).await,
        }
    }

    /// Only exports have events: deliveries belong to the operator.
    async fn event(&self, job: &Job, kind: EventType) -> Option<NewEvent> {
        if job.kind == JobKind::Delivery || self.store.listeners().are_none() {
            return None;
        }
        let quiz = self.store.quiz(&job.quiz_id).await.ok()??;
        self.store.listeners().hear(&quiz.namespace_id, &quiz.id, kind)?;
        let data = serde_json::to_value(ExportData { export_id: job.id.clone() }).ok()?;
        Some(NewEvent::of(kind, &quiz.namespace_id, &quiz.id, None, clock::now(), data))
    }

    async fn give_up(&self, job: &Job, error: &anyhow::Error) -> Result<bool, StoreError> {
        let attempt = usize::try_from(job.attempts).unwrap_or(usize::MAX);
        let waits = match job.kind {
            JobKind::Export | JobKind::Selection => BACK_OFF,
            JobKind::Delivery => PATIENT_BACK_OFF,
        };
        let wait = waits.get(attempt.saturating_sub(1)).filter(|_| !error.is::<PermanentFailure>());
        let retry_at = wait.map(|wait| after(*wait));
        let reason = with_causes(error);
        tracing::warn!(job = job.id, %reason, is_retried = retry_at.is_some(), "job failed");
        let event = if retry_at.is_none() { self.event(job, EventType::ExportFailed).await } else { None };
        let is_told =
            self.store.fail_job_told(job.claim(), reason, retry_at, event, self.mails_failures, clock::now()).await?;
        if is_told && retry_at.is_none() {
            failures(job.kind).increment(1);
        }
        Ok(is_told)
    }
}

fn failures(kind: JobKind) -> metrics::Counter {
    metrics::counter!(FAILURES, "kind" => kind.as_str())
}
