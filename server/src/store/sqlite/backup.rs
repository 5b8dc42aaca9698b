//! Complete copies of a database: made while others write to it, and verified before they are trusted.

use std::{fmt, path::Path};

use anyhow::{Context, anyhow};
use domain::Timestamp;

use super::{
    Damaged, SqliteConnection, SqliteDatabase,
    connection::{Access, Way},
    readers::apart,
    schema,
};
use crate::{
    clock::to_rfc3339,
    store::sql::{Statement, sql},
};

#[derive(Clone, Debug)]
pub struct Contents {
    pub namespaces: i64,
    pub quizzes: i64,
    pub records: i64,
    pub audit_lines: i64,
    /// The latest moment in the audit log, all quizzes and all records.
    pub last_change: Option<Timestamp>,
    /// Fingerprint of the key that encrypts the secrets. `None` before the first start.
    pub secret_key: Option<String>,
}

impl SqliteDatabase {
    /// Writes a copy of the database, as of one moment, into an empty file. Others can read and write meanwhile. Its
    /// memory does not depend on the size.
    pub async fn copy(database: &Path, target: &Path) -> anyhow::Result<()> {
        let (database, target) = (database.to_owned(), target.to_owned());
        let copying = apart(move || {
            let mut connection = schema::connect(&Way::to_read(&database))?;
            schema::version(&mut connection, &database)?;
            // SQLite considers a copy into another file a change.
            connection.batch("PRAGMA query_only = OFF")?;
            vacuum_into(&mut connection, &target)
        });
        copying.await?
    }

    /// Reads the whole file, and fails unless it is an undamaged database of this release or an earlier one.
    pub async fn examine(file: &Path) -> anyhow::Result<Contents> {
        let file = file.to_owned();
        apart(move || examine(&file)).await?
    }
}

/// The target must be empty.
pub(super) fn vacuum_into(connection: &mut SqliteConnection, target: &Path) -> anyhow::Result<()> {
    let path = target.to_str().with_context(|| format!("{} is not UTF-8: give another name", target.display()))?;
    let copied = connection.execute(&sql!("VACUUM INTO $1").bind(path));
    copied.map(drop).with_context(|| format!("cannot write {}", target.display()))
}

fn examine(file: &Path) -> anyhow::Result<Contents> {
    let way = Way::to_read(file);
    let access = if way.access == Access::Query { Access::Read } else { way.access };
    let mut connection = schema::connect(&Way { access, ..way })?;
    schema::version(&mut connection, file)?;
    let unreadable = |error| schema::unreadable(file, error);
    let damaged = || Damaged(file.to_owned());
    let verdict: Vec<(String,)> = connection.rows(&sql!("PRAGMA integrity_check(1)")).map_err(unreadable)?;
    match verdict.into_iter().next() {
        Some((verdict,)) if verdict == "ok" => {}
        verdict => return Err(anyhow!(verdict.map_or_else(String::new, |(what,)| what)).context(damaged())),
    }
    let orphans: Vec<(String,)> =
        connection.rows(&sql!("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")).map_err(unreadable)?;
    if !orphans.is_empty() {
        return Err(anyhow!("a row refers to another that is not there").context(damaged()));
    }
    let count = |connection: &mut SqliteConnection, counting: &Statement| -> anyhow::Result<i64> {
        let rows: Vec<(i64,)> = connection.rows(counting).map_err(unreadable)?;
        Ok(rows.first().map_or(0, |(count,)| *count))
    };
    let namespaces = count(&mut connection, &sql!("SELECT count(*) FROM namespaces"))?;
    let quizzes = count(&mut connection, &sql!("SELECT count(*) FROM quizzes WHERE deleted_at IS NULL"))?;
    let records = count(&mut connection, &sql!("SELECT count(*) FROM records"))?;
    let audit_lines = count(&mut connection, &sql!("SELECT count(*) FROM audit_log"))?;
    let ends = sql!(
        "SELECT (SELECT max(at) FROM (SELECT max(at) AS at FROM audit_log
                                      UNION ALL SELECT max(updated_at) FROM quizzes
                                      UNION ALL SELECT max(activity_at) FROM records)),
                (SELECT CAST(value AS TEXT) FROM installation_secrets WHERE name = 'secret-key')"
    );
    let ends: Vec<(Option<i64>, Option<String>)> = connection.rows(&ends).map_err(unreadable)?;
    let (last_change, secret_key) = ends.into_iter().next().unwrap_or_default();
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
