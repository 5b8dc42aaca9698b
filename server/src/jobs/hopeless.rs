//! Failures that another attempt would meet again.

use thiserror::Error;

/// The job has failed for good; says why.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Hopeless(pub(super) String);
