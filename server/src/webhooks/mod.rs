//! Webhooks: their allowed addresses, signatures, and the client that sends them.

mod address;
mod client;
mod connect;
mod headers;
mod schedule;
mod secrets;
mod sign;

pub use address::{Allowed, Refusal, Rules};
pub use client::{Client, Sent};
pub use connect::{Resolve, SystemResolver};
pub use headers::check_headers;
pub use schedule::{Verdict, judge};
pub use secrets::{EndpointSecrets, OLD_SECRET};
