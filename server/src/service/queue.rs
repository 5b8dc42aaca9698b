//! Slow work of requests, a little at a time and away from the threads that answer all others.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::ServiceError;

pub(super) struct Queue {
    /// The plural of the thing that is checked.
    what: &'static str,
    running: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Queue {
    pub(super) fn new(what: &'static str, at_once: usize, most_waiting: usize) -> Self {
        let (running, waiting) = (Arc::new(Semaphore::new(at_once)), Semaphore::new(at_once + most_waiting));
        Self { what, running, waiting }
    }

    /// Refused at once when too many others wait.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let full = |_| ServiceError::Unavailable(format!("too many {} are being checked", self.what));
        let stopped = || ServiceError::Internal(format!("the check of {} stopped", self.what));
        let _place = self.waiting.try_acquire().map_err(full)?;
        let permit = Arc::clone(&self.running).acquire_owned().await.map_err(|_| stopped())?;
        // The permit goes with the work, which goes on if the caller stops waiting.
        let work = move || {
            let done = work();
            drop(permit);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| stopped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn past_the_bound_of_waiting_the_next_is_refused_at_once() {
        let queue = Arc::new(Queue::new("things", 1, 2));
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let run = |queue: Arc<Queue>| {
            let held = Arc::clone(&held);
            tokio::spawn(async move { queue.run(move || _ = held.lock().map(|held| held.recv())).await })
        };
        let accepted = [run(Arc::clone(&queue)), run(Arc::clone(&queue)), run(Arc::clone(&queue))];
        tokio::task::yield_now().await;
        let refused = run(Arc::clone(&queue)).await.expect("ran");
        assert!(matches!(refused, Err(ServiceError::Unavailable(_))), "{refused:?}");
        drop(release);
        for one in accepted {
            assert!(one.await.expect("ran").is_ok());
        }
    }
}
