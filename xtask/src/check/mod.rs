//! `cargo xtask check`: what a change has to pass beside the tests.

mod clippy;
mod licences;
mod lock_file;
mod run;

pub(crate) use run::run;
