//! The right to work on a job: it runs out unless it is renewed, and is lost when somebody else claims the job.

use std::{sync::Arc, time::Duration};

use anyhow::ensure;
use domain::Timestamp;

use crate::{
    clock,
    store::{Claim, Store},
};

/// How long a claim holds without a sign of life.
pub(super) const LENGTH: Duration = Duration::from_secs(15);

pub(super) struct Lease {
    store: Arc<dyn Store>,
    claim: Claim,
    total: u64,
}

impl Lease {
    pub(super) fn new(store: Arc<dyn Store>, claim: Claim, total: u64) -> Self {
        Self { store, claim, total }
    }

    /// Shows that the worker is alive, and how far it is.
    ///
    /// # Errors
    /// When the claim is lost; then the work must stop.
    pub(super) async fn renew(&self, done: u64) -> anyhow::Result<()> {
        let total = self.total.max(done);
        let is_ours = self.store.renew_claim(self.claim.clone(), done, total, after(LENGTH)).await?;
        ensure!(is_ours, "another worker has taken over, or the quiz was deleted");
        Ok(())
    }
}

pub(super) fn after(length: Duration) -> Timestamp {
    Timestamp::from_nanoseconds(clock::now().nanoseconds().saturating_add(nanoseconds(length)))
}

pub(super) fn nanoseconds(length: Duration) -> i64 {
    i64::try_from(length.as_nanos()).unwrap_or(i64::MAX)
}
