//! The quiz-answers program: HTTP, use-cases, storage, command line.

mod apart;
mod cache;
pub mod causes;
pub mod cli;
mod clock;
mod config;
pub mod delivery;
pub mod export;
pub mod http;
pub mod jobs;
mod permissions;
mod placing;
mod random;
mod record;
mod secret_key;
pub mod service;
pub mod store;
mod subscriber;
mod telemetry;
mod templates;
mod turns;

pub use secret_key::SecretKey;
