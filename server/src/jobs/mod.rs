//! Work that outlives a request: claimed from the database, safe to run twice, resumed after a crash.

mod csv_export;
mod csv_writer;
mod files;
mod lease;
mod runner;

pub use csv_export::{ExportOutcome, stream_csv};
pub use files::ExportFiles;
pub use runner::Runner;
