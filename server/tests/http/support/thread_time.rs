//! Processor time of a thread. Linux also tells it in `/proc`, where it stands still between two ticks of some kernels.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What this thread has taken so far.
pub(crate) fn thread_time() -> Duration {
    let at = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(at.tv_sec.cast_unsigned(), u32::try_from(at.tv_nsec).unwrap_or_default())
}
