//! `init`

use anyhow::ensure;
use serde_json::json;

use super::output::Printer;
use crate::config::Installation;

pub(super) async fn run(installation: &Installation, printer: Printer) -> anyhow::Result<()> {
    let there = if installation.is_file() { Some(installation.database()?) } else { None }.filter(|file| file.exists());
    let is_upgraded = installation.upgrade().await?;
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
