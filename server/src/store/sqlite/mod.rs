//! The backend of one file: one writer, a pool of readers.

mod admins;
mod attempts;
mod audit;
mod drafts;
mod error;
mod insights;
mod installation;
mod invitations;
mod jobs;
mod keys;
mod namespaces;
mod open;
mod quizzes;
mod record_lists;
mod record_row;
mod records;
mod scan;
mod schedules;
mod sessions;
mod tallies;
#[cfg(test)]
mod tests;
mod writer;

pub use open::SqliteStore;
