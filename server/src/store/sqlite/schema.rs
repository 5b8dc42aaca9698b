//! The version of the schema: which one a file has, and bringing it to this release's.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use sqlx::{ConnectOptions, SqliteConnection, migrate::Migrator, sqlite::SqliteConnectOptions};

use super::error::is_locked;
use crate::store::copy::UNFINISHED;

/// Time for which opening is tried again, and between two tries.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(10);

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// The version that this release works with.
pub(in crate::store) fn latest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// A connection with these options.
pub(super) async fn connect(options: &SqliteConnectOptions) -> anyhow::Result<SqliteConnection> {
    let began = Instant::now();
    loop {
        match options.connect().await {
            // Of two processes that open a new file, SQLite lets one change its journal and the other not even wait.
            Err(error) if is_locked(&error) && began.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
            opened => {
                return opened
                    .with_context(|| format!("cannot open the database {}", options.get_filename().display()));
            }
        }
    }
}

/// The version of a file that is a database of this release or an earlier one.
pub(super) async fn version(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<i64> {
    let damaged = || format!("{} is damaged, or no database", file.display());
    let found: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
        .fetch_one(&mut *connection)
        .await
        .with_context(damaged)?;
    ensure!(found == 1, "{} is not a database of this program", file.display());
    let marked: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = 'unfinished_copy'")
        .fetch_one(&mut *connection)
        .await
        .with_context(damaged)?;
    ensure!(marked == 0, UNFINISHED);
    let version = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await
        .with_context(damaged)?;
    if version > latest() {
        bail!("{} was made by a newer release: use that release, or a backup from before it", file.display());
    }
    Ok(version)
}

/// Makes the schema in an empty file, or brings an earlier one up to date.
pub(in crate::store) async fn bring_up_to_date(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await
        .with_context(|| format!("{} is damaged, or no database", file.display()))?;
    if tables > 0 {
        version(connection, file).await?;
    }
    let mut seen = applied(connection).await;
    loop {
        let migrated = MIGRATIONS.run(&mut *connection).await;
        let now = applied(connection).await;
        // Each migration is a transaction: of two processes that begin with the same one, the second fails.
        if migrated.is_ok() || now == seen {
            return migrated.with_context(|| format!("cannot bring the schema of {} up to date", file.display()));
        }
        seen = now;
    }
}

/// The number of migrations that were applied, if there are any.
async fn applied(connection: &mut SqliteConnection) -> Option<i64> {
    sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations").fetch_one(connection).await.ok()
}
