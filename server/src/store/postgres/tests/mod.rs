//! Tests of this backend alone.

mod connections;
mod errors;
mod lost_commit;
mod pages;
mod partitions;
