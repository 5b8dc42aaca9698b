//! The folder that the server embeds. A file is rewritten only when its content changes, since cargo
//! builds the server again for every file that is newer than it.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::{
    compress, files,
    stamp::{self, Stamp, digest},
};
use crate::project::Project;

pub(crate) struct Site {
    folder: PathBuf,
    stamp_file: PathBuf,
    before: Stamp,
    now: Stamp,
    /// Held so that two builds do not write at the same time.
    _lock: File,
}

impl Site {
    /// Waits for another build that writes the site.
    pub(crate) fn open(project: &Project) -> Result<Self> {
        Self::at(project.site_assets(), &project.target(""))
    }

    /// `notes` is a folder for what is to be remembered beside the site.
    fn at(folder: PathBuf, notes: &Path) -> Result<Self> {
        let lock = File::create(notes.join("site-lock")).context("cannot lock the site")?;
        lock.lock().context("cannot lock the site")?;
        let stamp_file = notes.join("site-stamp");
        Ok(Self { folder, before: stamp::read(&stamp_file), stamp_file, now: Stamp::new(), _lock: lock })
    }

    /// Keeps the files that were made from what `key` is the digest of; false if there are none to keep.
    pub(crate) fn keep(&mut self, key: &str) -> bool {
        let kept: Vec<String> =
            self.before.iter().filter(|(_, made_from)| *made_from == key).map(|(name, _)| name.clone()).collect();
        if kept.is_empty() || !kept.iter().all(|name| self.is_there(name)) {
            return false;
        }
        self.now.extend(kept.into_iter().map(|name| (name, key.to_owned())));
        true
    }

    /// Adds a file as it is.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) -> Result<()> {
        self.add_made(name, &digest(&[content]), content)
    }

    /// Adds a file that was made from what `key` is the digest of, and its compressed copies.
    pub(crate) fn add_made(&mut self, name: &str, key: &str, content: &[u8]) -> Result<()> {
        if self.now.insert(name.to_owned(), key.to_owned()).is_some() {
            bail!("two files of the site are called {name}");
        }
        if self.before.get(name).is_some_and(|present| present == key) && self.is_there(name) {
            return Ok(());
        }
        // Until all is written, the stamp would not be true.
        files::remove(&self.stamp_file)?;
        let file = |suffix| self.folder.join(format!("{name}{suffix}"));
        files::write_if_changed(&file(""), content)?;
        if compress::pays(name) {
            files::write_if_changed(&file(".br"), &compress::brotli(content)?)?;
            files::write_if_changed(&file(".gz"), &compress::gzip(content)?)?;
        }
        Ok(())
    }

    /// Removes what was not added, and writes down what was.
    pub(crate) fn close(self) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        for (name, path) in files::under(&self.folder)? {
            let original = name.strip_suffix(".br").or(name.strip_suffix(".gz"));
            let belongs = self.now.contains_key(&name)
                || original.is_some_and(|name| compress::pays(name) && self.now.contains_key(name));
            if !belongs {
                files::remove(&path)?;
            }
        }
        stamp::write(&self.stamp_file, &self.now)
    }

    fn is_there(&self, name: &str) -> bool {
        let copies: &[&str] = if compress::pays(name) { &["", ".br", ".gz"] } else { &[""] };
        copies.iter().all(|suffix| self.folder.join(format!("{name}{suffix}")).is_file())
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::bundle::scratch::Scratch;

    fn open(scratch: &Scratch) -> Site {
        Site::at(scratch.path().join("assets"), scratch.path()).expect("a writable folder")
    }

    fn build(scratch: &Scratch, content: &[(&str, &str)]) {
        let mut site = open(scratch);
        for (name, text) in content {
            site.add(name, text.as_bytes()).expect("a writable folder");
        }
        site.close().expect("a writable folder");
    }

    fn names(scratch: &Scratch) -> Vec<String> {
        let files = files::under(&scratch.path().join("assets")).expect("a readable folder");
        files.into_iter().map(|(name, _)| name).collect()
    }

    /// Sets a file back in time, so that writing it shows.
    fn age(scratch: &Scratch, name: &str) {
        let file = File::options().write(true).open(scratch.path().join("assets").join(name)).expect("it exists");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a writable file");
    }

    fn is_aged(scratch: &Scratch, name: &str) -> bool {
        let metadata = fs::metadata(scratch.path().join("assets").join(name)).expect("it exists");
        metadata.modified().expect("a time") == SystemTime::UNIX_EPOCH
    }

    #[test]
    fn text_gets_compressed_copies_and_pictures_do_not() {
        let scratch = Scratch::new("copies", &[]).expect("a new folder");
        build(&scratch, &[("main.css", "a{}"), ("img/a.png", "x")]);
        assert_eq!(names(&scratch), ["img/a.png", "main.css", "main.css.br", "main.css.gz"]);
    }

    #[test]
    fn only_what_changed_is_written_again() {
        let scratch = Scratch::new("changed", &[]).expect("a new folder");
        build(&scratch, &[("a.css", "a{}"), ("b.css", "b{}")]);
        for name in ["a.css", "a.css.br", "b.css", "b.css.br"] {
            age(&scratch, name);
        }
        build(&scratch, &[("a.css", "a{}"), ("b.css", "b{c: d}")]);
        assert!(is_aged(&scratch, "a.css") && is_aged(&scratch, "a.css.br"));
        assert!(!is_aged(&scratch, "b.css") && !is_aged(&scratch, "b.css.br"));
    }

    #[test]
    fn what_is_no_longer_added_goes_and_what_was_lost_comes_back() {
        let scratch = Scratch::new("gone", &[]).expect("a new folder");
        build(&scratch, &[("a.css", "a{}"), ("b.css", "b{}")]);
        files::remove(&scratch.path().join("assets/b.css.gz")).expect("it exists");
        build(&scratch, &[("b.css", "b{}")]);
        assert_eq!(names(&scratch), ["b.css", "b.css.br", "b.css.gz"]);
    }

    #[test]
    fn files_are_kept_by_what_they_were_made_from() {
        let scratch = Scratch::new("kept", &[]).expect("a new folder");
        let mut site = open(&scratch);
        assert!(!site.keep("recipe"));
        site.add_made("x.js", "recipe", b"x").expect("a writable folder");
        site.close().expect("a writable folder");

        let mut site = open(&scratch);
        assert!(!site.keep("another recipe"));
        assert!(site.keep("recipe"));
        site.close().expect("a writable folder");
        assert_eq!(names(&scratch), ["x.js", "x.js.br", "x.js.gz"]);
    }

    #[test]
    fn the_same_content_made_from_something_else_is_not_written_again() {
        let scratch = Scratch::new("same", &[]).expect("a new folder");
        for recipe in ["one recipe", "another recipe"] {
            let mut site = open(&scratch);
            site.add_made("x.js", recipe, b"x").expect("a writable folder");
            site.close().expect("a writable folder");
            if recipe == "one recipe" {
                age(&scratch, "x.js");
            }
        }
        assert!(is_aged(&scratch, "x.js"));
    }

    #[test]
    fn a_build_that_was_interrupted_is_not_taken_for_done() {
        let scratch = Scratch::new("interrupted", &[]).expect("a new folder");
        build(&scratch, &[("a.css", "old")]);
        open(&scratch).add("a.css", b"new").expect("a writable folder");
        build(&scratch, &[("a.css", "old")]);
        let text = files::read(&scratch.path().join("assets/a.css")).expect("it exists");
        assert_eq!(text, b"old");
    }

    #[test]
    fn two_files_of_one_name_are_an_error() {
        let scratch = Scratch::new("twice", &[]).expect("a new folder");
        let mut site = open(&scratch);
        site.add("main.css", b"a").expect("a writable folder");
        assert!(site.add("main.css", b"b").is_err());
    }
}
