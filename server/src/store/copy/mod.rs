//! Copying everything from one database to another, of the same kind or the other one.
//!
//! The target is marked until it has been compared with the source, so that a copy that was cut off is told from a
//! database, and goes on where it stopped.

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
