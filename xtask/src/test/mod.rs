//! `cargo xtask test`: unit tests, HTTP tests, browser tests, and their sum.

mod browser;
mod native;
mod run;
mod tally;

pub(crate) use run::run;
