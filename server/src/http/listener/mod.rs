//! Accepting connections, with a bound on everything: how many, how slow, how large.

mod addresses;
mod handshake;
mod progress;
mod serve;

pub(crate) use serve::serve_after;
pub use serve::{Limits, serve};
