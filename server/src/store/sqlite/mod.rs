//! The SQLite backend: a thread that writes in groups, threads that look up records and keys in groups, and readers for
//! everything else.

mod backup;
mod connection;
mod error;
mod exclusive;
mod gathering;
mod installation;
mod lookups;
mod open;
mod place;
mod probe;
mod readers;
mod reserve;
mod scan;
mod schema;
mod scrub;
#[cfg(test)]
mod tests;
mod upgrade;
mod writer;

pub use backup::Contents;
pub use open::SqliteDatabase;
pub use schema::Damaged;
pub use upgrade::Upgrade;

pub(crate) use error::is_of_the_disk;
pub(crate) use reserve::Reserve;

pub(super) use connection::{SqliteConnection, sqlx_error};
pub(super) use error::classified;
pub(super) use exclusive::connect_exclusive;
pub(super) use gathering::Gathering;
pub(super) use readers::Readers;
pub(super) use schema::{bring_up_to_date, latest};
