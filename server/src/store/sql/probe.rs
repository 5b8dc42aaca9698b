//! Readiness: probes the database at most once in two seconds, however many callers there are.

use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::Mutex;

use crate::store::StoreError;

const FRESH: Duration = Duration::from_secs(2);
/// Maximum waiting time of a caller. Another process may lock the database for longer.
const PATIENCE: Duration = Duration::from_secs(5);

type Probed = Result<(), StoreError>;

#[derive(Clone, Default)]
pub(in crate::store) struct Probe {
    /// Locked during a probe, so that there is never more than one.
    last: Arc<Mutex<Option<(Instant, Probed)>>>,
}

impl Probe {
    /// Waits for a probe under way.
    pub(in crate::store) async fn settle(&self) {
        drop(self.last.lock().await);
    }

    /// Returns the outcome of `probe`, or the last outcome while it is fresh.
    pub(in crate::store) async fn check(&self, probe: impl Future<Output = Probed> + Send + 'static) -> Probed {
        let probing = async {
            let mut last = Arc::clone(&self.last).lock_owned().await;
            if let Some((at, outcome)) = last.as_ref()
                && at.elapsed() < FRESH
            {
                return outcome.clone();
            }
            // Spawned, so that it survives its caller: a second write must not join one that waits.
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
