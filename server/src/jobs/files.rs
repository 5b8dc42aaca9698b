//! The folder of exported files: a file is there whole or not at all.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

#[derive(Clone, Debug)]
pub struct ExportFiles {
    folder: PathBuf,
}

/// A file that is being written; gone again unless it is kept.
pub(super) struct Draft {
    pub(super) file: File,
    part: PathBuf,
    target: PathBuf,
}

impl ExportFiles {
    #[must_use]
    pub fn in_data_dir(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("exports") }
    }

    /// Where a file of this name is, or would be.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Begins a file under a name of its own, so that two writers of the same job cannot meet.
    pub(super) fn draft(&self, name: &str) -> io::Result<Draft> {
        fs::create_dir_all(&self.folder)?;
        let part = self.folder.join(format!("{name}.part"));
        Ok(Draft { file: File::create(&part)?, part, target: self.folder.join(name) })
    }

    /// Removes a file; one that is not there is removed already.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes what a crash left half written.
    pub(super) fn remove_drafts(&self) -> io::Result<()> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "part") {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

impl Draft {
    /// Makes the file appear under its name, after its bytes are on the disk.
    pub(super) fn keep(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.target)?;
        match self.target.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `keep` it is no longer there under this name.
        let _ = fs::remove_file(&self.part);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_appears_only_when_it_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ExportFiles::in_data_dir(folder.path());
        let mut draft = files.draft("a.csv").expect("a draft");
        draft.file.write_all(b"half").expect("written");
        assert!(!files.path("a.csv").exists());
        drop(draft);
        assert_eq!(fs::read_dir(folder.path().join("exports")).expect("the folder").count(), 0);
        let mut draft = files.draft("a.csv").expect("a draft");
        draft.file.write_all(b"whole").expect("written");
        draft.keep().expect("kept");
        assert_eq!(fs::read(files.path("a.csv")).expect("the file"), b"whole");
    }
}
