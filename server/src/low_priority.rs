//! Runs long work on separate threads of low priority, which leave the processor to those that serve requests.

use std::{cell::Cell, panic, sync::LazyLock};

use rustix::process::setpriority_process;
use tokio::runtime::{Builder, Runtime};

use crate::telemetry::carried;

/// Bytes that take well below a millisecond to parse.
pub(crate) const SMALL: usize = 64 * 1024;

/// The niceness of such threads: where requests want all processors, one of them still gets a tenth of one.
const NICE: i32 = 10;

/// For work that needs no turn: a few pieces at once, each of some milliseconds.
static COMMON: LazyLock<Threads> = LazyLock::new(|| Threads::new("low-priority", 2));

thread_local! {
    static IS_OFFLOADED: Cell<bool> = const { Cell::new(false) };
}

/// A few threads of low priority. What they allocate is bounded by their number, because each of them keeps what it has
/// freed for its next piece of work.
pub(crate) struct Threads(Runtime);

impl Threads {
    /// They are started when they are needed, and end when they have had nothing to do for a while.
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

    /// Does the work on one of the threads. It is done even if the caller stops waiting.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        match self.0.spawn_blocking(carried(work)).await {
            Ok(done) => done,
            Err(error) => match error.try_into_panic() {
                Ok(cause) => panic::resume_unwind(cause),
                // Only a runtime that is ending cancels it, and with it this request.
                Err(_) => std::future::pending().await,
            },
        }
    }
}

/// True on one of the threads above: what costs much may be done at once.
pub(crate) fn is_offloaded() -> bool {
    IS_OFFLOADED.get()
}

/// Does the work at once when it is small, and otherwise apart from the threads that serve requests.
pub(crate) async fn offload<T: Send + 'static>(is_large: bool, work: impl FnOnce() -> T + Send + 'static) -> T {
    if !is_large || is_offloaded() { work() } else { COMMON.run(work).await }
}

/// Of this thread and those that it starts.
pub(crate) fn lower_priority(niceness: i32) {
    // Elsewhere it would apply to the whole process.
    if cfg!(target_os = "linux") {
        let _ = setpriority_process(None, niceness);
    }
}

#[cfg(test)]
mod tests {
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
    async fn a_panic_reaches_the_one_who_waits() {
        let work = offload(true, || panic!("a defect"));
        let told = tokio::spawn(work).await.expect_err("it panics").into_panic();
        assert_eq!(told.downcast_ref(), Some(&"a defect"));
    }
}
