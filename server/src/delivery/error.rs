//! Failures of deliveries, grouped by what the operator can do about them.

use thiserror::Error;

use crate::causes::with_causes;

/// Every message suggests a remedy.
#[derive(Debug, Error)]
pub enum DeliveryError {
    #[error("{0}")]
    Key(String),
    /// The destination, the account or the host's key is wrong. Retrying does not help.
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    Broken(String),
    /// The host accepts the file too slowly. An immediate retry would hold another snapshot open for as long.
    #[error("{0}")]
    TooSlow(String),
    /// The export could not be produced, or not written locally.
    #[error("{}", with_causes(.0))]
    Export(anyhow::Error),
}

impl DeliveryError {
    /// True if a retry may succeed.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Broken(_))
    }

    /// The exit code of a command, as documented in the manual.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Export(_) => 1,
            Self::Key(_) => 3,
            Self::Refused(_) => 4,
            Self::Broken(_) | Self::TooSlow(_) => 5,
        }
    }
}
