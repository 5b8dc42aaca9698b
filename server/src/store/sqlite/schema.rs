//! The schema version of a file, and migrations to this release's.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use thiserror::Error;

use super::{
    SqliteConnection,
    connection::Way,
    error::{is_damage, is_locked},
};
use crate::store::{
    copy::UNFINISHED,
    migrations::{BEFORE_BASE, SQLITE as MIGRATIONS, SQLITE_BASE as BASE},
    sql::{Columns, Statement, sql},
};

/// Time for which opening is retried, and the pause between attempts.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(10);

const OLDER: &str = "was made by an older release: stop what uses it, make a backup, and run `quiz-answers serve` or \
                     `quiz-answers init`, which bring it up to date";

/// The schema version of this release.
pub(in crate::store) fn latest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Connects to a file, which must exist unless `way` creates it.
pub(super) fn connect(way: &Way) -> anyhow::Result<SqliteConnection> {
    let began = Instant::now();
    loop {
        match SqliteConnection::open(way) {
            // If two processes open a new file, SQLite lets one change its journal mode and fails the other without
            // waiting.
            Err(error) if is_locked(&error) && began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(error) if is_damage(&error) => return Err(unreadable(&way.file, error)),
            opened => return opened.with_context(|| format!("cannot open the database {}", way.file.display())),
        }
    }
}

/// Returns the version of a file that is a database of this release, or of one that this release can migrate.
pub(super) fn version(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<i64> {
    let has_table = sql!("SELECT count(*) FROM sqlite_schema WHERE name = $1");
    let found: i64 = value(connection, file, &has_table.clone().bind("_sqlx_migrations"))?;
    ensure!(found == 1, "{} is not a database of this program", file.display());
    let marked: i64 = value(connection, file, &has_table.bind("unfinished_copy"))?;
    ensure!(marked == 0, UNFINISHED);
    let version = value(connection, file, &sql!("SELECT coalesce(max(version), 0) FROM _sqlx_migrations"))?;
    if version > latest() {
        bail!("{} was made by a newer release: use that release, or a backup from before it", file.display());
    }
    ensure!(version >= BASE.version, "{} {BEFORE_BASE}", file.display());
    Ok(version)
}

fn value<T>(connection: &mut SqliteConnection, file: &Path, statement: &Statement) -> anyhow::Result<T>
where
    (T,): Columns,
{
    let rows: Vec<(T,)> = connection.rows(statement).map_err(|error| unreadable(file, error))?;
    rows.into_iter().next().map(|(value,)| value).context("SQLite returned no row")
}

/// True for a database of an earlier release, false for an empty file.
pub(super) fn is_older(way: &Way) -> anyhow::Result<bool> {
    let mut connection = connect(way)?;
    Ok(!is_empty(&mut connection, &way.file)? && version(&mut connection, &way.file)? < latest())
}

pub(super) fn require_latest(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    let version = version(connection, file)?;
    ensure!(version == latest(), "{} {OLDER}", file.display());
    Ok(())
}

/// Creates the schema in an empty file, atomically. Leaves any other file unchanged.
pub(super) fn make(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    if !is_empty(connection, file)? {
        return Ok(());
    }
    // If several processes create the same file, the first one writes and the others wait.
    connection.step("BEGIN IMMEDIATE")?;
    if is_empty(connection, file)? {
        migrate(connection, file, latest())?;
    }
    Ok(connection.step("COMMIT")?)
}

/// Creates the schema in an empty file, or migrates an earlier one, atomically.
pub(in crate::store) fn bring_up_to_date(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<()> {
    bring_to(connection, file, latest())
}

/// Like [`bring_up_to_date`], up to a version.
pub(super) fn bring_to(connection: &mut SqliteConnection, file: &Path, last: i64) -> anyhow::Result<()> {
    if !is_empty(connection, file)? {
        version(connection, file)?;
    }
    connection.step("BEGIN IMMEDIATE")?;
    migrate(connection, file, last)?;
    Ok(connection.step("COMMIT")?)
}

fn is_empty(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<bool> {
    let tables: i64 = value(connection, file, &sql!("SELECT count(*) FROM sqlite_schema"))?;
    Ok(tables == 0)
}

/// The table of applied migrations, as sqlx creates and fills it on PostgreSQL.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
)";

/// Runs missing migrations up to a version, in the open transaction, which the caller must roll back on failure.
fn migrate(connection: &mut SqliteConnection, file: &Path, last: i64) -> anyhow::Result<()> {
    let mut run = || -> anyhow::Result<()> {
        connection.batch(TABLE)?;
        let had = sql!("SELECT version, checksum FROM _sqlx_migrations");
        let mut had: BTreeMap<i64, Vec<u8>> = connection.rows(&had)?.into_iter().collect();
        for migration in MIGRATIONS.iter().filter(|migration| migration.version <= last) {
            let version = migration.version;
            if let Some(checksum) = had.remove(&version) {
                ensure!(*checksum == *migration.checksum, "its migration {version} is not the one of this release");
                continue;
            }
            connection.batch(migration.sql.as_str()).with_context(|| format!("migration {version}"))?;
            let note = sql!(
                "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES ($1, $2, TRUE, $3, -1)"
            );
            connection.execute(&note.bind(version).bind(&*migration.description).bind(&*migration.checksum))?;
        }
        if let Some(unknown) = had.into_keys().find(|version| (BASE.version..=last).contains(version)) {
            bail!("it has a migration {unknown}, which this release does not know");
        }
        Ok(())
    };
    run().with_context(|| format!("cannot bring the schema of {} up to date", file.display()))
}

/// A file that only a backup can replace.
#[derive(Debug, Error)]
#[error("{} is damaged, or no database", .0.display())]
pub struct Damaged(pub(super) PathBuf);

/// Distinguishes damage from other errors that prevent reading a sound file.
pub(super) fn unreadable(file: &Path, error: sqlx::Error) -> anyhow::Error {
    let is_damage = is_damage(&error);
    let error = anyhow::Error::from(error);
    if is_damage {
        error.context(Damaged(file.to_owned()))
    } else {
        error.context(format!("cannot read {}", file.display()))
    }
}
