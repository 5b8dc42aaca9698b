//! Writing of replies: errors, JSON, CSV, ranges of files, compression.

pub(in crate::http) mod compress;
pub(in crate::http) mod csv_stream;
pub(in crate::http) mod error;
pub(in crate::http) mod error_codes;
pub(in crate::http) mod json;
pub(in crate::http) mod range;
pub(in crate::http) mod shared_page;
