//! `cargo xtask bench`: measures the optimised server, each figure beside a reference from the same minute.

mod against;
mod crowd;
mod dashboard;
mod disk;
mod export;
mod load;
mod postgres;
mod report;
mod run;
mod scans;
mod server;
mod traffic;

pub(crate) use dashboard::{sign_in, sign_in_as};
pub(crate) use load::BROWSERS_ENCODINGS;
pub(crate) use report::Figure;
pub(crate) use run::run;
pub(crate) use server::{Server, api};
