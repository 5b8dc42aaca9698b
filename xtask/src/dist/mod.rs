//! `cargo xtask dist`: what is shipped, and what it consists of.

mod bill;
mod components;
mod deb;
mod image;
mod licences;
mod program;
mod run;

pub(crate) use run::run;
