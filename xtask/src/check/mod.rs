//! `cargo xtask check`: everything a change must pass besides the tests.

mod dependencies;
mod layers;
mod run;

pub(crate) use run::run;
