//! The backend of one file: one writer, which answers go to in groups, a reader that looks up records in groups, and a
//! pool of readers for all else.

mod admins;
mod answers;
mod attempts;
mod audit;
mod backup;
mod batcher;
mod begins;
mod changes;
mod drafts;
mod error;
mod insights;
mod installation;
mod invitations;
mod jobs;
mod keys;
mod lookups;
mod namespaces;
mod open;
mod probe;
mod queue;
mod quizzes;
mod record_lists;
mod records;
mod replacements;
mod replies;
mod retention;
mod scan;
mod schedules;
mod schema;
mod scrub;
mod sessions;
mod tallies;
#[cfg(test)]
mod tests;
mod transaction;
mod writer;

pub use backup::Contents;
pub use open::SqliteStore;
