//! Whole copies of a database: made while others write to it, and examined before one is trusted.

use std::{fmt, path::Path};

use anyhow::{Context, anyhow};
use domain::Timestamp;
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{Damaged, SqliteDatabase, open::reading, schema};
use crate::clock::to_rfc3339;

/// Counts of a database's contents.
#[derive(Clone, Debug)]
pub struct Contents {
    pub namespaces: i64,
    pub quizzes: i64,
    pub records: i64,
    pub audit_lines: i64,
    /// The greatest moment of the audit log, of all quizzes and of all records.
    pub last_change: Option<Timestamp>,
    /// Fingerprint of the key that the secrets are encrypted with. `None` in a database of an earlier release.
    pub secret_key: Option<String>,
}

impl SqliteDatabase {
    /// Writes a copy of the database, as of one moment, into an empty file. Others read and write meanwhile. The memory
    /// that it takes does not depend on the size.
    pub async fn copy(database: &Path, target: &Path) -> anyhow::Result<()> {
        let mut connection = schema::connect(&reading(SqliteConnectOptions::new().filename(database)).0).await?;
        let copied = match schema::version(&mut connection, database).await {
            Ok(_) => vacuum_into(&mut connection, target).await,
            Err(error) => Err(error),
        };
        connection.close().await?;
        copied
    }

    /// Reads the whole file, and fails unless it is an undamaged database of this release or an earlier one.
    pub async fn examine(file: &Path) -> anyhow::Result<Contents> {
        let options = reading(SqliteConnectOptions::new().filename(file)).0.read_only(true);
        let mut connection = schema::connect(&options).await?;
        let examined = examine(&mut connection, file).await;
        connection.close().await?;
        examined
    }
}

/// The target has to be empty.
pub(super) async fn vacuum_into(connection: &mut SqliteConnection, target: &Path) -> anyhow::Result<()> {
    let path = target.to_str().with_context(|| format!("{} is not UTF-8: give another name", target.display()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(connection).await;
    copied.map(drop).with_context(|| format!("cannot write {}", target.display()))
}

async fn examine(connection: &mut SqliteConnection, file: &Path) -> anyhow::Result<Contents> {
    schema::version(connection, file).await?;
    let unreadable = |error| schema::unreadable(file, error);
    let damaged = || Damaged(file.to_owned());
    let verdict: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await.map_err(unreadable)?;
    if verdict != "ok" {
        return Err(anyhow!(verdict).context(damaged()));
    }
    let orphan = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *connection).await.map_err(unreadable)?;
    if orphan.is_some() {
        return Err(anyhow!("a row refers to another that is not there").context(damaged()));
    }
    let counts = sqlx::query_as(
        "SELECT (SELECT count(*) FROM namespaces),
                (SELECT count(*) FROM quizzes WHERE deleted_at IS NULL),
                (SELECT count(*) FROM records),
                (SELECT count(*) FROM audit_log),
                (SELECT max(at) FROM (SELECT max(at) AS at FROM audit_log
                                      UNION ALL SELECT max(updated_at) FROM quizzes
                                      UNION ALL SELECT max(activity_at) FROM records)),
                (SELECT CAST(value AS TEXT) FROM installation_secrets WHERE name = 'secret-key')",
    );
    let (namespaces, quizzes, records, audit_lines, last_change, secret_key): (_, _, _, _, Option<i64>, _) =
        counts.fetch_one(connection).await.map_err(unreadable)?;
    let last_change = last_change.map(Timestamp::from_nanoseconds);
    Ok(Contents { namespaces, quizzes, records, audit_lines, last_change, secret_key })
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { namespaces, quizzes, records, audit_lines, last_change, secret_key } = self;
        write!(f, "{namespaces} namespaces, {quizzes} quizzes, {records} records, {audit_lines} lines of audit log")?;
        last_change.map_or(Ok(()), |at| write!(f, ", last changed {}", to_rfc3339(at)))?;
        secret_key.as_ref().map_or(Ok(()), |key| write!(f, "; to be opened with the secret key {key}"))
    }
}
