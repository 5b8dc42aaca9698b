//! Detects if a path still leads to the file that was opened.

use std::{fs::File, io, path::Path};

use rustix::fs::{Stat, fstat, stat};
use serde::{Deserialize, Serialize};

/// The identity of a file, regardless of its name. The inode of an open file is not reused.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct FileIdentity {
    device: u64,
    inode: u64,
    /// False once the last name is removed. A path still leads there if the file is mounted at it.
    is_named: bool,
}

/// The files of a database that a program has open.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct OpenFiles {
    pub(crate) file: FileIdentity,
    pub(crate) log: FileIdentity,
}

impl FileIdentity {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self::from(stat(path)?))
    }

    pub(crate) fn of_open(file: &File) -> io::Result<Self> {
        Ok(Self::from(fstat(file)?))
    }

    /// True even if one of them has been deleted.
    pub(crate) fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

impl From<Stat> for FileIdentity {
    fn from(found: Stat) -> Self {
        Self { device: found.st_dev, inode: found.st_ino, is_named: found.st_nlink > 0 }
    }
}
