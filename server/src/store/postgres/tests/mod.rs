//! Tests of this backend alone.

mod connections;
mod lost_commit;
mod pages;
mod partitions;
