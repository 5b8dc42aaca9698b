//! The backend of a PostgreSQL server: its connections, how writes use them, and its errors. The statements are the
//! shared ones.

mod alone;
mod connection;
mod error;
mod examine;
mod installation;
mod listener;
mod open;
mod scan;
#[cfg(test)]
mod tests;
mod writer;

pub use examine::DatabaseServer;
pub use open::PostgresStore;

pub(super) use alone::connect_alone;
pub(super) use open::{bring_up_to_date, latest};
