//! Backups: a verified copy of the database that ends in its digest, optionally compressed and encrypted, and gets its
//! name once it is complete.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use flate2::{Compression, write::GzEncoder};
use thiserror::Error;

use super::{Recipient, output::Output, proof, trial::try_restore};
use crate::{
    atomic_file::{place, replace},
    export::{Hashing, Written},
    file_permissions::beside,
    store::{Contents, SqliteDatabase, Upgrade},
};

pub struct Backup {
    pub contents: Contents,
    /// The damage that the trial found in the data. The database has it, too.
    pub damage: Option<String>,
    pub bytes: u64,
    pub sha256: String,
}

#[derive(Clone, Default)]
pub struct Packing {
    pub is_compressed: bool,
    /// The recipients who can decrypt it. Without any, it is not encrypted.
    pub recipients: Vec<Recipient>,
    /// Restores it once, into a temporary file beside the database, and checks the scores there.
    pub is_tried: bool,
}

#[derive(Debug, Error)]
#[error("the backup cannot be restored")]
pub struct Unrestorable;

enum Source<'a> {
    File(&'a Path),
    /// In exclusive use.
    Alone(&'a mut Upgrade),
}

/// Copies the database, as of one moment, into a file that must not exist. Others can read and write meanwhile.
///
/// The plain copy of an encrypted backup is beside the database, so it never leaves the private folder.
pub async fn back_up(database: &Path, file: &Path, packing: Packing) -> anyhow::Result<Backup> {
    ensure!(!file.exists(), "{} is there already: give another name", file.display());
    let (part, made) = write(Source::File(database), file, packing).await?;
    place(&part.path, file).with_context(|| format!("cannot make {}", file.display()))?;
    Ok(made)
}

/// Same as [`back_up`], for a database that is about to be migrated, and without a trial. May replace an existing file.
pub async fn back_up_before(upgrade: &mut Upgrade, file: &Path, packing: Packing) -> anyhow::Result<Backup> {
    let (part, made) = write(Source::Alone(upgrade), file, Packing { is_tried: false, ..packing }).await?;
    replace(&part.path, file).with_context(|| format!("cannot make {}", file.display()))?;
    Ok(made)
}

/// Writes the backup for a file under a temporary name.
async fn write(source: Source<'_>, file: &Path, packing: Packing) -> anyhow::Result<(Draft, Backup)> {
    let part = Draft::empty(beside(file, ".part"))?;
    let made = if packing.is_plain() {
        let copied = copy(source, &part, packing.is_tried).await?;
        pack(&part, packing, io::sink(), copied).await?
    } else {
        stream(source, part.file.try_clone()?, packing).await?
    };
    let out = part.file.try_clone()?;
    tokio::task::spawn_blocking(move || out.sync_all()).await??;
    Ok((part, made))
}

/// Same as [`back_up`], to a stream. Nothing is written before the copy has been verified.
pub async fn stream_backup(
    database: &Path,
    out: impl Write + Send + 'static,
    packing: Packing,
) -> anyhow::Result<Backup> {
    stream(Source::File(database), out, packing).await
}

async fn stream(source: Source<'_>, out: impl Write + Send + 'static, packing: Packing) -> anyhow::Result<Backup> {
    let plain = Draft::empty(beside(source.database(), ".backup"))?;
    let copied = copy(source, &plain, packing.is_tried).await?;
    pack(&plain, packing, out, copied).await
}

impl Source<'_> {
    fn database(&self) -> &Path {
        match self {
            Self::File(file) => file,
            Self::Alone(upgrade) => upgrade.file(),
        }
    }
}

impl Packing {
    /// The file extension of this format.
    pub fn ending(&self) -> &'static str {
        match (self.is_compressed, self.recipients.is_empty()) {
            (false, true) => "",
            (true, true) => ".gz",
            (false, false) => ".pgp",
            (true, false) => ".gz.pgp",
        }
    }

    pub fn is_plain(&self) -> bool {
        !self.is_compressed && self.recipients.is_empty()
    }
}

/// A file that no other backup is writing, removed on drop unless it was renamed.
pub(super) struct Draft {
    pub(super) path: PathBuf,
    pub(super) file: File,
}

impl Draft {
    /// An interrupted backup may have left data in it.
    pub(super) fn empty(path: PathBuf) -> anyhow::Result<Self> {
        let cannot_write = || format!("cannot write {}", path.display());
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.with_context(cannot_write)?;
        file.try_lock().with_context(|| format!("another backup is writing {}", path.display()))?;
        file.set_len(0).with_context(cannot_write)?;
        Ok(Self { path, file })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Copies the database, verifies the copy, and adds its digest. Also returns the damage that a trial found.
async fn copy(mut source: Source<'_>, draft: &Draft, is_tried: bool) -> anyhow::Result<(Contents, Option<String>)> {
    match &mut source {
        Source::File(database) => SqliteDatabase::copy(database, &draft.path).await,
        Source::Alone(upgrade) => upgrade.copy(&draft.path),
    }?;
    let contents = SqliteDatabase::examine(&draft.path).await?;
    let mut file = File::options().read(true).append(true).open(&draft.path)?;
    let proving = tokio::task::spawn_blocking(move || -> io::Result<()> {
        let mut hashing = Hashing::new(io::sink());
        io::copy(&mut file, &mut hashing)?;
        let (Written { sha256, .. }, _) = hashing.finish(0)?;
        file.write_all(proof::line(&sha256).as_bytes())
    });
    proving.await?.with_context(|| format!("cannot write {}", draft.path.display()))?;
    let trial = if is_tried { try_restore(&draft.path, source.database()).await } else { Ok(None) };
    Ok((contents, trial.context(Unrestorable)?))
}

/// Writes a draft, with its digest, in the format of the backup.
async fn pack(
    draft: &Draft,
    packing: Packing,
    out: impl Write + Send + 'static,
    (contents, damage): (Contents, Option<String>),
) -> anyhow::Result<Backup> {
    let mut plain = File::open(&draft.path)?;
    let packed = tokio::task::spawn_blocking(move || -> io::Result<Written> {
        let mut output = Output::new(&packing.recipients, out)?;
        if packing.is_compressed {
            let mut compressed = GzEncoder::new(output, Compression::fast());
            io::copy(&mut plain, &mut compressed)?;
            output = compressed.finish()?;
        } else {
            io::copy(&mut plain, &mut output)?;
        }
        let (written, mut out) = output.finish()?.finish(0)?;
        out.flush()?;
        Ok(written)
    });
    let Written { bytes, sha256, .. } = packed.await??;
    Ok(Backup { contents, damage, bytes, sha256 })
}
