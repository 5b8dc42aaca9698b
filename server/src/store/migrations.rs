//! The migrations of both databases, embedded in release builds. `sqlx::migrate!` would embed them, too, but it
//! compiles sqlx and both drivers a second time, for the host.

use std::{borrow::Cow, sync::LazyLock};

use rust_embed::RustEmbed;
use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// The schema of all migrations before release 1.0.0, squashed into one. Databases that have the last of them have its
/// number and checksum, and so do new ones: both are identical from then on.
pub(super) struct Base {
    pub version: i64,
    checksum: &'static str,
}

pub(super) const SQLITE_BASE: Base = Base {
    version: 33,
    checksum: "362de27d527a2a2623d10163c6f7f210aeab9d736edaa97f1a3f96450359c7cea680deff48dd302719b09fcdc882f262",
};
pub(super) const POSTGRES_BASE: Base = Base {
    version: 19,
    checksum: "e39ceef7cbf1153f482ae0b36c41d0f2d4f104311a1f2e71a472ffdf9ae72bb93f86f56f0d502135caf5964962cc6182",
};

/// The error for a database from before the base.
pub(super) const BEFORE_BASE: &str = "is older than this release can bring up to date: bring it up to date first with the \
                                      program of commit 073b75e1, then with this one";

#[derive(RustEmbed)]
#[folder = "migrations/sqlite"]
struct Sqlite;

#[derive(RustEmbed)]
#[folder = "migrations/postgres"]
struct Postgres;

pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator::<Sqlite>(&SQLITE_BASE));
pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator::<Postgres>(&POSTGRES_BASE));

/// The migrations that a database of an earlier release lacks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pending {
    /// The schema versions of the database and of this release.
    pub present: i64,
    pub latest: i64,
    /// Number and name of each, in order.
    pub steps: Vec<String>,
}

impl Pending {
    pub(super) fn after(present: i64, migrations: &Migrator) -> Self {
        let latest = migrations.iter().map(|step| step.version).max().unwrap_or_default();
        let missing = migrations.iter().filter(|step| step.version > present);
        let steps = missing.map(|step| format!("{} {}", step.version, step.description)).collect();
        Self { present, latest, steps }
    }
}

/// Builds a migrator from files with names like `0002_encrypted_secrets.sql`. Databases store the number, name and
/// checksum of each.
fn migrator<Files: RustEmbed>(base: &Base) -> Migrator {
    let read = |file: &str| {
        let (number, name) = file.strip_suffix(".sql")?.split_once('_')?;
        let text = String::from_utf8(Files::get(file)?.data.into_owned()).ok()?;
        let text = sqlx::AssertSqlSafe(text).into_sql_str();
        let (number, name) = (number.parse().ok()?, name.replace('_', " "));
        let mut migration = Migration::new(number, name.into(), MigrationType::Simple, text, false);
        if number == base.version {
            migration.checksum = Cow::Owned(hex::decode(base.checksum).ok()?);
        }
        Some(migration)
    };
    let mut migrator = Migrator::with_migrations(Files::iter().filter_map(|file| read(&file)).collect());
    // A database may have the migrations that the base replaces.
    migrator.set_ignore_missing(true);
    migrator
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with another name would be left out.
    #[test]
    fn every_file_is_a_migration_in_its_place() {
        for (migrations, base, files) in
            [(&SQLITE, SQLITE_BASE, Sqlite::iter().count()), (&POSTGRES, POSTGRES_BASE, Postgres::iter().count())]
        {
            let numbers: Vec<i64> = migrations.iter().map(|migration| migration.version).collect();
            assert_eq!(numbers.first(), Some(&base.version));
            assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}: two have one number");
            assert_eq!(migrations.iter().count(), files);
        }
    }
}
