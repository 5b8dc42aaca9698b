//! Bringing a database of an earlier release up to date.

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

/// A database of an earlier release, which nothing else can use until this is done or dropped, which leaves it as it is.
pub struct Upgrade {
    connection: SqliteConnection,
    file: PathBuf,
    present: i64,
}

impl SqliteDatabase {
    /// The migrations that a file lacks. Changes nothing, and works beside a server.
    pub fn pending(file: &Path) -> anyhow::Result<Pending> {
        let present = schema::version(&mut schema::connect(&Way::to_read(file))?, file)?;
        Ok(Pending::after(present, &MIGRATIONS))
    }

    /// Takes a database of an earlier release for itself; `None` for any other. Fails while anything else has it open.
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

    /// The version of the schema that the database has until it is brought up to date.
    pub fn present(&self) -> i64 {
        self.present
    }

    /// Writes a copy of the database as it is into an empty file.
    pub fn copy(&mut self, target: &Path) -> anyhow::Result<()> {
        vacuum_into(&mut self.connection, target)
    }

    /// Runs the migrations, all or none. Returns the bytes that the database and its log took in the end.
    pub fn run(mut self) -> anyhow::Result<u64> {
        schema::bring_up_to_date(&mut self.connection, &self.file)?;
        let sizes =
            [self.file.clone(), beside(&self.file, "-wal")].map(|file| fs::metadata(file).map_or(0, |of| of.len()));
        Ok(sizes.iter().sum())
    }
}
