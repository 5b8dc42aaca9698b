//! Work that outlives a request: claimed from the database, safe to run twice, resumed after a crash.

mod bucket;
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
mod step;
mod tidy;

pub use bucket::open as open_bucket;
pub use export::{ExportOutcome, ExportParameters, stream_export};
pub use files::{ExportFile, ExportFiles};
pub use format::ExportFormat;
pub use runner::Runner;
pub use step::{Step, Watch};

pub(crate) use formats::{Tally, Written};

use hopeless::Hopeless;
