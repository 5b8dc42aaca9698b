//! The PostgreSQL backend: its connections, how writes use them, and its errors. The statements are shared with SQLite.

mod connection;
mod error;
mod examine;
mod exclusive;
mod installation;
mod listener;
mod open;
mod scan;
#[cfg(test)]
mod tests;
mod writer;

pub use examine::DatabaseServer;
pub use open::PostgresDatabase;

pub(super) use connection::{fetched, fill, lock_namespace, number_changes, read, up_to};
pub(super) use error::classified;
pub(super) use exclusive::connect_exclusive;
pub(super) use listener::announce_scores;
pub(super) use open::{bring_up_to_date, latest};
