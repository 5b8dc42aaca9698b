//! Disk space that is reserved beside the database. On a full disk it is released, so that a server can start and
//! record readings. Nothing else is written until there is room to reserve it again.

use std::{
    fs::{self, File},
    io::{self, Read},
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use rustix::fs::{FallocateFlags, fallocate};

use super::error::{self, is_of_the_disk};
use crate::{
    disk::Disk,
    file_permissions::{give_to_folder_owner, reserve_beside},
    store::StoreError,
};

/// More than a log of the usual size can add to the database when it is moved there.
const SIZE: u64 = 32 << 20;
/// Time between two attempts to reserve it again.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Reserve {
    path: PathBuf,
    /// While the disk is full, the time of the next attempt.
    full_until: Mutex<Option<Instant>>,
}

impl Reserve {
    /// Reserves the space if the disk has room, or releases it if the disk is full.
    pub(crate) fn beside(database: &Path) -> Self {
        let reserve = Self { path: reserve_beside(database), full_until: Mutex::default() };
        if reserve.disk().is_ok_and(|disk| disk.is_full()) {
            reserve.give_up();
        } else if let Err(error) = reserve.set_aside() {
            tracing::warn!(%error, "cannot set {} MiB aside for a full disk", SIZE >> 20);
        }
        reserve
    }

    /// The reason to write nothing but readings, if there is one.
    pub(super) fn refusal(&self) -> Option<StoreError> {
        let mut full_until = self.full_until.lock().unwrap_or_else(PoisonError::into_inner);
        let until = (*full_until)?;
        if until <= Instant::now() {
            if self.set_aside().is_ok() {
                tracing::info!("the disk has room again");
                *full_until = None;
                return None;
            }
            *full_until = Some(Instant::now() + PAUSE);
        }
        Some(StoreError::Unavailable("the disk is full".to_owned()))
    }

    /// Releases the space after a write that found no room.
    pub(super) fn note(&self, error: &sqlx::Error) {
        if error::is_full(error) || is_of_the_disk(error) && self.disk().is_ok_and(|disk| disk.is_full()) {
            self.give_up();
        }
    }

    fn give_up(&self) {
        let next = Some(Instant::now() + PAUSE);
        let before = mem::replace(&mut *self.full_until.lock().unwrap_or_else(PoisonError::into_inner), next);
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::error!(%error, "the disk is full, and {} cannot be removed", self.path.display());
            }
            _ if before.is_none() => tracing::error!(
                "the disk is full: nothing is stored but who reads answers, until there are {} MiB free",
                (SIZE >> 20) + 1
            ),
            _ => {}
        }
    }

    fn disk(&self) -> io::Result<Disk> {
        Disk::of(self.path.parent().unwrap_or(Path::new("/")))
    }

    /// Fails unless there is room for it and some more.
    fn set_aside(&self) -> io::Result<()> {
        if fs::metadata(&self.path).is_ok_and(|found| found.len() == SIZE) {
            return Ok(());
        }
        if self.disk()?.free < SIZE + (1 << 20) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let allocated = self.allocate();
        if allocated.is_err() {
            let _ = fs::remove_file(&self.path);
        }
        allocated
    }

    fn allocate(&self) -> io::Result<()> {
        let mut file = File::create(&self.path)?;
        give_to_folder_owner(&self.path)?;
        match fallocate(&file, FallocateFlags::empty(), 0, SIZE) {
            // Some file systems cannot preallocate.
            Err(rustix::io::Errno::OPNOTSUPP) => io::copy(&mut io::repeat(0).take(SIZE), &mut file).map(drop),
            allocated => Ok(allocated?),
        }
    }
}
