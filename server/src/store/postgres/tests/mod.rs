//! Tests of PostgreSQL only.

mod collations;
mod connections;
mod errors;
mod lost_commit;
mod pages;
mod partitions;

use super::PostgresDatabase;
use crate::store::{Store, root::Database};

fn database(store: &Store) -> &PostgresDatabase {
    let Database::Postgres(own) = &store.database else { unreachable!("the URL is of a server") };
    own
}
