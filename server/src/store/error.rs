//! Errors of a store that callers can act on.

use thiserror::Error;

use crate::turns::Full;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// An item with the same identity already exists.
    #[error("it exists already")]
    Conflict,
    /// The owner, for example the quiz, does not exist.
    #[error("what it belongs to is not there")]
    Missing,
    /// Too many writes are waiting to be answered soon. Nothing was stored.
    #[error("too many writes are waiting")]
    Busy,
    /// The disk is full, or the database cannot be reached. Nothing was acknowledged, but a write that failed during
    /// its commit may stand.
    #[error("the database cannot take this now: {0}")]
    Unavailable(String),
    /// A bug, or a damaged database.
    #[error("database error: {0}")]
    Internal(String),
}

impl From<Full> for StoreError {
    fn from(Full: Full) -> Self {
        Self::Unavailable("too many large rows wait to be read".to_owned())
    }
}
