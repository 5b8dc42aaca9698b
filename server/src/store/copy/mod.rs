//! Copying all data from one database to another, of either kind.
//!
//! The target is marked until it has been compared with the source. The mark tells an interrupted copy from a database,
//! and lets the copy continue where it stopped.

mod batch;
mod copying;
mod database;
mod digest;
mod mark;
mod tables;
#[cfg(test)]
mod tests;

pub use copying::{Step, copy};
pub use database::require_unused;
pub use digest::Copied;
pub use mark::MOVED;
pub(super) use mark::UNFINISHED;
