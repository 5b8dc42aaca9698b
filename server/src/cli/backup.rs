//! `backup`, and the options of the backups that a server makes by itself.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{
    destination::{EncryptTo, absolute},
    output::Printer,
};
use crate::{
    config::Installation,
    delivery::{Backup as Made, Recipient, Timetable, back_up},
    file_lock,
    jobs::Backups,
    rescue::Rescued,
    store::Contents,
};

#[derive(Args, Debug)]
pub(super) struct Backup {
    /// The file to write, which appears only when it is whole, and replaces no other; call an encrypted one `.pgp`
    file: PathBuf,
    #[command(flatten)]
    encrypt_to: EncryptTo,
}

impl Backup {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let recipients = self.encrypt_to.recipients()?;
        let made = match file_lock::elsewhere(&installation.database()?) {
            None => back_up(&installation.existing_database()?, &absolute(&self.file)?, recipients).await,
            Some((holder, files)) => {
                eprintln!("the backup has what is open in {holder}: it is not at its path any more");
                let rescued = Rescued::from_server(&holder, files, &installation.database()?)?;
                back_up(&rescued.database(), &absolute(&self.file)?, recipients).await
            }
        };
        let Made { contents, bytes, sha256 } = made?;
        let file = self.file.display();
        let place = installation.secret_key_place()?;
        let json = json!({
            "file": file.to_string(), "bytes": bytes, "sha256": sha256, "contents": in_json(&contents),
            "secretKeyPlace": place.to_string(),
        });
        printer.print(format_args!("{file}: {bytes} bytes, SHA-256 {sha256}; {contents}, from {place}"), json)
    }
}

pub(super) fn in_json(contents: &Contents) -> serde_json::Value {
    let Contents { namespaces, quizzes, records, audit_lines, secret_key } = contents;
    json!({
        "namespaces": namespaces, "quizzes": quizzes, "records": records, "auditLines": audit_lines,
        "secretKey": secret_key,
    })
}

#[derive(Args, Debug)]
pub(super) struct DailyBackups {
    /// Folder for a backup a day; without it, the server makes none by itself
    #[arg(long, env = "QA_BACKUP_DIR", value_name = "DIR")]
    pub(super) backup_dir: Option<PathBuf>,

    /// Time of the daily backup, in UTC
    #[arg(long, env = "QA_BACKUP_AT", value_name = "TIME", default_value = "03:00", value_parser = daily)]
    backup_at: Timetable,

    /// Number of daily backups that are kept
    #[arg(long, env = "QA_KEEP_BACKUPS", value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..))]
    keep_backups: u16,

    /// Encrypt the daily backups to the OpenPGP public key in this file
    #[arg(long, env = "QA_BACKUP_ENCRYPT_TO", value_name = "KEY")]
    backup_encrypt_to: Option<PathBuf>,
}

impl DailyBackups {
    /// The backup that was asked for, if any. Fails for a key that cannot be encrypted to.
    pub(super) fn plan(self, installation: &Installation) -> anyhow::Result<Option<Backups>> {
        let Some(folder) = &self.backup_dir else { return Ok(None) };
        Ok(Some(Backups {
            database: installation.database()?,
            folder: absolute(folder)?,
            timetable: self.backup_at,
            keep: self.keep_backups.into(),
            recipients: self.backup_encrypt_to.iter().map(|file| Recipient::read(file)).collect::<Result<_, _>>()?,
        }))
    }
}

fn daily(time: &str) -> Result<Timetable, String> {
    Timetable::daily(time, "UTC")
}
