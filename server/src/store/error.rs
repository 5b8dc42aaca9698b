//! Errors of a store that callers can act on.

use thiserror::Error;

use crate::turns::Full;

/// The outcome of what a store was asked for.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Something with the same identity is there already.
    #[error("it exists already")]
    Conflict,
    /// Its owner, such as its quiz, does not exist.
    #[error("what it belongs to is not there")]
    Missing,
    /// More writes are waiting than can be answered soon; nothing was stored.
    #[error("too many writes are waiting")]
    Busy,
    /// The disk is full, or the database cannot be reached. Nothing was acknowledged; what broke during a commit may stand.
    #[error("the database cannot take this now: {0}")]
    Unavailable(String),
    /// A defect, or a damaged database.
    #[error("database error: {0}")]
    Internal(String),
}

impl From<Full> for StoreError {
    fn from(Full: Full) -> Self {
        Self::Unavailable("too many large rows wait to be read".to_owned())
    }
}
