//! Stores exported files in a folder or a bucket. A file appears whole or not at all.

use std::{
    fs,
    io::{self, Write},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::ensure;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use object_store::{ObjectStore, ObjectStoreExt, local::LocalFileSystem};
use rustix::fs::statvfs;

use super::bucket;
use crate::{
    export::{Draft, ExportStep, Watch},
    random,
};

/// The file extension of a draft.
const PART: &str = ".part";
/// A file with the random name of its folder. Servers that share the folder read the same name.
const PLACE: &str = ".place";
/// The place of files in a bucket.
const IN_BUCKET: &str = "bucket";

/// Approximate size of a record in a file, in bytes.
const RECORD: u64 = 400;
/// Bytes to leave for the database, whose answers matter more than an export.
const SPARE: u64 = 32 << 20;

#[derive(Clone, Debug)]
pub struct ExportFiles {
    /// The folder in which files are written, and kept unless there is a bucket.
    folder: PathBuf,
    bucket: Option<Arc<dyn ObjectStore>>,
}

pub struct ExportFile {
    store: Arc<dyn ObjectStore>,
    path: object_store::path::Path,
    pub size: u64,
    /// Seconds since 1970.
    pub modified: i64,
}

impl ExportFiles {
    pub fn in_data_dir(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("exports"), bucket: None }
    }

    /// Stores finished files in a bucket. The folder contains them while they are written.
    pub fn kept_in(self, bucket: Arc<dyn ObjectStore>) -> Self {
        Self { bucket: Some(bucket), ..self }
    }

    /// A name that includes the place in which the file is stored.
    pub(super) fn name(&self, stem: &str, ending: &str) -> io::Result<String> {
        Ok(format!("{stem}.{}.{ending}", self.place()?))
    }

    /// True for the name of a file in another place, which this server cannot see. Names of early releases have no
    /// place.
    pub fn is_elsewhere(&self, name: &str) -> io::Result<bool> {
        let place = name.split('.').rev().nth(1).filter(|_| name.split('.').count() == 3);
        place.map_or(Ok(false), |place| Ok(self.place()? != place))
    }

    fn place(&self) -> io::Result<String> {
        if self.bucket.is_some() {
            return Ok(IN_BUCKET.to_owned());
        }
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(PLACE);
        match fs::File::create_new(&path) {
            Ok(mut file) => {
                let place = format!("{:08x}", random::bits() >> 96);
                if let Err(error) = file.write_all(place.as_bytes()).and_then(|()| file.sync_all()) {
                    fs::remove_file(&path)?;
                    return Err(error);
                }
                Ok(place)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let place = fs::read_to_string(&path)?;
                // Another server is writing it.
                if place.len() == 8 { Ok(place) } else { Err(io::ErrorKind::ResourceBusy.into()) }
            }
            Err(error) => Err(error),
        }
    }

    pub async fn open(&self, name: &str) -> io::Result<Option<ExportFile>> {
        let Some(store) = self.shelf()? else { return Ok(None) };
        let path = object_store::path::Path::from(name);
        match store.head(&path).await {
            Ok(meta) => Ok(Some(ExportFile { store, path, size: meta.size, modified: meta.last_modified.timestamp() })),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Fails unless the folder's disk has room for an export of this many records and for the database.
    pub(super) fn require_room(&self, records: u64) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let disk = statvfs(&self.folder)?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let needed = records.saturating_mul(RECORD).saturating_add(SPARE);
        ensure!(
            free >= needed,
            "{} MiB are free on the disk, and the export may take {} MiB",
            free >> 20,
            needed >> 20
        );
        Ok(())
    }

    pub(super) fn draft(&self, name: &str, watch: Watch) -> io::Result<Draft> {
        fs::create_dir_all(&self.folder)?;
        let draft = Draft::create(self.folder.join(format!("{name}{PART}")), watch)?;
        if self.bucket.is_some() {
            // It needs no name here. Without one, nothing is left behind if the process is killed, even if the next
            // worker is on another machine.
            fs::remove_file(draft.path())?;
        }
        Ok(draft)
    }

    pub(super) async fn keep(&self, draft: Draft, name: &str) -> anyhow::Result<()> {
        let watch = draft.watch();
        if let Some(bucket) = &self.bucket {
            bucket::upload(bucket, &object_store::path::Path::from(name), draft).await?;
        } else {
            let target = self.folder.join(name);
            tokio::task::spawn_blocking(move || draft.keep(&target)).await??;
        }
        watch(ExportStep::Kept);
        Ok(())
    }

    /// Removes a file and its draft. Missing ones count as removed.
    pub(super) async fn remove(&self, name: &str) -> anyhow::Result<()> {
        for name in [name, &format!("{name}{PART}")] {
            match fs::remove_file(self.folder.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        if let Some(bucket) = &self.bucket {
            match bucket.delete(&object_store::path::Path::from(name)).await {
                Err(error) if !matches!(error, object_store::Error::NotFound { .. }) => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// The store of finished files; `None` while there is no folder.
    fn shelf(&self) -> io::Result<Option<Arc<dyn ObjectStore>>> {
        match &self.bucket {
            Some(bucket) => Ok(Some(Arc::clone(bucket))),
            None if self.folder.is_dir() => Ok(Some(Arc::new(LocalFileSystem::new_with_prefix(&self.folder)?))),
            None => Ok(None),
        }
    }
}

impl ExportFile {
    /// Reads a range, which must lie within the file.
    pub async fn read(&self, range: Range<u64>) -> io::Result<impl Stream<Item = io::Result<Bytes>> + use<>> {
        let options =
            object_store::GetOptions { range: (range != (0..self.size)).then(|| range.into()), ..Default::default() };
        let found = self.store.get_opts(&self.path, options).await?;
        Ok(found.into_stream().map(|bytes| bytes.map_err(io::Error::from)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use futures_util::TryStreamExt;
    use object_store::memory::InMemory;

    use super::*;
    use crate::export::unwatched;

    async fn content(files: &ExportFiles, name: &str) -> Option<Vec<u8>> {
        let file = files.open(name).await.expect("readable")?;
        let bytes: Vec<Bytes> = file.read(0..file.size).await.expect("a file").try_collect().await.expect("its bytes");
        Some(bytes.concat())
    }

    fn names(files: &ExportFiles) -> Vec<String> {
        let entries = fs::read_dir(files.folder()).expect("the folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// In a folder, and in a bucket.
    fn places(folder: &Path) -> [ExportFiles; 2] {
        let files = ExportFiles::in_data_dir(folder);
        [files.clone(), ExportFiles::in_data_dir(&folder.join("with-bucket")).kept_in(Arc::new(InMemory::new()))]
    }

    #[tokio::test]
    async fn a_file_appears_only_when_it_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        for files in places(folder.path()) {
            let mut draft = files.draft("a.csv", unwatched()).expect("a draft");
            draft.write_all(b"half").expect("written");
            assert_eq!(content(&files, "a.csv").await, None);
            drop(draft);
            assert_eq!(names(&files), [""; 0]);
            let mut draft = files.draft("a.csv", unwatched()).expect("a draft");
            draft.write_all(b"whole").expect("written");
            files.keep(draft, "a.csv").await.expect("kept");
            assert_eq!(content(&files, "a.csv").await.as_deref(), Some(&b"whole"[..]));
            files.remove("a.csv").await.expect("removed");
            files.remove("a.csv").await.expect("gone already");
            assert_eq!(content(&files, "a.csv").await, None);
        }
    }

    #[tokio::test]
    async fn a_large_file_comes_back_whole_and_in_parts() {
        let folder = tempfile::tempdir().expect("a folder");
        // Several parts of an upload, the last one not full.
        let bytes: Vec<u8> = (0..20_000_003_u32).map(|number| number.to_le_bytes()[number as usize % 3]).collect();
        for files in places(folder.path()) {
            let mut draft = files.draft("a.csv", unwatched()).expect("a draft");
            draft.write_all(&bytes).expect("written");
            files.keep(draft, "a.csv").await.expect("kept");
            assert!(content(&files, "a.csv").await.is_some_and(|found| found == bytes));
            let file = files.open("a.csv").await.expect("readable").expect("there");
            let part: Vec<Bytes> =
                file.read(9_000_000..9_000_007).await.expect("a part").try_collect().await.expect("its bytes");
            assert_eq!(part.concat(), bytes[9_000_000..9_000_007]);
        }
    }

    #[test]
    fn a_name_tells_where_its_file_is() {
        let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let [folder, bucket] = places(here.path());
        let other = ExportFiles::in_data_dir(there.path());
        let name = folder.name("job-1", "csv").expect("a name");
        assert!(!folder.is_elsewhere(&name).expect("known"));
        assert!(!ExportFiles::in_data_dir(here.path()).is_elsewhere(&name).expect("known"), "{name}");
        for files in [&other, &bucket] {
            assert!(files.is_elsewhere(&name).expect("known"), "{name}");
            assert!(!files.is_elsewhere("job-1.csv").expect("known"), "of an early release");
        }
        assert!(folder.is_elsewhere(&bucket.name("job-1", "csv").expect("a name")).expect("known"));
    }

    #[tokio::test]
    async fn a_draft_for_a_bucket_leaves_nothing_when_its_worker_is_killed() {
        let folder = tempfile::tempdir().expect("a folder");
        let [_, files] = places(folder.path());
        let mut draft = files.draft("a.csv", unwatched()).expect("a draft");
        draft.write_all(b"half").expect("written");
        assert_eq!(names(&files), [""; 0]);
    }
}
