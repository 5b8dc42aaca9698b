//! `doctor`: an operator's checks, with a remedy for each problem.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, ErrorKind},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use domain::{Measure, NamespaceId, Timestamp};

use super::{
    checks::Checks,
    database_server,
    output::Printer,
    quota::{self, DefaultQuota},
};
use crate::{
    clock,
    clock_watch::ClockState,
    config::Installation,
    delivery::{Destination, prove, ssh_version},
    disk::{self, Disk},
    file_lock,
    file_permissions::{beside, key_beside, open_to_others},
    jobs::{after as after_backup, backups_in, trial as trial_of},
    service::{AuditCheck, Caller, ENDING_SOON, Service},
    store::{Damage, Damaged, Examined, JobKind, JobState, Page, PostgresDatabase, SqliteDatabase},
};

/// Room that a backup and a busy day need beside the database, in bytes.
const ROOM: u64 = 1 << 30;
/// A daily backup is made up for within this time.
const BACKUP_AGE: Duration = Duration::from_hours(26);
/// Namespaces read in one piece.
const PIECE: u32 = 200;
/// Damaged records that are named.
const SHOWN: usize = 5;

#[derive(Args, Debug)]
pub(super) struct Doctor {
    /// Folder of the daily backups; without it they are not checked
    #[arg(long, env = "QA_BACKUP_DIR", value_name = "DIR")]
    backup_dir: Option<PathBuf>,

    /// The command after each daily backup; without it, its end is not checked
    #[arg(long, env = "QA_BACKUP_AFTER", value_name = "COMMAND")]
    backup_after: Option<String>,

    #[command(flatten)]
    quota: DefaultQuota,
}

impl Doctor {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let mut checks = Checks::new(installation, printer);
        let mut report = |check: &str, outcome| checks.report(check, outcome);
        if installation.is_file() {
            let database = installation.existing_database()?;
            report("database", integrity(&database).await)?;
            report("permissions", permissions(&database, installation.data_dir()))?;
            report("space", space(&database))?;
        }
        let mut is_there = true;
        if let Some(url) = installation.postgres() {
            match PostgresDatabase::examine(url).await {
                Ok(server) => {
                    for (check, outcome) in database_server::checks(&server) {
                        report(check, outcome)?;
                    }
                }
                Err(error) => {
                    is_there = false;
                    report("database", Err(error))?;
                }
            }
        }
        match installation.open_to_read().await {
            // What keeps it away was told.
            Err(_) if !is_there => {}
            Ok(service) => {
                if let Some(moved) = installation.moved().await? {
                    report("moved", Err(moved.into()))?;
                }
                if installation.is_file() {
                    report("server", server(installation).await)?;
                }
                let service = service.with_quota(self.quota.into());
                report("secret key", secret_key(installation, &service))?;
                report("audit log", audit(&service).await)?;
                report("scores", scores(&service).await)?;
                report("clock", clock_is_right(&service).await)?;
                report("keys", keys(&service).await)?;
                report("schedules", schedules(&service).await)?;
                report("ssh", ssh(&service).await)?;
                report("exports", exports(&service, &installation.data_dir().join("exports")).await)?;
                report("quotas", quotas(&service).await)?;
            }
            Err(error) => report("open", Err(error))?,
        }
        if let Some(folder) = &self.backup_dir {
            report("backups", backups(folder, self.backup_after.is_some()))?;
        }
        checks.end()
    }
}

async fn integrity(database: &Path) -> anyhow::Result<String> {
    let examined = SqliteDatabase::examine(database).await.map_err(|error| {
        if error.is::<Damaged>() { error.context("stop the server, and restore the last backup") } else { error }
    });
    Ok(examined?.to_string())
}

/// The one that runs on the database, or has run.
async fn server(installation: &Installation) -> anyhow::Result<String> {
    let database = installation.existing_database()?;
    file_lock::require_same_file(&database)?;
    installation.require_nothing_lost().await?;
    Ok(file_lock::holder(&database).map_or_else(|| "none runs".to_owned(), |holder| holder.to_string()))
}

fn permissions(database: &Path, data_dir: &Path) -> anyhow::Result<String> {
    let paths = [database.to_owned(), beside(database, "-wal"), key_beside(database), data_dir.join("exports")];
    let open: Vec<_> =
        paths.iter().filter(|path| open_to_others(path)).map(|path| path.display().to_string()).collect();
    ensure!(open.is_empty(), "other accounts may read {}: chmod go= it", open.join(", "));
    let owner = |path: &Path| fs::metadata(path).map(|found| found.uid());
    let folder = database.parent().context("the database has no folder")?;
    let strangers = paths.iter().filter(|path| path.exists()).find(|path| owner(path).ok() != owner(folder).ok());
    if let Some(path) = strangers {
        bail!("{} belongs to another account than its folder: chown it to the server's", path.display());
    }
    Ok("private to the owner of the folder".to_owned())
}

fn secret_key(installation: &Installation, service: &Service) -> anyhow::Result<String> {
    Ok(format!("{} in {}", service.secret_key_fingerprint(), installation.secret_key_place()?))
}

fn space(database: &Path) -> anyhow::Result<String> {
    let size = fs::metadata(database)?.len() + fs::metadata(beside(database, "-wal")).map_or(0, |found| found.len());
    if let Some(obstacle) = disk::obstacle(database) {
        bail!(obstacle);
    }
    let Disk { free, .. } = Disk::of(database.parent().context("the database has no folder")?)?;
    let (free_mib, needed) = (free >> 20, size.saturating_add(ROOM));
    ensure!(
        free >= needed,
        "{free_mib} MiB free, and a backup with a day's answers wants {} MiB: make room, or move the data directory",
        needed >> 20
    );
    Ok(format!("{free_mib} MiB free, the database takes {} MiB", size >> 20))
}

async fn audit(service: &Service) -> anyhow::Result<String> {
    match service.check_audit_log(&Caller::Operator, None).await? {
        AuditCheck::Whole { lines, hash } => Ok(format!("{lines} lines, {}", hex::encode(hash))),
        AuditCheck::Broken { line, fault } => bail!(
            "broken at line {line}: {fault}; keep this database, and compare it with a backup from before the change"
        ),
    }
}

async fn scores(service: &Service) -> anyhow::Result<String> {
    let Examined { diverging, damage } = service.examine_answers(&Caller::Operator).await?;
    if !damage.is_empty() {
        bail!("{}", damaged(&damage));
    }
    let quizzes: Vec<_> = diverging.iter().map(|(_, quiz, _)| quiz.as_str()).collect();
    ensure!(
        quizzes.is_empty(),
        "lists by score or figures of these quizzes do not follow from their answers: {}; see `quiz-answers repair`",
        quizzes.join(", ")
    );
    Ok("as the answers give them".to_owned())
}

/// The first of what is damaged, and the way out.
pub(super) fn damaged(damage: &[Damage]) -> String {
    let first: Vec<String> = damage.iter().take(SHOWN).map(ToString::to_string).collect();
    let others = damage.len().saturating_sub(SHOWN);
    let others = if others == 0 { String::new() } else { format!("; and {others} more") };
    format!(
        "damaged: {}{others}. Keep a copy of the database as it is, and restore the last backup from before; `repair` \
         leaves it alone",
        first.join("; ")
    )
}

async fn clock_is_right(service: &Service) -> anyhow::Result<String> {
    let state = service.judge_clock().await?;
    ensure!(state == ClockState::Right, "{state}");
    Ok(clock::to_rfc3339(clock::now()))
}

fn after(moment: Timestamp, length: Duration) -> Timestamp {
    let length = i64::try_from(length.as_nanos()).unwrap_or(i64::MAX);
    Timestamp::from_nanoseconds(moment.nanoseconds().saturating_add(length))
}

async fn keys(service: &Service) -> anyhow::Result<String> {
    let now = clock::now();
    let keys = service.list_keys(&Caller::Operator).await?;
    let valid = keys.iter().filter(|key| key.revoked_at.is_none() && key.expires_at.is_none_or(|end| now < end));
    let soon =
        valid.clone().filter_map(|key| Some((key, key.expires_at.filter(|end| *end < after(now, ENDING_SOON))?)));
    let soon: Vec<_> = soon.map(|(key, end)| format!("{} on {}", key.id, clock::day(end))).collect();
    ensure!(soon.is_empty(), "these end soon, replace them first: {}", soon.join(", "));
    Ok(format!("{} valid, none ends within 14 days", valid.count()))
}

async fn schedules(service: &Service) -> anyhow::Result<String> {
    let schedules = service.list_schedules(&Caller::Operator).await?;
    let has_failed = |state: JobState| state == JobState::Failed;
    let failed = schedules.iter().filter(|schedule| schedule.runs.first().is_some_and(|run| has_failed(run.state)));
    let failed: Vec<_> = failed.map(|schedule| schedule.id.as_str()).collect();
    ensure!(failed.is_empty(), "the last run failed, see `schedule list`: {}", failed.join(", "));
    Ok(format!("{}", schedules.len()))
}

/// The program that schedules send with, and their identities.
async fn ssh(service: &Service) -> anyhow::Result<String> {
    let version = ssh_version();
    let schedules = service.list_schedules(&Caller::Operator).await?;
    let targets = schedules.iter().filter_map(|schedule| match &schedule.plan.destination {
        Destination::Sftp(target) => Some((&schedule.id, target)),
        Destination::Folder(_) => None,
    });
    let targets: Vec<_> = targets.collect();
    if targets.is_empty() {
        return Ok(version.unwrap_or_else(|_| "not there, and no schedule needs it".to_owned()));
    }
    for (id, target) in targets {
        target.check().with_context(|| format!("schedule {id} cannot send"))?;
    }
    Ok(version?)
}

/// The folder is made with the first export.
async fn exports(service: &Service, folder: &Path) -> anyhow::Result<String> {
    let figures = service.figures().await?;
    let count = |state| figures.jobs.get(&(JobKind::Export, state)).copied().unwrap_or_default();
    let unfinished = count(JobState::Queued) + count(JobState::Running);
    let place = folder.display();
    let names = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        entries => entries
            .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>())
            .with_context(|| format!("cannot read {place}: give it to the account of the server"))?,
    };
    let is_file = |name: &&OsString| !name.to_string_lossy().starts_with('.');
    let files = names.iter().filter(is_file).count();
    Ok(format!("{unfinished} unfinished; {files} files in {place}"))
}

async fn quotas(service: &Service) -> anyhow::Result<String> {
    let (mut after, mut count, mut near): (Option<NamespaceId>, _, _) = (None, 0, Vec::new());
    loop {
        let page = Page { after, limit: PIECE };
        let namespaces = service.list_namespaces(&Caller::Operator, page).await?;
        for namespace in &namespaces {
            let (usage, bounds) = service.usage(&Caller::Operator, &namespace.id).await?;
            let used_up = |measure: &Measure| quota::is_nearly_used_up(usage, bounds, *measure);
            let told = |measure| format!("{} has {}", namespace.id, quota::told(usage, bounds, measure));
            near.extend(Measure::ALL.into_iter().filter(used_up).map(told));
        }
        count += namespaces.len();
        after = namespaces.last().map(|last| last.id.clone());
        if after.is_none() {
            break;
        }
    }
    ensure!(near.is_empty(), "raise them with `namespace quota`, or have answers erased: {}", near.join(", "));
    Ok(format!("{count} namespaces, none has used nine tenths"))
}

/// The newest has to be young, whole, and, with a command after it, sent.
fn backups(folder: &Path, is_sent: bool) -> anyhow::Result<String> {
    let found = backups_in(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let last = found.last().with_context(|| format!("there is none in {}", folder.display()))?;
    let age = SystemTime::now().duration_since(fs::metadata(last)?.modified()?).unwrap_or_default();
    let name = last.display();
    ensure!(age <= BACKUP_AGE, "{name} is {} hours old: look for \"backup\" in the server's log", age.as_secs() / 3600);
    if is_sent {
        let status = after_backup(last).with_context(|| format!("the command after {name} has not ended yet"))?;
        ensure!(status == 0, "the command after {name} ended with {status}: look for \"backup\" in the server's log");
    }
    if let Some(damage) = trial_of(last) {
        bail!("the database was damaged when {name} was made, and older ones stay until one is sound: {damage}");
    }
    if last.extension().is_some_and(|ending| ending == "pgp") {
        return Ok(format!("{name}, of {}; encrypted, so that its digest is not read here", found.len()));
    }
    prove(File::open(last)?, &name.to_string()).with_context(|| format!("{name} cannot be restored"))?;
    Ok(format!("{name}, of {}; its digest is right", found.len()))
}
