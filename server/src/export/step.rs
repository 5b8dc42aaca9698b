//! The moments of an export at which a crash would leave different things behind.

use std::sync::Arc;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ExportStep {
    /// A worker has the job, and nothing is written.
    Claimed,
    /// A piece of the file is written; comes many times.
    Writing,
    /// All is written; the disk may not have it.
    Written,
    /// The disk has it, under the draft's name.
    Synced,
    /// The file is there; its job does not say so.
    Kept,
}

/// Is told of each step as it comes; so that tests can crash there.
pub type Watch = Arc<dyn Fn(ExportStep) + Send + Sync>;

pub(crate) fn unwatched() -> Watch {
    Arc::new(|_| {})
}
