//! Failures that another attempt would meet again.

use thiserror::Error;

/// Says why the export cannot succeed.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct PermanentFailure(pub(crate) String);
