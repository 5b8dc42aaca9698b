//! The disk of a database: its free space, and obstacles to its use.

use std::{fs, io, os::unix::fs::MetadataExt, path::Path};

use rustix::{
    fs::{StatVfsMountFlags, statvfs},
    process::geteuid,
};

use crate::file_permissions;

/// Free bytes below which a disk counts as full: SQLite cannot even create the files beside the database.
const LEAST: u64 = 1 << 20;

pub(crate) struct Disk {
    /// Bytes that this account may still write.
    pub(crate) free: u64,
    pub(crate) device: u64,
    is_read_only: bool,
}

impl Disk {
    /// The disk of a folder, or of its nearest existing parent.
    pub(crate) fn of(folder: &Path) -> io::Result<Self> {
        let folder = folder.ancestors().find(|folder| fs::metadata(folder).is_ok()).unwrap_or(Path::new("."));
        let found = statvfs(folder)?;
        // Some blocks are reserved for root.
        let blocks = if geteuid().is_root() { found.f_bfree } else { found.f_bavail };
        let is_read_only = found.f_flag.contains(StatVfsMountFlags::RDONLY);
        let device = fs::metadata(folder)?.dev();
        Ok(Self { free: blocks.saturating_mul(found.f_frsize), device, is_read_only })
    }

    pub(crate) fn is_full(&self) -> bool {
        self.free < LEAST
    }
}

/// The obstacle to using a database at this absolute path, and its remedy.
pub(crate) fn obstacle(database: &Path) -> Option<String> {
    if let Some(closed) = file_permissions::closed(database) {
        return Some(closed);
    }
    let folder = database.parent()?;
    let disk = Disk::of(folder).ok()?;
    if disk.is_read_only {
        return Some(format!(
            "{} is on a disk that is mounted read-only: see the kernel's log for why, and mount it for writing",
            folder.display()
        ));
    }
    disk.is_full().then(|| {
        format!("the disk of {} is full, with {} KiB free: make room, and try again", folder.display(), disk.free >> 10)
    })
}
