//! A folder of its own for each test, removed at the end.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// `test` keeps tests that run at the same time apart.
    pub(crate) fn new(test: &str, files: &[(&str, &str)]) -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("xtask-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder)?;
        for (name, text) in files {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap_or(&folder))?;
            fs::write(file, text)?;
        }
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
