//! Readiness: probes the database at most once in two seconds, however often it is asked.

use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::Mutex;

use crate::store::StoreError;

/// Validity of an outcome.
const FRESH: Duration = Duration::from_secs(2);
/// Time that the caller waits. Another process may lock the database for longer.
const PATIENCE: Duration = Duration::from_secs(5);

type Probed = Result<(), StoreError>;

#[derive(Clone, Default)]
pub(in crate::store) struct Probe {
    /// Locked while a probe is under way, so that there is never more than one.
    last: Arc<Mutex<Option<(Instant, Probed)>>>,
}

impl Probe {
    /// Returns when no probe is under way.
    pub(in crate::store) async fn settle(&self) {
        drop(self.last.lock().await);
    }

    /// The outcome of `probe`, or of the last one while it is fresh.
    pub(in crate::store) async fn check(&self, probe: impl Future<Output = Probed> + Send + 'static) -> Probed {
        let probing = async {
            let mut last = Arc::clone(&self.last).lock_owned().await;
            if let Some((at, outcome)) = last.as_ref()
                && at.elapsed() < FRESH
            {
                return outcome.clone();
            }
            // Goes on without its caller: a write that waits must not be joined by another one.
            let probe = tokio::spawn(async move {
                let outcome = probe.await;
                *last = Some((Instant::now(), outcome.clone()));
                outcome
            });
            probe.await.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
        };
        let late = || Err(StoreError::Unavailable("a write has been waiting for five seconds".to_owned()));
        tokio::time::timeout(PATIENCE, probing).await.unwrap_or_else(|_| late())
    }
}
