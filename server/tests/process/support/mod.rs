//! Shared by the tests: the program, a server that never outlives its test, and a small client.

mod client;
mod failover;
mod metrics;
mod program;
mod server;

pub(crate) use client::{Client, Reply};
pub(crate) use failover::Pair;
pub(crate) use metrics::Metrics;
pub(crate) use program::{Held, Output, Program, SECRET_KEY, execute};
pub(crate) use server::Server;
