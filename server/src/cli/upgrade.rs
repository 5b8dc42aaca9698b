//! `upgrade`

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use domain::Edition;
use serde_json::json;

use super::{backup::BackupForm, checks::Checks, output::Printer};
use crate::{
    config::{Installation, SecretKeyPlace},
    disk::{self, Disk},
    file_lock,
    file_permissions::beside,
    jobs::{BeforeUpgrade, backups_in, trial as trial_of},
    random,
    secret_key::SecretKey,
    service::Service,
    store::{Contents, Damaged, Pending, PostgresDatabase, SqliteDatabase, Store},
};

#[derive(Args, Debug)]
pub(super) struct Upgrade {
    /// Change nothing, also beside a server: say which steps the schema needs, how long they take on a copy, the room that
    /// they want, and what stands in the way
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    backup: BackupForm,
}

/// What a trial on a copy has taken.
struct Trial {
    copying: Duration,
    upgrading: Duration,
    /// Bytes that the database and its log have grown by.
    growth: u64,
    /// Quizzes that get a new version.
    reworded: usize,
}

impl Upgrade {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        if self.check {
            let mut checks = Checks::new(installation, printer);
            match installation.postgres() {
                Some(url) => check_server(url, installation, &mut checks).await?,
                None => self.check_file(installation, &mut checks).await?,
            }
            return checks.end();
        }
        if installation.is_file() {
            installation.existing_database()?;
        }
        let backup = self.backup.before_upgrade(installation)?;
        installation.lock("upgrade")?;
        let is_upgraded = installation.upgrade(backup.as_ref()).await?;
        // What a first start does beside the steps.
        installation.open().await?.renew_words(Edition::LATEST).await?;
        let told = if is_upgraded { "brought the database up to date" } else { "the database is up to date already" };
        printer.tell(told, json!({ "isUpgraded": is_upgraded }))
    }

    async fn check_file(&self, installation: &Installation, checks: &mut Checks<'_>) -> anyhow::Result<()> {
        let database = installation.existing_database()?;
        if let Some(obstacle) = disk::obstacle(&database) {
            bail!(obstacle);
        }
        file_lock::require_same_file(&database)?;
        let pending = SqliteDatabase::pending(&database)?;
        report_steps(&pending, checks)?;
        if pending.steps.is_empty() {
            checks.report("words", reworded(installation).await)?;
        } else {
            let server = file_lock::holder(&database);
            checks.report(
                "server",
                Ok(server.map_or_else(|| "none runs".to_owned(), |it| format!("{it}: stop it first"))),
            )?;
            let size = size(&database)?;
            let (tried, growth, reworded) = match trial(installation, &database, size).await {
                Ok(Ok(trial)) => (Ok(told(&trial)), trial.growth, Some(trial.reworded)),
                Ok(Err(untried)) => (Ok(untried), size, None),
                Err(error) => (Err(error), size, None),
            };
            checks.report("trial", tried)?;
            checks.report("words", Ok(words(reworded)))?;
            let backup = self.backup.before_upgrade(installation)?;
            checks.report("space", space(&database, size, growth, backup.as_ref()))?;
            let before = match &backup {
                None => Ok("none will be made: there is no way back but to the last backup".to_owned()),
                Some(backup) => {
                    may_write(&backup.folder).map(|()| format!("will be {}", backup.file(pending.present).display()))
                }
            };
            checks.report("backup before", before)?;
        }
        checks.report("last backup", self.last_backup())
    }

    /// Daily backups alone are known; that there is none stands in no upgrade's way.
    fn last_backup(&self) -> anyhow::Result<String> {
        let Some(folder) = &self.backup.backup_dir else {
            return Ok("unknown: no --backup-dir is given".to_owned());
        };
        let found = match backups_in(folder) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Vec::new(),
            found => found.with_context(|| format!("cannot read {}", folder.display()))?,
        };
        let Some(last) = found.last() else { return Ok(format!("there is none in {}", folder.display())) };
        let age = SystemTime::now().duration_since(fs::metadata(last)?.modified()?).unwrap_or_default();
        if let Some(damage) = trial_of(last) {
            bail!("the database was damaged when {} was made: {damage}", last.display());
        }
        Ok(format!("{}, {} hours old", last.display(), age.as_secs() / 3600))
    }
}

async fn reworded(installation: &Installation) -> anyhow::Result<String> {
    Ok(words(Some(installation.open_to_read().await?.worded_otherwise(Edition::LATEST).await?.len())))
}

/// What this release's words of built-in questions do to so many quizzes.
fn words(quizzes: Option<usize>) -> String {
    match quizzes {
        None => "unknown without a trial: see the release notes".to_owned(),
        Some(0) => "no quiz asks a built-in question in other words than before".to_owned(),
        Some(quizzes) => format!(
            "{quizzes} quizzes ask built-in questions in new words, and get a new version; what was answered keeps its own"
        ),
    }
}

async fn check_server(url: &str, installation: &Installation, checks: &mut Checks<'_>) -> anyhow::Result<()> {
    let (pending, allowed) = PostgresDatabase::pending(url).await?;
    report_steps(&pending, checks)?;
    if pending.steps.is_empty() {
        checks.report("words", reworded(installation).await)?;
    } else {
        checks.report("servers", allowed.map(|()| "those that are connected can go on meanwhile".to_owned()))?;
        checks.report(
            "trial",
            Ok("not tried: on PostgreSQL, upgrade a restored backup to see how long it takes".to_owned()),
        )?;
        checks.report("words", Ok(words(None)))?;
    }
    checks.report("last backup", Ok("unknown: PostgreSQL's own tools make them; have one before you go on".to_owned()))
}

fn report_steps(pending: &Pending, checks: &mut Checks<'_>) -> anyhow::Result<()> {
    let Pending { present, latest, steps } = pending;
    let told = if steps.is_empty() {
        format!("{present}, which is this release's: there is nothing to do")
    } else {
        format!("{present}, and this release's is {latest}")
    };
    checks.report("schema", Ok(told))?;
    steps.iter().try_for_each(|step| checks.report("step", Ok(step.clone())))
}

/// Bytes of the database and its log.
fn size(database: &Path) -> anyhow::Result<u64> {
    Ok(fs::metadata(database)?.len() + fs::metadata(beside(database, "-wal")).map_or(0, |found| found.len()))
}

fn told(Trial { copying, upgrading, growth, .. }: &Trial) -> String {
    format!(
        "a copy was brought up to date in {:.1} s; the backup before takes about {:.1} s; the database and its log grow by \
         {} MiB",
        upgrading.as_secs_f64(),
        copying.as_secs_f64(),
        growth.div_ceil(1 << 20)
    )
}

/// Brings a copy up to date beside the database, where there is room. The inner error says why it is not tried.
async fn trial(installation: &Installation, database: &Path, size: u64) -> anyhow::Result<Result<Trial, String>> {
    let data = database.parent().context("the database has no folder")?;
    let free = Disk::of(data)?.free;
    let untried = |needed: u64| {
        let (free, needed) = (free >> 20, needed.div_ceil(1 << 20));
        Ok(Err(format!("not tried: it wants {needed} MiB in {}, and {free} MiB are free", data.display())))
    };
    if free < size.saturating_mul(2) {
        return untried(size.saturating_mul(2));
    }
    let folder = TrialFolder::make(beside(database, ".upgrade-trial"))?;
    let copy = folder.0.join("quiz-answers.db");
    File::create_new(&copy)?;
    let began = Instant::now();
    SqliteDatabase::copy(database, &copy).await?;
    let contents = SqliteDatabase::examine(&copy).await.map_err(|error| {
        if error.is::<Damaged>() { error.context("restore the last backup before you upgrade") } else { error }
    })?;
    let copying = began.elapsed();
    // A start that encrypts the first secrets writes the database anew.
    let rewriting = if contents.secret_key.is_none() { size.saturating_mul(2) } else { 0 };
    if free < size.saturating_mul(2) + rewriting {
        return untried(size.saturating_mul(2) + rewriting);
    }
    let key = key(installation, &contents)?;
    let (url, before, began) = (SqliteDatabase::url(&copy), fs::metadata(&copy)?.len(), Instant::now());
    let upgrade = SqliteDatabase::begin_upgrade(&url)?.context("the copy is not of an earlier release")?;
    let after = upgrade.run().context("the upgrade of a copy has failed, and so would that of the database")?;
    let store = Arc::new(Store::open_existing(&url).await?);
    let reworded = async { Service::start(Arc::clone(&store), &key).await?.renew_words(Edition::LATEST).await };
    let reworded = reworded.await;
    store.close().await;
    let (reworded, upgrading) = (reworded?, began.elapsed());
    Ok(Ok(Trial { copying, upgrading, growth: after.saturating_sub(before) + rewriting, reworded }))
}

/// The key that a server would use, or for a database without secrets that are encrypted, where it would make one, any.
fn key(installation: &Installation, contents: &Contents) -> anyhow::Result<SecretKey> {
    match (installation.secret_key_place()?, &contents.secret_key) {
        (SecretKeyPlace::Beside(file), None) if !file.exists() => Ok(SecretKey::new(random::secret())),
        (_, fingerprint) => installation.secret_key(fingerprint.as_deref()),
    }
}

/// The room that growth and backup want, by disk.
fn space(database: &Path, size: u64, growth: u64, backup: Option<&BeforeUpgrade>) -> anyhow::Result<String> {
    let data = database.parent().context("the database has no folder")?;
    let mut wanted = vec![(data, growth)];
    if let Some(backup) = backup {
        wanted.push((backup.folder.as_path(), size));
        if !backup.packing.is_plain() {
            // The plain copy that it is packed from.
            wanted.push((data, size));
        }
    }
    let mut disks = BTreeMap::new();
    for (folder, bytes) in wanted {
        let disk = Disk::of(folder)?;
        let of_disk = disks.entry(disk.device).or_insert((folder, 0_u64, disk.free));
        of_disk.1 += bytes;
    }
    let told: Vec<String> = disks
        .values()
        .map(|(folder, bytes, free)| {
            format!(
                "{} MiB wanted on the disk of {}, {} MiB free",
                bytes.div_ceil(1 << 20),
                folder.display(),
                free >> 20
            )
        })
        .collect();
    let told = told.join("; ");
    ensure!(disks.values().all(|(_, bytes, free)| bytes <= free), "{told}: make room");
    Ok(told)
}

/// Fails unless files can be made in the folder, or in the one that it would be made in.
fn may_write(folder: &Path) -> anyhow::Result<()> {
    let there = folder.ancestors().find(|folder| fs::symlink_metadata(folder).is_ok()).unwrap_or(Path::new("/"));
    let made = tempfile_in(there).with_context(|| format!("cannot write into {}", there.display()))?;
    Ok(fs::remove_file(made)?)
}

fn tempfile_in(folder: &Path) -> anyhow::Result<PathBuf> {
    let file = folder.join(format!(".quiz-answers-{}", uuid::Uuid::new_v4()));
    File::create_new(&file)?;
    Ok(file)
}

/// Gone when it is dropped. One that was cut short may have left something in it.
struct TrialFolder(PathBuf);

impl TrialFolder {
    fn make(folder: PathBuf) -> anyhow::Result<Self> {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for TrialFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
