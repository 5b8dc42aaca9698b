//! The quiz-answers program: HTTP, use-cases, storage, command line.

mod clock;
mod random;
pub mod service;
pub mod store;
