//! Work that outlives a request: claimed from the database, safe to run twice, resumed after a crash.

mod delivery;
mod draft;
mod export;
mod files;
mod format;
mod formats;
mod hopeless;
mod lease;
mod runner;
mod scheduler;
mod tidy;

pub use export::{ExportOutcome, ExportParameters, stream_export};
pub use files::ExportFiles;
pub use format::ExportFormat;
pub use runner::Runner;

pub(crate) use formats::{Tally, Written};

use hopeless::Hopeless;
