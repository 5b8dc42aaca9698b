//! The backend of one file: one writer, which answers go to in groups, a reader that looks up records in groups, and a
//! pool of readers for all else.

mod alone;
mod backup;
mod connection;
mod error;
mod installation;
mod open;
mod probe;
mod scan;
mod schema;
mod scrub;
#[cfg(test)]
mod tests;
mod words;
mod writer;

pub use backup::Contents;
pub use open::SqliteDatabase;
pub use schema::Damaged;

pub(super) use alone::connect_alone;
pub(super) use connection::fill;
pub(super) use error::{classified, classify};
pub(super) use schema::{bring_up_to_date, latest};
pub(super) use words::WORDS;
