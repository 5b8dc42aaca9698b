//! The lease of a job: it expires unless it is renewed, and is lost when another worker claims the job.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::ensure;
use domain::Timestamp;

use crate::{
    clock,
    store::{Claim, Store},
};

/// Time for which a claim holds without a heartbeat.
pub(super) const LENGTH: Duration = Duration::from_secs(15);
/// Interval between heartbeats, by which a worker also learns that its job was cancelled.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

pub(super) const LOST: &str = "cancelled, taken over by another worker, or the quiz was deleted";

pub(super) struct Lease {
    store: Arc<Store>,
    claim: Claim,
    total: u64,
}

impl Lease {
    pub(super) fn new(store: Arc<Store>, claim: Claim, total: u64) -> Self {
        Self { store, claim, total }
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Renews the lease and records progress. Fails if the claim is lost; then the work must stop.
    pub(super) async fn renew(&self, done: u64) -> anyhow::Result<()> {
        let total = self.total.max(done);
        let is_ours = self.store.renew_claim(self.claim.clone(), done, total, after(LENGTH)).await?;
        ensure!(is_ours, LOST);
        Ok(())
    }

    /// Runs the work as long as the claim can be renewed, with its `progress`. If the claim is lost, the work is
    /// dropped immediately.
    pub(super) async fn hold<T>(
        &self,
        work: impl Future<Output = anyhow::Result<T>>,
        progress: &AtomicU64,
    ) -> anyhow::Result<T> {
        let mut work = std::pin::pin!(work);
        let mut ticks = tokio::time::interval(SIGN_OF_LIFE);
        loop {
            tokio::select! {
                finished = &mut work => return finished,
                _ = ticks.tick() => self.renew(progress.load(Ordering::Relaxed)).await?,
            }
        }
    }
}

pub(super) fn after(length: Duration) -> Timestamp {
    Timestamp::from_nanoseconds(clock::now().nanoseconds().saturating_add(nanoseconds(length)))
}

pub(super) fn nanoseconds(length: Duration) -> i64 {
    i64::try_from(length.as_nanos()).unwrap_or(i64::MAX)
}
