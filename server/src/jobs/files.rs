//! The folder of exported files: a file is there whole or not at all.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use super::{ExportFormat, draft::Draft};
use crate::store::Job;

/// What a draft's name ends with.
const PART: &str = ".part";

#[derive(Clone, Debug)]
pub struct ExportFiles {
    folder: PathBuf,
}

/// The name of a file: the fence makes it one attempt's own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct FileName {
    pub(super) job: String,
    pub(super) fence: i64,
    ending: String,
}

impl ExportFiles {
    #[must_use]
    pub fn in_data_dir(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("exports") }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a file of this name is, or would be.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Begins a file under a name of its own, so that two writers of the same job cannot meet.
    pub(super) fn draft(&self, name: &str) -> io::Result<Draft> {
        fs::create_dir_all(&self.folder)?;
        Draft::create(self.folder.join(format!("{name}{PART}")), self.folder.join(name))
    }

    /// Removes a file; one that is not there is removed already.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The names of all files, drafts among them.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}

impl FileName {
    pub(super) fn new(job: &Job, format: ExportFormat) -> Self {
        Self { job: job.id.clone(), fence: job.fence, ending: format.as_str().to_owned() }
    }

    /// Reads the name of a file or of its draft; `None` for a file that is not ours.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (stem, ending) = text.strip_suffix(PART).unwrap_or(text).split_once('.')?;
        let (job, fence) = stem.rsplit_once('-')?;
        Some(Self { job: job.to_owned(), fence: fence.parse().ok()?, ending: ending.to_owned() })
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.{}", self.job, self.fence, self.ending)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_name_and_its_draft_tell_job_and_attempt() {
        let name = FileName::parse("0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00-12.csv").expect("a name");
        assert_eq!((name.job.as_str(), name.fence), ("0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00", 12));
        assert_eq!(FileName::parse(&format!("{name}.part")), Some(name));
        for other in ["notes.txt", "a-b.csv", ".part", "12"] {
            assert_eq!(FileName::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_file_appears_only_when_it_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ExportFiles::in_data_dir(folder.path());
        let mut draft = files.draft("a.csv").expect("a draft");
        draft.write_all(b"half").expect("written");
        assert!(!files.path("a.csv").exists());
        drop(draft);
        assert_eq!(fs::read_dir(folder.path().join("exports")).expect("the folder").count(), 0);
        let mut draft = files.draft("a.csv").expect("a draft");
        draft.write_all(b"whole").expect("written");
        draft.keep().expect("kept");
        assert_eq!(fs::read(files.path("a.csv")).expect("the file"), b"whole");
    }
}
