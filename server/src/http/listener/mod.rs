//! Accepting connections, with a bound on everything: how many, how slow, how large.

mod addresses;
mod progress;
mod serve;

pub use serve::{Limits, serve};
