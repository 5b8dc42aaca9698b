//! Accepting connections, with limits on their number, speed and size.

mod addresses;
mod handshake;
mod progress;
mod serve;

pub(crate) use serve::serve_after;
pub use serve::{Limits, serve};
