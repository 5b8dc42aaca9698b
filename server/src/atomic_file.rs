//! Gives a finished file its name.

use std::{fs, io, path::Path};

use rustix::{
    fs::{CWD, RenameFlags, renameat_with},
    io::Errno,
};

/// Renames a complete file that is on the disk; never replaces another one. Afterwards the name is on the disk, too.
pub(crate) fn place(draft: &Path, target: &Path) -> io::Result<()> {
    match renameat_with(CWD, draft, CWD, target, RenameFlags::NOREPLACE) {
        // Some network file systems do not support this atomically.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) if !target.exists() => fs::rename(draft, target)?,
        renamed => renamed?,
    }
    sync_folder(target)
}

/// Like [`place`], but replaces a file that has the name.
pub(crate) fn replace(draft: &Path, target: &Path) -> io::Result<()> {
    fs::rename(draft, target)?;
    sync_folder(target)
}

fn sync_folder(target: &Path) -> io::Result<()> {
    // The parent of a bare name is empty.
    match target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
