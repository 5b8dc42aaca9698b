//! All answers of a quiz as one file: one ordered scan of one snapshot, streamed in a format, however many there are.

mod csv;
mod draft;
mod format;
mod jsonl;
mod leaving_out;
mod pieces;
mod rows;
mod selection;
mod stream;
mod style;
mod write;
mod xlsx;

pub(crate) use draft::{Draft, unwatched};
pub use draft::{ExportStep, Watch};
pub use format::ExportFormat;
pub(crate) use leaving_out::Erasures;
pub use selection::ExportSelection;
pub(crate) use selection::sift;
pub(crate) use stream::{PermanentFailure, stream_export};
pub use style::{Delimiter, ExportForm, ExportStyle, Guard};
pub(crate) use write::{Hashing, Written};
