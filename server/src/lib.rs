//! The quiz-answers program: HTTP, use-cases, storage, command line.
#![allow(
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "only this program and its tests use the library"
)]

pub mod cli;
mod clock;
mod config;
pub mod delivery;
pub mod export;
pub mod http;
pub mod jobs;
mod permissions;
mod random;
pub mod service;
pub mod store;
mod telemetry;
