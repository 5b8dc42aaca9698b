//! Exports: asking for one, and fetching the file.

pub(super) mod csv_export;
pub(super) mod download;
