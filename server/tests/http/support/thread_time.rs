//! Processor time of a thread. Linux also reports it in `/proc`, but some kernels update that only at ticks.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

pub(crate) fn thread_time() -> Duration {
    let at = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(at.tv_sec.cast_unsigned(), u32::try_from(at.tv_nsec).unwrap_or_default())
}
