//! The migrations of both databases, held inside the optimised program. `sqlx::migrate!` would hold them, too, but for its
//! sake sqlx and both databases' drivers are compiled a second time, for the compiler's own machine.

use std::sync::LazyLock;

use rust_embed::RustEmbed;
use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

#[derive(RustEmbed)]
#[folder = "migrations/sqlite"]
struct Sqlite;

#[derive(RustEmbed)]
#[folder = "migrations/postgres"]
struct Postgres;

pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(migrator::<Sqlite>);
pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(migrator::<Postgres>);

/// The migrations that a database of an earlier release lacks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pending {
    /// The version of the database's schema, and of this release's.
    pub present: i64,
    pub latest: i64,
    /// Number and name of each, in their order.
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

/// Of the files of a folder, named like `0002_encrypted_secrets.sql`. Databases keep number, name and checksum of each.
fn migrator<Files: RustEmbed>() -> Migrator {
    let read = |file: &str| {
        let (number, name) = file.strip_suffix(".sql")?.split_once('_')?;
        let text = String::from_utf8(Files::get(file)?.data.into_owned()).ok()?;
        let text = sqlx::AssertSqlSafe(text).into_sql_str();
        Some(Migration::new(number.parse().ok()?, name.replace('_', " ").into(), MigrationType::Simple, text, false))
    };
    Migrator::with_migrations(Files::iter().filter_map(|file| read(&file)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is named otherwise would be left out.
    #[test]
    fn every_file_is_a_migration_in_its_place() {
        for (migrations, files) in [(&SQLITE, Sqlite::iter().count()), (&POSTGRES, Postgres::iter().count())] {
            assert!((1..).zip(migrations.iter()).all(|(number, migration)| migration.version == number));
            assert_eq!(migrations.iter().count(), files);
        }
    }
}
