//! What can go wrong in a store, as far as a caller can do something about it.

use thiserror::Error;

#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Something with the same identity is there already.
    #[error("it exists already")]
    Conflict,
    /// What it belongs to, such as its quiz, is not there.
    #[error("what it belongs to is not there")]
    Missing,
    /// More writes are waiting than can be answered soon; nothing was stored.
    #[error("too many writes are waiting")]
    Busy,
    /// The disk is full, or the database cannot be reached; nothing was stored.
    #[error("the database cannot take this now: {0}")]
    Unavailable(String),
    /// A defect, or a damaged database.
    #[error("database error: {0}")]
    Internal(String),
}
