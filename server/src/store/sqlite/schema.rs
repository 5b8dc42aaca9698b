//! The version of the schema: which one a file has, and bringing it to this release's.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use thiserror::Error;

use super::error::{is_damage, is_locked};
use crate::store::{copy::UNFINISHED, migrations::SQLITE as MIGRATIONS};

/// Time for which opening is tried again, and between two tries.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(10);

/// The cure of a database whose schema is older than this release's.
const OLDER: &str = "was made by an older release: stop what uses it, make a backup, and run `quiz-answers serve` or \
                     `quiz-answers init`, which bring it up to date";

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
            Err(error) if is_damage(&error) => return Err(unreadable(options.get_filename(), error)),
            opened => {
                return opened
                    .with_context(|| format!("cannot open the database {}", options.get_filename().display()));
            }
        }
    }
}

/// The version of a file that is a database of this release or an earlier one.
pub(super) async fn version(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<i64> {
    let unreadable = |error| unreadable(file, error);
    let count = "SELECT count(*) FROM sqlite_schema WHERE name = $1";
    let found: i64 =
        sqlx::query_scalar(count).bind("_sqlx_migrations").fetch_one(&mut *connection).await.map_err(unreadable)?;
    ensure!(found == 1, "{} is not a database of this program", file.display());
    let marked: i64 =
        sqlx::query_scalar(count).bind("unfinished_copy").fetch_one(&mut *connection).await.map_err(unreadable)?;
    ensure!(marked == 0, UNFINISHED);
    let version = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await
        .map_err(unreadable)?;
    if version > latest() {
        bail!("{} was made by a newer release: use that release, or a backup from before it", file.display());
    }
    Ok(version)
}

/// True for a database of an earlier release, false for an empty file.
pub(super) async fn is_older(options: &SqliteConnectOptions) -> anyhow::Result<bool> {
    let (mut connection, file) = (connect(options).await?, options.get_filename());
    let is_older = match is_empty(&mut connection, file).await {
        Ok(false) => version(&mut connection, file).await.map(|version| version < latest()),
        empty => empty.map(|_| false),
    };
    connection.close().await?;
    is_older
}

/// Fails unless the file is a database of this release.
pub(super) async fn require_latest(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    let version = version(connection, file).await?;
    ensure!(version == latest(), "{} {OLDER}", file.display());
    Ok(())
}

/// Makes the schema in an empty file, whole or not at all; leaves any other as it is.
pub(super) async fn make(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    if !is_empty(connection, file).await? {
        return Ok(());
    }
    // Of several processes that make the same file, the first writes and the others wait.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if is_empty(&mut transaction, file).await? {
        migrate(&mut transaction, file).await?;
    }
    Ok(transaction.commit().await?)
}

/// Makes the schema in an empty file, or brings an earlier one up to date; whole or not at all.
pub(in crate::store) async fn bring_up_to_date(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    if !is_empty(connection, file).await? {
        version(connection, file).await?;
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrate(&mut transaction, file).await?;
    Ok(transaction.commit().await?)
}

async fn is_empty(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<bool> {
    let tables = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(connection).await;
    let tables: i64 = tables.map_err(|error| unreadable(file, error))?;
    Ok(tables == 0)
}

async fn migrate(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    let migrated = MIGRATIONS.run(connection).await;
    migrated.with_context(|| format!("cannot bring the schema of {} up to date", file.display()))
}

/// A file that only a backup replaces.
#[derive(Debug, Error)]
#[error("{} is damaged, or no database", .0.display())]
pub struct Damaged(pub(super) PathBuf);

/// Tells damage from what keeps a sound file from being read.
pub(super) fn unreadable(file: &Path, error: sqlx::Error) -> anyhow::Error {
    let is_damage = is_damage(&error);
    let error = anyhow::Error::from(error);
    if is_damage {
        error.context(Damaged(file.to_owned()))
    } else {
        error.context(format!("cannot read {}", file.display()))
    }
}
