//! `init`

use anyhow::ensure;
use serde_json::json;

use super::output::Printer;
use crate::config::Installation;

pub(super) async fn run(installation: &Installation, printer: Printer) -> anyhow::Result<()> {
    if !installation.is_file() {
        installation.open_or_create().await?;
        return printer.tell("the database has the tables of this release", json!({ "database": "postgres" }));
    }
    let database = installation.database()?;
    ensure!(!database.exists(), "there is a database {} already", database.display());
    installation.open_or_create().await?;
    let database = database.display();
    printer.tell(format_args!("made the database {database}"), json!({ "database": database.to_string() }))
}
