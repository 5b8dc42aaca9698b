//! Slow work of requests, a little at a time and off the threads that serve all other requests.
//!
//! Namespaces take turns, so that a busy one does not delay the others.

use std::sync::Arc;

use futures_util::future::join_all;
use tokio::{runtime::Handle, sync::oneshot};

use super::ServiceError;
use crate::{
    low_priority::{Threads, is_offloaded},
    turns::{Bounds, Turn, Turns},
};

pub(crate) struct Queue {
    /// The plural name of the work items, for messages.
    what: &'static str,
    turns: Turns<String>,
    threads: Arc<Threads>,
    /// Uses its own threads even if the caller already has a turn elsewhere.
    is_apart: bool,
}

impl Queue {
    pub(crate) fn new(what: &'static str, bounds: Bounds) -> Self {
        Self::on(Arc::new(Threads::new(what, bounds.at_once)), what, bounds)
    }

    /// Shares threads with other queues.
    pub(crate) fn on(threads: Arc<Threads>, what: &'static str, bounds: Bounds) -> Self {
        Self { what, turns: Turns::new(bounds), threads, is_apart: false }
    }

    /// For work whose threads keep large buffers for the next item, and which waits for no other turn.
    pub(crate) fn apart(what: &'static str, bounds: Bounds) -> Self {
        Self { is_apart: true, ..Self::new(what, bounds) }
    }

    /// Takes all turns of one owner, as soon as they are free.
    pub(super) async fn hold(&self, of: &str) -> Vec<Turn<String>> {
        let turns = (0..self.turns.bounds().at_once_each).map(|_| self.turns.take(of.to_owned()));
        join_all(turns).await.into_iter().flatten().collect()
    }

    /// Runs the work in the namespace's turn. Refused immediately if too many of the namespace wait. Work that is part
    /// of other queued work already has its turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        of: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        if is_offloaded() && !self.is_apart {
            return Ok(work());
        }
        let turn = self.turns.take(of.to_owned()).await;
        let turn =
            turn.map_err(|_| ServiceError::Unavailable(format!("too many {} wait for their turn", self.what)))?;
        // The turn stays with the work, which continues if the caller stops waiting.
        let work = move || {
            let _turn = turn;
            work()
        };
        Ok(self.threads.run(work).await)
    }

    /// Like [`run`](Self::run), for work that also waits, for example for the store. It ends if the caller stops waiting.
    pub(crate) async fn run_future<T: Send + 'static>(
        &self,
        of: &str,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ServiceError> {
        if is_offloaded() {
            return Ok(work.await);
        }
        let (mut caller, _waits) = oneshot::channel::<()>();
        let work = async move {
            tokio::select! {
                done = work => Some(done),
                () = caller.closed() => None,
            }
        };
        let runtime = Handle::current();
        let done = self.run(of, move || runtime.block_on(work)).await?;
        done.ok_or_else(|| ServiceError::Internal(format!("the work on {} stopped", self.what)))
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, sync::mpsc, thread, time::Duration};

    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::*;

    const ONE: Bounds = Bounds { at_once: 1, at_once_each: 1, waiting_each: 1 };

    /// Never dropped, like a server's: a runtime cannot be dropped within another.
    fn queue() -> &'static Queue {
        Box::leak(Box::new(Queue::new("things", ONE)))
    }

    #[tokio::test]
    async fn past_the_bound_of_waiting_the_next_is_refused_at_once() {
        let queue = queue();
        let (release, held) = mpsc::channel::<()>();
        let mut working = Box::pin(queue.run("a", move || held.recv()));
        assert!((&mut working).now_or_never().is_none());
        let mut waiting = Box::pin(queue.run("a", || ()));
        assert!((&mut waiting).now_or_never().is_none());
        let refused = queue.run("a", || ()).now_or_never().expect("at once");
        assert!(matches!(refused, Err(ServiceError::Unavailable(_))));
        drop(release);
        _ = working.await;
        waiting.await.expect("its turn");
    }

    #[tokio::test]
    async fn work_goes_on_when_the_caller_leaves_and_what_waits_ends() {
        let queue = queue();
        let (release, held) = mpsc::channel::<()>();
        assert!(timeout(Duration::from_millis(20), queue.run("a", move || held.recv())).await.is_err());
        let mut next = Box::pin(queue.run_future("b", pending::<()>()));
        assert!((&mut next).now_or_never().is_none(), "the work of the first goes on");
        drop(release);
        assert!(timeout(Duration::from_millis(20), next).await.is_err(), "it has no end");
        let last = timeout(Duration::from_secs(10), queue.run("c", || ())).await;
        last.expect("one that is not waited for gives its turn back").expect("a turn");
    }

    #[tokio::test]
    async fn a_queue_apart_keeps_to_its_own_threads() {
        let apart: &'static Queue = Box::leak(Box::new(Queue::apart("others", ONE)));
        let name = || thread::current().name().map(ToOwned::to_owned);
        let both = queue().run_future("a", async move { (name(), apart.run("a", name).await) });
        let (here, there) = timeout(Duration::from_secs(10), both).await.expect("not for ever").expect("a turn");
        assert_eq!((here.as_deref(), there.expect("done").as_deref()), (Some("things"), Some("others")));
    }

    #[tokio::test]
    async fn work_within_work_needs_no_turn_of_its_own() {
        let queue = queue();
        let both =
            queue.run_future("a", async { (queue.run("a", || 1).await, queue.run_future("a", async { 2 }).await) });
        let (one, two) = timeout(Duration::from_secs(10), both).await.expect("not for ever").expect("a turn");
        assert_eq!((one.expect("done"), two.expect("done")), (1, 2));
    }
}
