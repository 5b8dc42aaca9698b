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
    match target.parent() {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
