//! Bringing a database of an earlier release up to date.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use sqlx::{Connection, SqliteConnection};

use super::{
    SqliteDatabase,
    backup::vacuum_into,
    exclusive::connect_exclusive,
    open::{options, reading},
    schema,
};
use crate::{
    file_permissions::beside,
    store::migrations::{Pending, SQLITE as MIGRATIONS},
};

/// A database of an earlier release, which nothing else can use until this is done or given up.
pub struct Upgrade {
    connection: SqliteConnection,
    file: PathBuf,
    present: i64,
}

impl SqliteDatabase {
    /// The migrations that a file lacks. Changes nothing, and works beside a server.
    pub async fn pending(file: &Path) -> anyhow::Result<Pending> {
        let url = format!("sqlite:{}", file.display());
        let mut connection = schema::connect(&reading(options(&url)?).0).await?;
        let present = schema::version(&mut connection, file).await;
        connection.close().await?;
        Ok(Pending::after(present?, &MIGRATIONS))
    }

    /// Takes a database of an earlier release for itself; `None` for any other. Fails while anything else has it open.
    pub async fn begin_upgrade(url: &str) -> anyhow::Result<Option<Upgrade>> {
        let options = options(url)?;
        let file = options.get_filename().to_owned();
        if !file.exists() || !schema::is_older(&reading(options).0).await? {
            return Ok(None);
        }
        let alone = connect_exclusive(url).await;
        let mut connection = alone
            .with_context(|| format!("{} has to be brought up to date, with nothing beside it", file.display()))?;
        match schema::version(&mut connection, &file).await {
            Ok(present) => Ok(Some(Upgrade { connection, file, present })),
            Err(error) => {
                // Dropped, it would leave its log beside the database.
                connection.close().await?;
                Err(error)
            }
        }
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
    pub async fn copy(&mut self, target: &Path) -> anyhow::Result<()> {
        vacuum_into(&mut self.connection, target).await
    }

    /// Runs the migrations, all or none. Returns the bytes that the database and its log took in the end.
    pub async fn run(mut self) -> anyhow::Result<u64> {
        let upgraded = schema::bring_up_to_date(&mut self.connection, &self.file).await;
        let sizes =
            [self.file.clone(), beside(&self.file, "-wal")].map(|file| fs::metadata(file).map_or(0, |of| of.len()));
        self.connection.close().await?;
        upgraded.map(|()| sizes.iter().sum())
    }

    /// Leaves the database as it is.
    pub async fn give_up(self) {
        let _ = self.connection.close().await;
    }
}
