//! `backup`

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use clap::Args;

use super::{destination::absolute, placing::place};
use crate::{
    config::Installation,
    export::Hashing,
    permissions::beside,
    store::{Contents, SqliteStore},
};

#[derive(Args, Debug)]
pub(super) struct Backup {
    /// The file to write, which appears only when it is whole, and replaces no other
    file: PathBuf,
}

impl Backup {
    pub(super) async fn run(self, installation: &Installation) -> anyhow::Result<()> {
        let database = installation.existing_database()?;
        let file = absolute(&self.file)?;
        ensure!(!file.exists(), "{} is there already: give another name", file.display());
        let draft = beside(&file, ".part");
        let cannot_write = || format!("cannot write {}", draft.display());
        let lock = File::options().read(true).write(true).create(true).truncate(false).open(&draft);
        let lock = lock.with_context(cannot_write)?;
        lock.try_lock().with_context(|| format!("another backup is writing {}", draft.display()))?;
        // A backup that was cut off may have left something.
        lock.set_len(0).with_context(cannot_write)?;
        let made = make(&database, &draft, &lock, &file).await;
        if made.is_err() {
            let _ = fs::remove_file(&draft);
        }
        let (contents, checked) = made?;
        println!("{}: {checked}; {contents}", self.file.display());
        Ok(())
    }
}

/// Returns what the file holds, and its size and checksum.
async fn make(database: &Path, draft: &Path, written: &File, file: &Path) -> anyhow::Result<(Contents, String)> {
    SqliteStore::copy(database, draft).await?;
    let contents = SqliteStore::examine(draft).await?;
    written.sync_all()?;
    let mut hashing = Hashing::new(io::sink());
    io::copy(&mut File::open(draft)?, &mut hashing)?;
    let (counted, _) = hashing.finish(0)?;
    place(draft, file).with_context(|| format!("cannot make {}", file.display()))?;
    Ok((contents, format!("{} bytes, SHA-256 {}", counted.bytes, counted.sha256)))
}
