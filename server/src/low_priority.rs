//! Runs long work on separate low-priority threads, which leave the processor to those that serve requests.

use std::{cell::Cell, panic, sync::LazyLock};

use rustix::process::setpriority_process;
use tokio::runtime::{Builder, Runtime};

use crate::{
    owner::Owner,
    telemetry::carried,
    turns::{Bounds, Full, Turns},
};

/// Number of bytes that take well below a millisecond to parse.
pub(crate) const SMALL: usize = 64 * 1024;

/// The niceness of these threads: if requests want all processors, one of the threads still gets a tenth of one.
const NICE: i32 = 10;

/// For work of requests that have no turn as a whole: a few pieces at a time, some milliseconds each.
static COMMON: LazyLock<Pool> = LazyLock::new(|| Pool::new("low-priority", COMMON_BOUNDS));

const COMMON_BOUNDS: Bounds = Bounds { at_once: 2, at_once_each: 1, waiting_each: 256 };

/// Threads with turns by owner. Work whose caller has stopped waiting is not begun.
struct Pool {
    threads: Threads,
    turns: Turns<Option<Owner>>,
}

impl Pool {
    fn new(name: &'static str, bounds: Bounds) -> Self {
        Self { threads: Threads::new(name, bounds.at_once), turns: Turns::new(bounds) }
    }

    async fn run<T: Send + 'static>(
        &self,
        owner: Option<Owner>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Full> {
        let turn = self.turns.take(owner).await?;
        Ok(self.with(turn, work).await)
    }

    /// Like [`run`](Self::run), without a limit on waiting work.
    async fn wait<T: Send + 'static>(&self, owner: Option<Owner>, work: impl FnOnce() -> T + Send + 'static) -> T {
        let turn = self.turns.wait(owner).await;
        self.with(turn, work).await
    }

    async fn with<T: Send + 'static, G: Send + 'static>(
        &self,
        turn: G,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let work = move || {
            let _turn = turn;
            work()
        };
        self.threads.run(work).await
    }
}

thread_local! {
    static IS_OFFLOADED: Cell<bool> = const { Cell::new(false) };
}

/// A few low-priority threads. Their number bounds memory, because each of them keeps what it has freed for its next
/// work.
pub(crate) struct Threads(Runtime);

impl Threads {
    /// Threads start on demand, and end after being idle for a while.
    pub(crate) fn new(name: &'static str, most: usize) -> Self {
        let threads = Builder::new_current_thread()
            .max_blocking_threads(most)
            .thread_name(name)
            .on_thread_start(|| {
                IS_OFFLOADED.set(true);
                lower_priority(NICE);
            })
            .build();
        Self(threads.expect("a runtime without drivers asks the system for nothing"))
    }

    /// Runs the work on one of the threads, even if the caller stops waiting.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        match self.0.spawn_blocking(carried(work)).await {
            Ok(done) => done,
            Err(error) => match error.try_into_panic() {
                Ok(cause) => panic::resume_unwind(cause),
                // Only a runtime that is shutting down cancels it, and with it this request.
                Err(_) => std::future::pending().await,
            },
        }
    }
}

/// True on one of the threads above, where costly work may run directly.
pub(crate) fn is_offloaded() -> bool {
    IS_OFFLOADED.get()
}

/// Runs the work directly if it is small or has a turn, and otherwise off the threads that serve requests, in turn by
/// owner. Refused immediately if too much of the owner's work waits.
pub(crate) async fn try_offload<T: Send + 'static>(
    is_large: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Full> {
    if !is_large || is_offloaded() { Ok(work()) } else { COMMON.run(Owner::current(), work).await }
}

/// Like [`try_offload`], for requests that already have a turn. Work from anywhere else waits without a limit.
pub(crate) async fn offload<T: Send + 'static>(is_large: bool, work: impl FnOnce() -> T + Send + 'static) -> T {
    if !is_large || is_offloaded() {
        return work();
    }
    COMMON.wait(Owner::current(), work).await
}

/// Applies to this thread and those that it starts.
pub(crate) fn lower_priority(niceness: i32) {
    // Elsewhere it would apply to the whole process.
    if cfg!(target_os = "linux") {
        let _ = setpriority_process(None, niceness);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use rustix::process::getpriority_process;

    use super::*;

    fn niceness() -> i32 {
        getpriority_process(None).expect("Linux tells")
    }

    #[tokio::test]
    async fn large_work_leaves_the_processor_to_others_and_small_work_stays() {
        let here = niceness();
        assert_eq!(offload(false, niceness).await, here);
        assert_eq!(offload(true, || (niceness(), is_offloaded())).await, (NICE, true));
        assert_eq!((niceness(), is_offloaded()), (here, false));
    }

    #[tokio::test]
    async fn large_work_goes_round_by_owner_within_a_bound_and_is_not_begun_for_no_one() {
        // Never dropped: a runtime cannot be dropped within another.
        let bounds = Bounds { at_once: 1, at_once_each: 1, waiting_each: 2 };
        let pool: &'static Pool = Box::leak(Box::new(Pool::new("things", bounds)));
        let owner = |id: &str| Some(Owner::Namespace(id.to_owned()));
        let (done, order) = mpsc::channel();
        let (release, held) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(owner("busy"), move || held.recv()));
        assert!((&mut first).now_or_never().is_none());
        let work = |what: &'static str| {
            let done = done.clone();
            move || done.send(what)
        };
        let mut abandoned = Box::pin(pool.run(owner("busy"), work("abandoned")));
        let mut next = Box::pin(pool.run(owner("busy"), work("busy")));
        let mut quiet = Box::pin(pool.run(owner("quiet"), work("quiet")));
        for waiting in [&mut abandoned, &mut next, &mut quiet] {
            assert!(waiting.now_or_never().is_none());
        }
        assert_eq!(pool.run(owner("busy"), || ()).await, Err(Full));
        drop(abandoned);
        drop(release);
        assert!(first.await.is_ok() && quiet.await.is_ok() && next.await.is_ok());
        assert_eq!(order.try_iter().collect::<Vec<_>>(), ["quiet", "busy"]);
    }

    #[tokio::test]
    async fn a_panic_reaches_the_one_who_waits() {
        let work = offload(true, || panic!("a defect"));
        let told = tokio::spawn(work).await.expect_err("it panics").into_panic();
        assert_eq!(told.downcast_ref(), Some(&"a defect"));
    }
}
