//! `cargo xtask check`: what a change has to pass beside the tests.

mod clippy;
mod licences;
mod lock_file;
mod run;
mod types;

pub(crate) use run::run;
