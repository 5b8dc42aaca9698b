//! Work on much data, apart from the threads that serve all other requests.

use std::panic;

/// Bytes that take well below a millisecond to parse.
pub(crate) const SMALL: usize = 64 * 1024;

/// Does the work at once when it is small, and otherwise on a thread of its own.
pub(crate) async fn apart<T: Send + 'static>(is_large: bool, work: impl FnOnce() -> T + Send + 'static) -> T {
    if !is_large {
        return work();
    }
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(cause) => panic::resume_unwind(cause),
            // Only a runtime that is ending cancels it, and with it this request.
            Err(_) => std::future::pending().await,
        },
    }
}
