//! The JSON API, by version.

pub mod v1;
