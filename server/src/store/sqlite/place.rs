//! The files of a database at the place where they were opened. A commit into files that were moved or deleted would be
//! acknowledged and then be missing after a restart.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::ffi::SQLITE_READONLY_DBMOVED;

use super::connection::{SqliteConnection, SqliteError, Way};
use crate::{
    file_identity::{FileIdentity, OpenFiles},
    file_permissions::{beside, resolved},
};

/// Number of times to open a file that changes its identity when it is first opened for writing, as on an overlay.
const OPENINGS: usize = 3;

#[derive(Debug)]
pub(super) struct Place {
    file: PathBuf,
    log: PathBuf,
    opened: OpenFiles,
}

impl Place {
    pub(super) fn open(way: &Way) -> Result<(SqliteConnection, Self), sqlx::Error> {
        for _ in 0..OPENINGS {
            let before = FileIdentity::of(&way.file)?;
            let connection = SqliteConnection::open(way)?;
            let log = beside(&resolved(&way.file), "-wal");
            let opened = OpenFiles { file: FileIdentity::of(&way.file)?, log: FileIdentity::of(&log)? };
            if opened.file == before {
                return Ok((connection, Self { file: way.file.clone(), log, opened }));
            }
        }
        Err(moved(&way.file, "was replaced while it was opened"))
    }

    pub(super) fn opened(&self) -> OpenFiles {
        self.opened
    }

    /// Fails if a path no longer leads to the file that was opened. Takes some microseconds.
    pub(super) fn verify(&self) -> Result<(), sqlx::Error> {
        for (path, opened) in [(&self.file, self.opened.file), (&self.log, self.opened.log)] {
            match FileIdentity::of(path) {
                Ok(found) if found == opened => {}
                Ok(_) => return Err(moved(path, "was replaced while it was open")),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(moved(path, "was moved or deleted while it was open"));
                }
                Err(error) => return Err(moved(path, &format!("cannot be found any more: {error}"))),
            }
        }
        Ok(())
    }
}

fn moved(path: &Path, how: &str) -> sqlx::Error {
    SqliteError::of(SQLITE_READONLY_DBMOVED, format!("{} {how}", path.display()))
}
