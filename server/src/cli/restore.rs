//! `restore`

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, ensure};
use clap::Args;
use domain::NamespaceId;
use serde_json::{Value, json};

use super::{
    backup::{in_json, is_stream},
    destination::absolute,
    output::{Printer, printable},
};
use crate::{
    atomic_file::place,
    config::Installation,
    delivery::unpack,
    file_permissions::beside,
    service::{AfterRestore, AuditCheck, Caller, Service},
    store::{ApiKey, Contents, SqliteDatabase, Store},
};

#[derive(Args, Debug)]
pub(super) struct Restore {
    /// A file that `backup` made, decrypted; `-` is standard input
    #[arg(required_unless_present = "in_place")]
    file: Option<PathBuf>,

    /// The database is in place already, put there by other means, such as PostgreSQL's tools: do what remains
    #[arg(long, conflicts_with = "file")]
    in_place: bool,

    /// Restore a file without a digest, or one whose digest is wrong: answers, scores and texts may have changed in it
    /// without a trace, and nothing will tell
    #[arg(long, conflicts_with = "in_place")]
    accept_undetected_damage: bool,
}

impl Restore {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let Some(file) = self.file else {
            // A server at work would lose exports and sign-ins that are none of the backup's.
            installation.require_unused("restore").await?;
            if let Some(lock) = installation.lock("restore")? {
                lock.settle();
            }
            let service = installation.open().await?;
            let audit = service.check_audit_log(&Caller::Operator, None).await?;
            let after = service.begin_after_restore().await?;
            return report(printer, "the database in place".to_owned(), json!({}), audit, &after);
        };
        let database = installation.database()?;
        for taken in [database.clone(), beside(&database, "-wal")] {
            ensure!(!taken.exists(), "{} is there already: restore into an empty --data-dir", taken.display());
        }
        if !is_stream(&file) {
            let log = beside(&file, "-wal");
            let is_whole = fs::metadata(&log).map_or(true, |found| found.len() == 0);
            ensure!(
                is_whole,
                "{} has a part of the data: restore a file that `backup` made",
                absolute(&log)?.display()
            );
        }
        let folder = beside(&database, ".restore");
        let data = database.parent().context("the database has no folder")?;
        fs::create_dir_all(data).with_context(|| format!("cannot make {}", data.display()))?;
        let lock = installation.lock("restore")?;
        if let Some(newer) = newer_beside(&file) {
            eprintln!("warning: {} is not the newest there: {} was written after it", file.display(), newer.display());
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let restored = restore(installation, &file, self.accept_undetected_damage, &folder, &database).await;
        let _ = fs::remove_dir_all(&folder);
        let (contents, audit, after) = restored?;
        // What a killed server had written is given up for the backup.
        lock.inspect(|lock| lock.settle());
        let database = database.display();
        let json = json!({ "database": database.to_string(), "contents": in_json(&contents) });
        report(printer, format!("{database}: {contents}"), json, audit, &after)
    }
}

/// The newest of the files in the folder of a backup that are of its kind and were written after it.
fn newer_beside(file: &Path) -> Option<PathBuf> {
    let written = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file)?.modified().ok();
    let at = written(file)?;
    let files = fs::read_dir(absolute(file).ok()?.parent()?).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let newer = files.filter(|other| other.extension() == file.extension());
    let newer = newer.filter_map(|other| Some((written(&other).filter(|written| *written > at)?, other)));
    newer.max().map(|(_, file)| file)
}

fn report(
    printer: Printer,
    restored: String,
    mut json: Value,
    audit: AuditCheck,
    AfterRestore { keys, holds_outgoing }: &AfterRestore,
) -> anyhow::Result<()> {
    if *holds_outgoing {
        eprintln!(
            "webhooks are held, since some events may have gone already: `webhook release` sends what waits, \
             `webhook drop` gives it up"
        );
    }
    json["outgoingHeld"] = (*holds_outgoing).into();
    json["validKeys"] = keys.iter().map(|key| json!({ "id": key.id, "label": key.label })).collect();
    if !keys.is_empty() {
        eprintln!("API keys that are valid in this database; `key revoke ID` ends those revoked since the backup:");
    }
    for ApiKey { id, label, namespace_id, .. } in keys {
        let namespace = namespace_id.as_ref().map_or("all namespaces", NamespaceId::as_str);
        eprintln!("  {id}  {}  {namespace}", printable(label));
    }
    match audit {
        AuditCheck::Whole { lines, hash } => {
            let hash = hex::encode(hash);
            json["audit"] = json!({ "lines": lines, "hash": hash });
            printer.print(format_args!("{restored}\naudit log: {lines} {hash}"), json)
        }
        AuditCheck::Broken { line, fault } => {
            json["audit"] = json!({ "brokenAt": line, "fault": fault.to_string() });
            eprintln!("warning: the audit log was broken at line {line} in the backup: {fault}");
            printer.print(restored, json)
        }
    }
}

/// Copies the file into a folder of its own, so that nothing is in place before it has been found good.
async fn restore(
    installation: &Installation,
    file: &Path,
    is_damage_accepted: bool,
    folder: &Path,
    database: &Path,
) -> anyhow::Result<(Contents, AuditCheck, AfterRestore)> {
    let copy = folder.join("quiz-answers.db");
    for ending in ["", "-wal", "-shm"] {
        match fs::remove_file(beside(&copy, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    let target = File::options().read(true).write(true).create_new(true).open(&copy)?;
    let (source, name): (Box<dyn Read>, _) = if is_stream(file) {
        (Box::new(io::stdin()), "standard input".to_owned())
    } else {
        let name = absolute(file)?.display().to_string();
        (Box::new(File::open(file).with_context(|| format!("cannot read {name}"))?), name)
    };
    let cannot_restore = || format!("cannot restore {name}");
    if let Some(damage) = unpack(source, &name, &target, is_damage_accepted).with_context(cannot_restore)? {
        eprintln!("warning: {name} is restored although {damage}");
    }
    let contents = SqliteDatabase::examine(&copy).await.with_context(cannot_restore)?;

    let key = installation.secret_key(contents.secret_key.as_deref())?;
    let url = SqliteDatabase::url(&copy);
    Store::upgrade(&url).await?;
    let store = Arc::new(Store::open_existing(&url).await?);
    let service = Service::start(store.clone(), &key).await?;
    let audit = service.check_audit_log(&Caller::Operator, None).await?;
    let after = service.begin_after_restore().await?;
    store.close().await;
    target.sync_all()?;
    place(&copy, database).with_context(|| format!("cannot make {}", database.display()))?;
    Ok((contents, audit, after))
}
