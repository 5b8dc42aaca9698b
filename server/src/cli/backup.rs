//! `backup`, and the options of the backups that a server makes by itself.

use std::{
    fs::File,
    io::{self, IsTerminal},
    os::fd::AsFd,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use clap::{Args, builder::BoolishValueParser};
use serde_json::json;

use super::{
    destination::{EncryptTo, absolute},
    output::Printer,
};
use crate::{
    clock::to_rfc3339,
    config::{Installation, SecretKeyPlace},
    delivery::{Backup as Made, Packing, Recipient, Timetable, back_up, stream_backup},
    file_lock,
    jobs::{Backups, BeforeUpgrade},
    rescue::Rescued,
    store::Contents,
};

#[derive(Args, Debug)]
pub(super) struct Backup {
    /// The file to write, which appears only when it is whole, and replaces no other; call a compressed one `.gz`, and an
    /// encrypted one `.pgp`. `-` is standard output
    file: PathBuf,
    /// Compress it with gzip
    #[arg(long)]
    gzip: bool,
    #[command(flatten)]
    encrypt_to: EncryptTo,
}

impl Backup {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let packing = Packing { is_compressed: self.gzip, recipients: self.encrypt_to.recipients()?, is_tried: false };
        let made = match file_lock::elsewhere(&installation.database()?) {
            None => make(&installation.existing_database()?, &self.file, packing).await,
            Some((holder, files)) => {
                eprintln!("the backup has what is open in {holder}: it is not at its path any more");
                let rescued = Rescued::from_server(&holder, files, &installation.database()?)?;
                make(&rescued.database(), &self.file, packing).await
            }
        };
        let Made { contents, bytes, sha256, .. } = made?;
        let file = self.file.display();
        let place = installation.secret_key_place()?;
        let json = json!({
            "file": file.to_string(), "bytes": bytes, "sha256": sha256, "contents": in_json(&contents),
            "secretKeyPlace": place.to_string(),
        });
        let from = match &place {
            SecretKeyPlace::File(key) | SecretKeyPlace::Beside(key) if !key.exists() => {
                format!("which is missing at {place}: what it encrypts cannot be read without it")
            }
            _ => format!("from {place}"),
        };
        let text = format!("{file}: {bytes} bytes, SHA-256 {sha256}; {contents}, {from}");
        if is_stream(&self.file) {
            // Standard output has the backup itself.
            eprintln!("{}", if printer.is_json { json.to_string() } else { text });
            return Ok(());
        }
        printer.print(text, json)
    }
}

/// True for standard input and output.
pub(super) fn is_stream(file: &Path) -> bool {
    file.as_os_str() == "-"
}

async fn make(database: &Path, file: &Path, packing: Packing) -> anyhow::Result<Made> {
    if is_stream(file) {
        ensure!(!io::stdout().is_terminal(), "a terminal cannot take a backup: give a file, or a pipe");
        // Without the buffer of lines that standard output has.
        let out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        return stream_backup(database, out, packing).await;
    }
    back_up(database, &absolute(file)?, packing).await
}

pub(super) fn in_json(contents: &Contents) -> serde_json::Value {
    let Contents { namespaces, quizzes, records, audit_lines, last_change, secret_key } = contents;
    json!({
        "namespaces": namespaces, "quizzes": quizzes, "records": records, "auditLines": audit_lines,
        "lastChange": last_change.map(to_rfc3339), "secretKey": secret_key,
    })
}

/// The form of the backups that are made without being asked for, and the one before an upgrade.
#[derive(Args, Debug)]
pub(super) struct BackupForm {
    /// Folder for a backup a day; without it, the server makes none by itself but the one before an upgrade, beside the
    /// database
    #[arg(long, env = "QA_BACKUP_DIR", value_name = "DIR")]
    pub(super) backup_dir: Option<PathBuf>,

    /// Encrypt these backups to the OpenPGP public key in this file
    #[arg(long, env = "QA_BACKUP_ENCRYPT_TO", value_name = "KEY")]
    backup_encrypt_to: Option<PathBuf>,

    /// Compress these backups with gzip
    #[arg(long, env = "QA_BACKUP_GZIP", value_parser = BoolishValueParser::new())]
    backup_gzip: bool,

    /// Bring a database of an earlier release up to date without a backup of it: if the upgrade goes wrong, or the earlier
    /// release is wanted again, what is newer than the last backup is lost
    #[arg(long, env = "QA_ACCEPT_UPGRADE_WITHOUT_WAY_BACK", value_parser = BoolishValueParser::new())]
    pub(super) accept_upgrade_without_way_back: bool,
}

impl BackupForm {
    /// The backup before an upgrade, unless there is to be none. PostgreSQL is backed up by its own tools.
    pub(super) fn before_upgrade(&self, installation: &Installation) -> anyhow::Result<Option<BeforeUpgrade>> {
        if self.accept_upgrade_without_way_back || !installation.is_file() {
            return Ok(None);
        }
        let folder = match &self.backup_dir {
            Some(folder) => absolute(folder)?,
            None => installation.database()?.parent().context("the database has no folder")?.to_owned(),
        };
        Ok(Some(BeforeUpgrade { folder, packing: self.packing()? }))
    }

    /// Fails for a key that cannot be encrypted to.
    fn packing(&self) -> anyhow::Result<Packing> {
        let recipients = self.backup_encrypt_to.iter().map(|file| Recipient::read(file)).collect::<Result<_, _>>()?;
        Ok(Packing { is_compressed: self.backup_gzip, recipients, is_tried: true })
    }
}

#[derive(Args, Debug)]
pub(super) struct DailyBackups {
    #[command(flatten)]
    pub(super) form: BackupForm,

    /// Time of the daily backup, in UTC
    #[arg(long, env = "QA_BACKUP_AT", value_name = "TIME", default_value = "03:00", value_parser = daily)]
    backup_at: Timetable,

    /// Number of daily backups that are kept
    #[arg(long, env = "QA_KEEP_BACKUPS", value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..))]
    keep_backups: u16,

    /// Command for the shell after each daily backup, such as one that sends it to another machine; the variable
    /// `QA_BACKUP_FILE` has the file. It is run again every ten minutes until it succeeds
    #[arg(long, env = "QA_BACKUP_AFTER", value_name = "COMMAND")]
    backup_after: Option<String>,
}

impl DailyBackups {
    /// The backup that was asked for, if any. Fails for a key that cannot be encrypted to.
    pub(super) fn plan(self, installation: &Installation) -> anyhow::Result<Option<Backups>> {
        let Some(folder) = &self.form.backup_dir else { return Ok(None) };
        Ok(Some(Backups {
            database: installation.database()?,
            folder: absolute(folder)?,
            timetable: self.backup_at,
            keep: self.keep_backups.into(),
            packing: self.form.packing()?,
            after: self.backup_after,
        }))
    }
}

fn daily(time: &str) -> Result<Timetable, String> {
    Timetable::daily(time, "UTC")
}
