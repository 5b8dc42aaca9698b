//! The quiz-answers program: HTTP, use-cases, storage, command line.

mod atomic_file;
mod cache;
pub mod causes;
pub mod cli;
mod client_prefix;
mod clock;
mod config;
pub mod delivery;
mod disk;
pub mod export;
mod file_identity;
mod file_lock;
mod file_permissions;
pub mod http;
pub mod jobs;
mod low_priority;
mod owner;
mod random;
mod record;
mod rescue;
mod secret_key;
pub mod service;
pub mod store;
mod telemetry;
mod templates;
mod turns;

pub use owner::Owner;
pub use secret_key::SecretKey;
