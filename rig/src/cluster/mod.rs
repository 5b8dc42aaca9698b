//! `cargo xtask cluster`: several servers on a PostgreSQL with failover, all on this machine, and a test that breaks
//! it.

mod client;
mod database;
mod drill;
mod exports;
mod faults;
mod folder;
mod load;
mod ports;
mod proxies;
mod run;
mod servers;
mod verify;

pub(crate) use folder::{Folder, wait_for};
pub(crate) use run::run;
