//! A copy of the database that a server has open although it is no longer at its path.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::{
    file_identity::{FileIdentity, OpenFiles},
    file_lock::Holder,
    file_permissions::beside,
};

/// A folder with the copy, removed on drop.
pub(crate) struct Rescued(PathBuf);

impl Rescued {
    /// Copies the files that the server has open. They are consistent, because the server refuses to write since the
    /// files are gone from their path.
    pub(crate) fn from_server(holder: &Holder, files: OpenFiles, database: &Path) -> anyhow::Result<Self> {
        let folder = beside(database, ".rescued");
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let rescued = Self(folder);
        let target = rescued.database();
        for (file, target) in [(files.file, target.clone()), (files.log, beside(&target, "-wal"))] {
            let open = find(holder.process, file)?;
            let copied = fs::copy(&open, &target);
            copied.with_context(|| format!("cannot copy {} to {}", open.display(), target.display()))?;
        }
        Ok(rescued)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("quiz-answers.db")
    }
}

impl Drop for Rescued {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The path by which this process can reach a file that another one has open.
fn find(process: u32, file: FileIdentity) -> anyhow::Result<PathBuf> {
    let folder = PathBuf::from(format!("/proc/{process}/fd"));
    let entries = fs::read_dir(&folder).with_context(|| {
        format!("cannot read {}: run the command as the account of the server, or as root", folder.display())
    })?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut open = paths.filter(|path| FileIdentity::of(path).is_ok_and(|found| found.is_same_file(file)));
    open.next().with_context(|| format!("process {process} has the database open no more"))
}
