//! `init`

use anyhow::ensure;
use clap::Args;
use serde_json::json;

use super::{backup::BackupForm, output::Printer};
use crate::config::Installation;

#[derive(Args, Debug)]
pub(super) struct Init {
    #[command(flatten)]
    backup: BackupForm,
}

impl Init {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let backup = self.backup.before_upgrade(installation)?;
        let there =
            if installation.is_file() { Some(installation.database()?) } else { None }.filter(|file| file.exists());
        let is_upgraded = installation.upgrade(backup.as_ref()).await?;
        if let Some(file) = &there {
            ensure!(is_upgraded, "there is a database {} already", file.display());
        }
        installation.open_or_create().await?;
        if !installation.is_file() {
            return printer.tell("the database has the tables of this release", json!({ "database": "postgres" }));
        }
        let database = installation.database()?;
        let (verb, database) = (if is_upgraded { "brought up to date" } else { "created" }, database.display());
        printer.tell(format_args!("{verb} the database {database}"), json!({ "database": database.to_string() }))
    }
}
