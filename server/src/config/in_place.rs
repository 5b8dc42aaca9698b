//! The lock on a database file, and what a server that was killed has noted in it.

use std::{path::Path, sync::Arc};

use anyhow::{Context, bail, ensure};

use super::Installation;
use crate::{
    file_lock::{self, FileLock},
    file_permissions::{self, beside},
    jobs::Heartbeat,
    store::{Reserve, Store},
};

impl Installation {
    /// Takes the lock on the database, if it is a file. Fails while a server or another command has it.
    pub(crate) fn lock(&self, command: &str) -> anyhow::Result<Option<&Arc<FileLock>>> {
        if self.is_file() && self.lock.get().is_none() {
            let database = self.database()?;
            file_permissions::require_writable(&database)?;
            let lock = Arc::new(FileLock::take(&database, command)?);
            self.lock.get_or_init(|| lock);
        }
        Ok(self.lock.get())
    }

    /// Takes the lock of a server, which makes the data directory if it is not there.
    pub(crate) fn lock_to_serve(&self) -> anyhow::Result<Option<&Arc<FileLock>>> {
        self.make_data_dir()?;
        self.lock("serve")
    }

    /// Sets space aside beside the database, or gives it up so that a server can start on a full disk.
    pub(crate) fn reserve(&self) -> anyhow::Result<Option<Reserve>> {
        Ok(if self.is_file() { Some(Reserve::beside(&self.database()?)) } else { None })
    }

    /// Has the open database give the space up when the disk is full.
    pub(crate) fn keep_reserve(&self, reserve: Option<Reserve>) {
        if let (Some(store), Some(reserve)) = (self.store.get(), reserve) {
            store.keep_reserve(reserve);
        }
    }

    /// What watches over the open file while a server runs.
    pub(crate) fn heartbeat(&self, lock: &Arc<FileLock>) -> Option<Heartbeat> {
        let store = Arc::clone(self.store.get()?);
        lock.settle();
        Some(Heartbeat { files: store.open_files()?, store, lock: Arc::clone(lock) })
    }

    /// Fails if the database is no longer where it was opened.
    pub(crate) fn require_in_place(&self) -> anyhow::Result<()> {
        let in_place = self.store.get().map_or(Ok(()), |store| store.require_in_place());
        in_place.context("what was open can be found where it was moved to, or is lost if it was deleted")
    }

    /// Fails if the open database lacks what a killed server wrote.
    pub(crate) async fn require_nothing_lost(&self) -> anyhow::Result<()> {
        match self.store.get() {
            Some(store) => self.require_whole(store).await,
            None => Ok(()),
        }
    }

    /// Closes and refuses a file that lacks what a killed server wrote.
    pub(super) async fn keep_if_whole(&self, store: Arc<Store>) -> anyhow::Result<Arc<Store>> {
        let whole = self.require_whole(&store).await;
        if whole.is_err() {
            store.close().await;
        }
        whole.map(|()| store)
    }

    /// Fails where a new file would take the place of one that a server has open, or wrote to before it was killed.
    pub(super) fn require_no_trace(&self, database: &Path) -> anyhow::Result<()> {
        if self.lock.get().is_none() {
            file_lock::require_same_file(database)?;
        }
        ensure!(database.exists() || self.noted_heartbeat()? == 0, lost(database));
        Ok(())
    }

    async fn require_whole(&self, store: &Store) -> anyhow::Result<()> {
        if self.is_file() && store.heartbeat().await? < self.noted_heartbeat()? {
            bail!(lost(&self.database()?));
        }
        Ok(())
    }

    /// The heartbeat that a killed server has noted beside its file, or 0.
    fn noted_heartbeat(&self) -> anyhow::Result<u64> {
        Ok(match self.lock.get() {
            Some(lock) => lock.heartbeat(),
            None => file_lock::heartbeat(&self.database()?),
        })
    }
}

fn lost(database: &Path) -> String {
    let (database, log) = (database.display(), beside(database, "-wal"));
    format!(
        "{database} lacks answers that a server acknowledged before it was killed, or before its files were moved away: put \
         {}, or the file that belongs to it, back; if they are lost, restore the last backup, or take what is there with \
         `quiz-answers restore --in-place`",
        log.display()
    )
}
