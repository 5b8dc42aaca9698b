//! A connection that has the database for itself.

use std::time::Duration;

use anyhow::Context;
use sqlx::{Executor, SqliteConnection, sqlite::SqliteLockingMode};

use super::{
    open::{options, settings},
    schema,
};

/// Time that other processes have to close the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// Makes the file if it is not there. Fails while another process has it open, and keeps all others out until the
/// connection is closed.
pub(in crate::store) async fn connect_exclusive(url: &str) -> anyhow::Result<SqliteConnection> {
    let options = settings(options(url)?)
        .create_if_missing(true)
        .locking_mode(SqliteLockingMode::Exclusive)
        .busy_timeout(PATIENCE);
    let in_use = || format!("stop what uses {} first, such as a server", options.get_filename().display());
    let mut connection = schema::connect(&options).await.with_context(in_use)?;
    connection.execute("BEGIN EXCLUSIVE; COMMIT").await.with_context(in_use)?;
    Ok(connection)
}
