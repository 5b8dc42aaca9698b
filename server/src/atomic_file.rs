//! Giving a finished file its name.

use std::{fs, io, path::Path};

use rustix::{
    fs::{CWD, RenameFlags, renameat_with},
    io::Errno,
};

/// Renames a file that is whole and on the disk; never replaces another one. Afterwards the name is on the disk, too.
pub(crate) fn place(draft: &Path, target: &Path) -> io::Result<()> {
    match renameat_with(CWD, draft, CWD, target, RenameFlags::NOREPLACE) {
        // Some network file systems cannot do it in one step.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) if !target.exists() => fs::rename(draft, target)?,
        renamed => renamed?,
    }
    sync_folder(target)
}

/// The same, in the place of the file that has the name.
pub(crate) fn replace(draft: &Path, target: &Path) -> io::Result<()> {
    fs::rename(draft, target)?;
    sync_folder(target)
}

fn sync_folder(target: &Path) -> io::Result<()> {
    // Of a bare name, the parent is empty.
    match target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
