//! A connection with exclusive use of the database.

use anyhow::Context;

use super::{
    SqliteConnection, SqliteDatabase,
    connection::{Access, Way},
    schema,
};

/// Creates the file if it does not exist. Fails while another process has it open, and locks all others out until the
/// connection is closed.
pub(in crate::store) fn connect_exclusive(url: &str) -> anyhow::Result<SqliteConnection> {
    let file = SqliteDatabase::path(url)?;
    let connection = schema::connect(&Way::to(&file, Access::Alone));
    connection.with_context(|| format!("stop what uses {} first, such as a server", file.display()))
}
