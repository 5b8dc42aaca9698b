//! Migrates a database of an earlier release.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

use super::{
    SqliteConnection, SqliteDatabase, backup::vacuum_into, connection::Way, exclusive::connect_exclusive, schema,
};
use crate::{
    file_permissions::beside,
    store::migrations::{Pending, SQLITE as MIGRATIONS},
};

/// A database of an earlier release in exclusive use until the upgrade is done. Dropping this leaves the database
/// unchanged.
pub struct Upgrade {
    connection: SqliteConnection,
    file: PathBuf,
    present: i64,
}

impl SqliteDatabase {
    /// Returns the migrations that a file lacks. Changes nothing, and works beside a server.
    pub fn pending(file: &Path) -> anyhow::Result<Pending> {
        let present = schema::version(&mut schema::connect(&Way::to_read(file))?, file)?;
        Ok(Pending::after(present, &MIGRATIONS))
    }

    /// Takes exclusive use of a database of an earlier release. Returns `None` for any other. Fails while anything else
    /// has it open.
    pub fn begin_upgrade(url: &str) -> anyhow::Result<Option<Upgrade>> {
        let file = Self::path(url)?;
        if !file.exists() || !schema::is_older(&Way::to_read(&file))? {
            return Ok(None);
        }
        let mut connection = connect_exclusive(url)
            .with_context(|| format!("{} has to be brought up to date, with nothing beside it", file.display()))?;
        let present = schema::version(&mut connection, &file)?;
        Ok(Some(Upgrade { connection, file, present }))
    }
}

impl Upgrade {
    pub fn file(&self) -> &Path {
        &self.file
    }

    pub fn present(&self) -> i64 {
        self.present
    }

    /// Writes a copy of the unchanged database into an empty file.
    pub fn copy(&mut self, target: &Path) -> anyhow::Result<()> {
        vacuum_into(&mut self.connection, target)
    }

    /// Runs the migrations atomically. Returns the final size of the database and its log in bytes.
    pub fn run(mut self) -> anyhow::Result<u64> {
        schema::bring_up_to_date(&mut self.connection, &self.file)?;
        let sizes =
            [self.file.clone(), beside(&self.file, "-wal")].map(|file| fs::metadata(file).map_or(0, |of| of.len()));
        Ok(sizes.iter().sum())
    }
}
