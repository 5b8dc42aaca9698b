//! Backups: a checked copy of the database, encrypted if there are recipients, that gets its name once it is whole.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};

use super::{Recipient, output::Output};
use crate::{
    atomic_file::place,
    export::Written,
    file_permissions::beside,
    store::{Contents, SqliteDatabase},
};

/// A backup that is on the disk.
pub struct Backup {
    pub contents: Contents,
    pub bytes: u64,
    /// In hexadecimal.
    pub sha256: String,
}

/// Copies the database, as of one moment, into a file that must not be there. Others read and write meanwhile.
///
/// The plain copy of a backup that is encrypted stands beside the database, so it never leaves the private folder.
pub async fn back_up(database: &Path, file: &Path, recipients: Vec<Recipient>) -> anyhow::Result<Backup> {
    ensure!(!file.exists(), "{} is there already: give another name", file.display());
    let part = beside(file, ".part");
    let plain = if recipients.is_empty() { part.clone() } else { beside(database, ".backup") };
    let lock = empty(&plain)?;
    let out = if recipients.is_empty() { lock.try_clone()? } else { empty(&part)? };
    let written = write(database, &plain, out, recipients).await;
    if plain != part || written.is_err() {
        let _ = fs::remove_file(&plain);
    }
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    let (contents, Written { bytes, sha256, .. }) = written?;
    place(&part, file).with_context(|| format!("cannot make {}", file.display()))?;
    Ok(Backup { contents, bytes, sha256 })
}

/// A file that no other backup is writing. One that was cut off may have left something in it.
fn empty(path: &Path) -> anyhow::Result<File> {
    let cannot_write = || format!("cannot write {}", path.display());
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.with_context(cannot_write)?;
    file.try_lock().with_context(|| format!("another backup is writing {}", path.display()))?;
    file.set_len(0).with_context(cannot_write)?;
    Ok(file)
}

/// `out` is the file that gets the name; without recipients it is the plain one.
async fn write(
    database: &Path,
    plain: &Path,
    out: File,
    recipients: Vec<Recipient>,
) -> anyhow::Result<(Contents, Written)> {
    SqliteDatabase::copy(database, plain).await?;
    let contents = SqliteDatabase::examine(plain).await?;
    let plain = PathBuf::from(plain);
    let written = tokio::task::spawn_blocking(move || -> io::Result<Written> {
        let sealed: Box<dyn Write + Send> =
            if recipients.is_empty() { Box::new(io::sink()) } else { Box::new(out.try_clone()?) };
        let mut output = Output::new(&recipients, sealed)?;
        io::copy(&mut File::open(plain)?, &mut output)?;
        let (written, _) = output.finish()?.finish(0)?;
        out.sync_all()?;
        Ok(written)
    });
    Ok((contents, written.await??))
}
