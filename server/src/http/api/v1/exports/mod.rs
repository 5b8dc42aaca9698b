//! Exports: asking for one, following it, and fetching the file.

pub(super) mod cancel;
pub(super) mod csv_export;
pub(super) mod download;
pub(super) mod list;
