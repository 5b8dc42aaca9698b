//! Why an export did not get where it was to go, as far as it tells what to do next.

use thiserror::Error;

/// Every message says what to do.
#[derive(Debug, Error)]
pub enum DeliveryError {
    /// A key that cannot be encrypted to.
    #[error("{0}")]
    Key(String),
    /// The destination, the way into it, or its host's key is not as it should be; trying again changes nothing.
    #[error("{0}")]
    Refused(String),
    /// The connection did not come about, or broke.
    #[error("{0}")]
    Broken(String),
    /// The host takes the file too slowly; another try at once would hold another snapshot open for as long.
    #[error("{0}")]
    TooSlow(String),
    /// The export itself could not be made, or not be written here.
    #[error("{0:#}")]
    Export(anyhow::Error),
}

impl DeliveryError {
    /// Whether the same may work a little later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Broken(_))
    }

    /// What a command that failed with it ends with; part of the manual.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Export(_) => 1,
            Self::Key(_) => 3,
            Self::Refused(_) => 4,
            Self::Broken(_) | Self::TooSlow(_) => 5,
        }
    }
}
