//! The quiz-answers program: HTTP, use cases, storage, command line.

mod atomic_file;
mod cache;
pub mod causes;
mod certificates;
pub mod cli;
mod client_prefix;
mod clock;
mod clock_watch;
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
pub mod mail;
mod owner;
mod random;
mod record;
mod rescue;
mod search_text;
mod secret_key;
mod series;
pub mod service;
pub mod store;
mod telemetry;
mod templates;
mod turns;
pub mod webhooks;
mod zone;

pub use owner::Owner;
pub use search_text::SearchText;
pub use secret_key::SecretKey;
