//! `cargo xtask dist`: the shipped artifacts and their contents.

mod bill;
mod components;
mod deb;
mod image;
mod licences;
mod program;
mod run;

pub(crate) use run::run;
