//! SQLite behind the port: one writer, a pool of readers.

mod error;
mod installation;
mod invitations;
mod keys;
mod namespaces;
mod open;
mod quizzes;
mod record_row;
mod records;
mod writer;

pub use open::SqliteStore;
