//! Daily backups that a server makes by itself.
//!
//! The file of a day is the only state: a server that finds it makes none, so neither a restart nor a second server on
//! the same folder makes another. A backup that was due while no server was running is made at the next start.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, ensure};
use domain::Timestamp;
use tokio::process::Command;

use super::lease::nanoseconds;
use crate::{
    causes::with_causes,
    clock,
    clock_watch::ClockWatch,
    delivery::{Packing, Timetable, Unrestorable, back_up},
    file_lock,
    file_permissions::beside,
    secret_key::KEY_VARIABLE,
};

/// Pause after a failed backup.
const RETRY: Duration = Duration::from_mins(10);
/// Interval between checks of the clock, which may be changed.
const LOOK: Duration = Duration::from_secs(30);
const DAY: Duration = Duration::from_hours(24);
/// Time limit of the command after a backup.
const AFTER: Duration = Duration::from_hours(6);
/// The file extensions of notes beside a backup: the command's exit status, and the damage that the trial found.
const AFTER_NOTE: &str = ".after";
const TRIAL_NOTE: &str = ".trial";

/// Seconds since 1970 at which the newest sound backup that this server made or found was written; 0 until there is
/// one, so that an alert on its age fires if none can be made.
const LAST: &str = "quiz_answers_last_backup_seconds";
const FAILURES: &str = "quiz_answers_backup_failures_total";
/// Seconds since 1970 of the last trial restore; 0 until there is one.
const TRIED: &str = "quiz_answers_last_trial_restore_seconds";
/// 0 from a trial that has failed or found damage until a successful one.
const TRIAL: &str = "quiz_answers_last_trial_restore_success";

pub struct Backups {
    pub database: PathBuf,
    /// For this installation only: older files with the names of backups are removed from it.
    pub folder: PathBuf,
    pub timetable: Timetable,
    /// Number of files to keep.
    pub keep: usize,
    pub packing: Packing,
    /// Shell command to run after each backup, with the file in `QA_BACKUP_FILE`.
    pub after: Option<String>,
}

impl Backups {
    /// Runs until it is dropped. Removes nothing while the clock is too far ahead.
    pub(crate) async fn run(self, clock: Arc<ClockWatch>) {
        metrics::describe_gauge!(LAST, metrics::Unit::Seconds, "Moment of the last sound backup since 1970, or 0.");
        metrics::describe_gauge!(TRIED, metrics::Unit::Seconds, "Moment of the last trial restore since 1970, or 0.");
        metrics::describe_gauge!(TRIAL, "0 if the last trial restore has failed or found damage.");
        metrics::describe_counter!(FAILURES, "Backups that could not be made or sent, or whose trial found damage.");
        metrics::gauge!(LAST).set(0.0);
        metrics::gauge!(TRIED).set(0.0);
        metrics::gauge!(TRIAL).set(1.0);
        metrics::counter!(FAILURES).increment(0);
        let mut due = self.timetable.next_after(earlier(clock::now(), DAY));
        while let Some(at) = due {
            while clock::now() < at {
                tokio::time::sleep(LOOK).await;
            }
            match self.back_up(at, !clock.seen().is_ahead()).await {
                Ok(()) => due = self.timetable.next_after(at.max(earlier(clock::now(), DAY))),
                Err(error) => {
                    metrics::counter!(FAILURES).increment(1);
                    tracing::error!(
                        "the backup of the day is not done, it is tried again in ten minutes: {}",
                        with_causes(&error)
                    );
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    async fn back_up(&self, at: Timestamp, may_remove: bool) -> anyhow::Result<()> {
        let file = self.folder.join(file_name(&self.timetable.day(at), &self.packing));
        if !file.exists() {
            file_lock::require_same_file(&self.database)?;
            fs::create_dir_all(&self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
            let made = back_up(&self.database, &file, self.packing.clone()).await.inspect_err(|error| {
                if error.is::<Unrestorable>() {
                    show_trial(SystemTime::now(), false);
                }
            })?;
            tracing::info!(file = %file.display(), made.bytes, made.sha256, contents = %made.contents, "backup made");
            if let Some(damage) = made.damage {
                fs::write(beside(&file, TRIAL_NOTE), format!("{damage}\n"))?;
                metrics::counter!(FAILURES).increment(1);
                tracing::error!(
                    file = %file.display(),
                    "the database is damaged, and so is its backup; older backups stay until one is sound: {damage}"
                );
            }
        }
        show_trial(written(&file)?, trial(&file).is_none());
        if let Some(sound) = backups_in(&self.folder)?.iter().rfind(|file| trial(file).is_none()) {
            metrics::gauge!(LAST).set(since_1970(written(sound)?));
        }
        // The last sound backup may be among the old ones.
        if may_remove && trial(&file).is_none() {
            remove_old(&self.folder, self.keep).with_context(|| format!("cannot tidy {}", self.folder.display()))?;
        }
        match &self.after {
            Some(command) if after(&file).is_none_or(|status| status != 0) => run_after(command, &file).await,
            _ => Ok(()),
        }
    }
}

fn show_trial(at: SystemTime, is_sound: bool) {
    metrics::gauge!(TRIED).set(since_1970(at));
    metrics::gauge!(TRIAL).set(f64::from(u8::from(is_sound)));
}

fn written(file: &Path) -> io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}

fn since_1970(at: SystemTime) -> f64 {
    at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// Runs the command, and records its exit status beside the backup.
async fn run_after(command: &str, file: &Path) -> anyhow::Result<()> {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("QA_BACKUP_FILE", file).env_remove(KEY_VARIABLE);
    shell.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
    let ended = tokio::time::timeout(AFTER, shell.status()).await;
    let status = ended.context("the command after it takes hours")?.context("cannot run the command after it")?;
    // A signal has no status. A shell reports it like this, too.
    let code = status.code().unwrap_or(128);
    fs::write(beside(file, AFTER_NOTE), format!("{code}\n"))?;
    ensure!(status.success(), "the command after it ended with {status}");
    tracing::info!(file = %file.display(), "the command after the backup is done");
    Ok(())
}

pub(crate) fn after(backup: &Path) -> Option<i32> {
    note(backup, AFTER_NOTE)?.parse().ok()
}

/// The damage that the trial of a backup found.
pub(crate) fn trial(backup: &Path) -> Option<String> {
    note(backup, TRIAL_NOTE)
}

fn note(backup: &Path, ending: &str) -> Option<String> {
    Some(fs::read_to_string(beside(backup, ending)).ok()?.trim().to_owned())
}

fn earlier(moment: Timestamp, by: Duration) -> Timestamp {
    Timestamp::from_nanoseconds(moment.nanoseconds() - nanoseconds(by))
}

fn file_name(day: &str, packing: &Packing) -> String {
    format!("quiz-answers-{day}.db{}", packing.ending())
}

fn is_backup(name: &str) -> bool {
    let name = name.strip_suffix(".pgp").unwrap_or(name);
    let day = name
        .strip_suffix(".gz")
        .unwrap_or(name)
        .strip_suffix(".db")
        .and_then(|name| name.strip_prefix("quiz-answers-"));
    day.is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok_and(|date| date.to_string() == day))
}

/// The backups in a folder, oldest first.
pub(crate) fn backups_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    let mut names = names.collect::<io::Result<Vec<_>>>()?;
    names.retain(|name| name.to_str().is_some_and(is_backup));
    names.sort();
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

fn remove_old(folder: &Path, keep: usize) -> io::Result<()> {
    let backups = backups_in(folder)?;
    let old = backups.len().saturating_sub(keep);
    backups.iter().take(old).try_for_each(|file| {
        tracing::info!(file = %file.display(), "removing an old backup");
        for note in [AFTER_NOTE, TRIAL_NOTE] {
            let _ = fs::remove_file(beside(file, note));
        }
        fs::remove_file(file)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{clock::parse_rfc3339, store::Store};

    fn at(text: &str) -> Timestamp {
        parse_rfc3339(text).expect("a moment")
    }

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_day_has_one_backup_and_the_newest_days_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("a.db");
        Store::open(&format!("sqlite:{}", database.display())).await.expect("a store");
        let kept = folder.path().join("backups");
        let backups = Backups {
            database,
            folder: kept.clone(),
            timetable: Timetable::daily("03:00", "UTC").expect("a timetable"),
            keep: 2,
            packing: Packing { is_tried: true, ..Packing::default() },
            after: None,
        };
        backups.back_up(at("2026-11-20T03:00:00Z"), true).await.expect("made");
        let first = kept.join("quiz-answers-2026-11-20.db");
        let made = fs::metadata(&first).expect("it is there").modified().expect("a time");
        backups.back_up(at("2026-11-20T03:00:00Z"), true).await.expect("there already");
        assert_eq!(fs::metadata(&first).expect("it is there").modified().expect("a time"), made);

        fs::write(kept.join("quiz-answers-notes.db"), "not a backup").expect("written");
        for day in ["21", "22"] {
            backups.back_up(at(&format!("2026-11-{day}T03:00:00Z")), true).await.expect("made");
        }
        let expected = ["quiz-answers-2026-11-21.db", "quiz-answers-2026-11-22.db", "quiz-answers-notes.db"];
        assert_eq!(names(&kept), expected.map(str::to_owned).into());
        backups.back_up(at("2026-11-23T03:00:00Z"), false).await.expect("made");
        assert_eq!(names(&kept).len(), 4, "none is removed while the clock is not trusted");
    }

    #[test]
    fn only_the_names_of_backups_are_taken_for_backups() {
        for end in ["", ".pgp", ".gz", ".gz.pgp"] {
            let name = format!("quiz-answers-2026-11-20.db{end}");
            let name = name.as_str();
            assert!(is_backup(name), "{name}");
        }
        for name in [
            "quiz-answers.db",
            "quiz-answers-2026-11-20.db.part",
            "quiz-answers-2026-11-20.db.after",
            "quiz-answers-20261120.db",
            "quiz-answers-2026-13-20.db",
            "other-2026-11-20.db",
        ] {
            assert!(!is_backup(name), "{name}");
        }
    }
}
