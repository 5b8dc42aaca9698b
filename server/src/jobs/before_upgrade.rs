//! The backup before a migration, for returning to the previous release.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::{
    delivery::{Packing, back_up_before},
    store::Upgrade,
};

/// Number of files to keep.
const KEPT: usize = 2;
const BEGINNING: &str = "before-upgrade-";

pub(crate) struct BeforeUpgrade {
    pub(crate) folder: PathBuf,
    pub(crate) packing: Packing,
}

impl BeforeUpgrade {
    /// The file of a database with this schema version.
    pub(crate) fn file(&self, version: i64) -> PathBuf {
        self.folder.join(format!("{BEGINNING}{version}.db{}", self.packing.ending()))
    }

    /// Makes the backup, replacing an earlier one of the same schema, and removes all but the last two.
    pub(crate) async fn back_up(&self, upgrade: &mut Upgrade) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
        let file = self.file(upgrade.present());
        let made = back_up_before(upgrade, &file, self.packing.clone()).await?;
        let named = file.display();
        tracing::info!(file = %named, made.bytes, made.sha256, contents = %made.contents, "backup made before the upgrade");
        remove_old(&self.folder).with_context(|| format!("cannot tidy {}", self.folder.display()))
    }
}

fn version(name: &str) -> Option<i64> {
    let name = name.strip_suffix(".pgp").unwrap_or(name);
    let name = name.strip_suffix(".gz").unwrap_or(name).strip_suffix(".db")?;
    name.strip_prefix(BEGINNING)?.parse().ok()
}

fn remove_old(folder: &Path) -> io::Result<()> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    let names = names.collect::<io::Result<Vec<_>>>()?;
    let mut found: Vec<_> = names.into_iter().filter_map(|name| Some((version(name.to_str()?)?, name))).collect();
    found.sort();
    let old = found.len().saturating_sub(KEPT);
    found.iter().take(old).try_for_each(|(_, name)| {
        let file = folder.join(name);
        tracing::info!(file = %file.display(), "removing an old backup");
        fs::remove_file(file)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_of_the_newest_schemas_stay_and_other_files_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let others = ["before-upgrade.db", "before-upgrade-notes.db", "before-upgrade-3.db.part", "quiz-answers.db"];
        let backups = ["before-upgrade-9.db", "before-upgrade-31.db.gz.pgp", "before-upgrade-10.db.gz"];
        for name in others.iter().chain(&backups) {
            fs::write(folder.path().join(name), "").expect("written");
        }
        remove_old(folder.path()).expect("removed");
        let is_there = |name: &&str| folder.path().join(name).exists();
        assert!(others.iter().all(is_there));
        assert_eq!(backups.iter().map(is_there).collect::<Vec<_>>(), [false, true, true]);
    }
}
