//! The lock on a database file, which a server holds while it runs, or a command that must run alone. The system
//! releases it when the process ends, for any reason.
//!
//! The lock's file names the holder, and remains when a server is killed. The next server learns from it what the
//! database must contain.

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io::{self, Read},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::{
    clock,
    file_identity::{FileIdentity, OpenFiles},
    file_permissions::{beside, give_to_folder_owner, lock_beside, resolved},
};

/// Time for a holder that is ending to do so. Checking a lock also takes it for a moment.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct FileLock {
    file: File,
    path: PathBuf,
    holder: Holder,
    /// True while the next holder needs the file's contents.
    is_kept: AtomicBool,
}

/// The holder of a lock, as written in its file.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Holder {
    command: String,
    pub(crate) process: u32,
    since: String,
    pub(crate) files: Option<OpenFiles>,
    /// The last of a server's heartbeats that the database contains.
    heartbeat: u64,
}

impl FileLock {
    /// Fails while another process holds the lock, with a message that names it.
    pub(crate) fn take(database: &Path, command: &str) -> anyhow::Result<Self> {
        let path = lock_beside(database);
        let began = Instant::now();
        loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.with_context(|| format!("cannot make {}", path.display()))?;
            match file.try_lock() {
                // The last holder may have removed it meanwhile.
                Ok(()) if is_at(&file, &path) => return Self::new(file, path, command),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => bail!("stop what uses {} first: {}", database.display(), told(&file)),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
        }
    }

    fn new(file: File, path: PathBuf, command: &str) -> anyhow::Result<Self> {
        give_to_folder_owner(&path)?;
        let left = read(&file);
        let (since, process) = (clock::to_rfc3339(clock::now()), process::id());
        let heartbeat = left.map_or(0, |left| left.heartbeat);
        let holder = Holder { command: command.to_owned(), process, since, files: None, heartbeat };
        let lock = Self { file, path, holder, is_kept: AtomicBool::new(heartbeat > 0) };
        lock.write(&lock.holder);
        Ok(lock)
    }

    /// The heartbeat that a killed server has recorded.
    pub(crate) fn heartbeat(&self) -> u64 {
        if self.is_kept.load(Ordering::Relaxed) { self.holder.heartbeat } else { 0 }
    }

    /// Discards the note of a killed server: the database is complete, or accepted as it is.
    pub(crate) fn settle(&self) {
        self.is_kept.store(false, Ordering::Relaxed);
        self.write(&Holder { heartbeat: 0, ..self.holder.clone() });
    }

    /// Leaves a note for the next holder, in case this one is killed.
    pub(crate) fn note(&self, files: OpenFiles, heartbeat: u64) {
        self.write(&Holder { files: Some(files), heartbeat, ..self.holder.clone() });
    }

    /// Keeps the note even after a normal end.
    pub(crate) fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// On a full disk the lock still holds, but names no holder.
    fn write(&self, holder: &Holder) {
        let text = serde_json::to_string(holder).unwrap_or_default();
        // Padded with spaces over a longer text, so that a reader never sees half of it.
        let text = format!("{text:<400}\n");
        if let Err(error) = self.file.write_all_at(text.as_bytes(), 0) {
            tracing::debug!(%error, "cannot write {}", self.path.display());
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if !self.is_kept.load(Ordering::Relaxed) && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

pub(crate) fn holder(database: &Path) -> Option<Holder> {
    let file = File::open(lock_beside(database)).ok()?;
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| read(&file))?
}

/// The heartbeat that a killed server has recorded, if the lock is free.
pub(crate) fn heartbeat(database: &Path) -> u64 {
    let left = || {
        let file = File::open(lock_beside(database)).ok()?;
        file.try_lock_shared().ok()?;
        read(&file)
    };
    left().map_or(0, |left| left.heartbeat)
}

/// The server that has another file open than the one at its path.
pub(crate) fn elsewhere(database: &Path) -> Option<(Holder, OpenFiles)> {
    let holder = holder(database)?;
    let files = holder.files?;
    let is_there = |path: &Path, open: FileIdentity| FileIdentity::of(path).is_ok_and(|found| found == open);
    let is_all_there = is_there(database, files.file) && is_there(&beside(&resolved(database), "-wal"), files.log);
    (!is_all_there).then_some((holder, files))
}

/// Fails beside a server that has another file open than the one at its path.
pub(crate) fn require_same_file(database: &Path) -> anyhow::Result<()> {
    if let Some((holder, _)) = elsewhere(database) {
        bail!(
            "{} is not the file that the server has open ({holder}), which was moved, replaced or deleted: save what is \
             open with `quiz-answers backup FILE` before the server stops",
            database.display()
        );
    }
    Ok(())
}

fn is_at(file: &File, path: &Path) -> bool {
    let own = FileIdentity::of_open(file);
    own.is_ok_and(|own| FileIdentity::of(path).is_ok_and(|found| found == own))
}

fn read(file: &File) -> Option<Holder> {
    let mut text = String::new();
    let mut file: &File = file;
    io::Read::by_ref(&mut file).take(4096).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn told(file: &File) -> String {
    read(file).map_or_else(|| "a process that is not known".to_owned(), |holder| holder.to_string())
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, process, since, .. } = self;
        write!(f, "`quiz-answers {command}`, process {process}, since {since}")
    }
}
