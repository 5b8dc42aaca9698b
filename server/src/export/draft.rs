//! A file that is being written, which is removed unless it is kept under its final name.

use std::{
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
};

/// The steps of an export after which a crash leaves different states behind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ExportStep {
    /// A worker has the job, and nothing is written.
    Claimed,
    /// A piece of the file is written. Occurs many times.
    Writing,
    /// Everything is written, but may not be on the disk.
    Written,
    /// The file is on the disk, under the draft's name.
    Synced,
    /// The file has its name, but its job is not marked as done yet.
    Kept,
}

/// Called at each step, so that tests can crash there.
pub type Watch = Arc<dyn Fn(ExportStep) + Send + Sync>;

pub(crate) fn unwatched() -> Watch {
    Arc::new(|_| {})
}

/// Bytes after which a sync begins, so that little is left to wait for at the end.
const SYNC_EVERY: usize = 2 * 1024 * 1024;

pub(crate) struct Draft {
    file: File,
    path: PathBuf,
    /// Bytes since the last sync began.
    unsynced: usize,
    syncing: Option<Syncing>,
    watch: Watch,
}

/// A thread that syncs the file on request. Its error is kept for the end.
struct Syncing {
    tell: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Draft {
    pub(crate) fn create(path: PathBuf, watch: Watch) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        Ok(Self { file, path, unsynced: 0, syncing: None, watch })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A reader of the same file, from the beginning.
    pub(crate) fn reader(&self) -> io::Result<File> {
        let mut reader = self.file.try_clone()?;
        reader.rewind()?;
        Ok(reader)
    }

    pub(crate) fn watch(&self) -> Watch {
        Arc::clone(&self.watch)
    }

    /// Renames the file within its folder, after its bytes are on the disk.
    pub(crate) fn keep(mut self, target: &Path) -> io::Result<()> {
        (self.watch)(ExportStep::Written);
        self.sync()?;
        (self.watch)(ExportStep::Synced);
        fs::rename(&self.path, target)?;
        // A bare name has an empty parent, which means the current folder.
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Some(Syncing { tell, thread }) = self.syncing.take() {
            drop(tell);
            thread.join().map_err(|_| io::Error::other("the thread that syncs the file failed"))??;
        }
        self.file.sync_all()
    }

    fn sync_soon(&mut self) -> io::Result<()> {
        self.unsynced = 0;
        let syncing = match &mut self.syncing {
            Some(syncing) => syncing,
            none => none.insert(Syncing::start(self.file.try_clone()?)),
        };
        // A full channel means that a sync is under way, a closed one that it failed; `sync` reports the failure.
        let _ = syncing.tell.try_send(());
        Ok(())
    }
}

impl Syncing {
    fn start(file: File) -> Self {
        let (tell, told) = sync_channel(1);
        let thread = thread::spawn(move || {
            for () in told {
                file.sync_data()?;
            }
            Ok(())
        });
        Self { tell, thread }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        (self.watch)(ExportStep::Writing);
        self.unsynced += written;
        if self.unsynced >= SYNC_EVERY {
            self.sync_soon()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `keep` it no longer exists under this name.
        let _ = fs::remove_file(&self.path);
    }
}
