//! `init`

use anyhow::ensure;

use crate::config::Installation;

pub(super) async fn run(installation: &Installation) -> anyhow::Result<()> {
    let database = installation.database()?;
    ensure!(!database.exists(), "there is a database {} already", database.display());
    installation.open_or_create().await?;
    eprintln!("made the database {}", database.display());
    Ok(())
}
