//! `secret-key`

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Subcommand;
use serde_json::json;

use super::output::Printer;
use crate::{
    config::Installation,
    secret_key::SecretKey,
    service::{FINGERPRINT, LostSecrets, Service},
};

#[derive(Debug, Subcommand)]
pub(super) enum SecretKeyCommand {
    /// Encrypt all secrets with another key; fails beside a server
    Rotate {
        /// File of the other key, which is made if it is not there
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Give up a key that is lost, with the secrets that only it opens; fails beside a server
    Forget {
        /// File of the new key, which is made if it is not there
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Do it; without this, only say what would be lost
        #[arg(long)]
        yes: bool,
    },
}

impl SecretKeyCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let (to, key) = match self {
            Self::Rotate { to } => {
                // A server would go on to encrypt with the key that it has.
                installation.require_unused().await?;
                let service = installation.open().await?;
                let key = SecretKey::read_or_create(&to)?;
                service.change_secret_key(&key).await.context("cannot change the secret key")?;
                (to, key)
            }
            Self::Forget { to, yes } => {
                if yes {
                    installation.require_unused().await?;
                }
                let key = forget(installation, &to, yes).await?;
                (to, key)
            }
        };
        let (file, fingerprint) = (to.display(), key.fingerprint());
        let told = format!("all secrets are encrypted with the key {fingerprint}: start the server with {file}");
        printer.tell(told, json!({ "file": file.to_string(), "secretKey": fingerprint }))
    }
}

async fn forget(installation: &Installation, to: &Path, yes: bool) -> anyhow::Result<SecretKey> {
    let store = installation.open_store().await?;
    let fingerprint = store.installation_secret(FINGERPRINT).await?.context("nothing is encrypted yet")?;
    let fingerprint = String::from_utf8_lossy(&fingerprint);
    let present = installation.secret_key(Some(&fingerprint));
    let is_lost = present.map_or(true, |key| key.fingerprint() != fingerprint);
    ensure!(is_lost, "the key {fingerprint} is not lost: change it with `secret-key rotate`");
    let LostSecrets { second_factors, session_secrets } = Service::lost_secrets(store).await?;
    ensure!(
        yes,
        "with the key {fingerprint} are lost: {second_factors} second factors, which are turned off; {session_secrets} \
         secrets of signed sessions, in whose place owners have to make new ones; ids of anonymous respondents who have not \
         begun; links to exported files. Answers are not. Add --yes if no copy of the key can be found"
    );
    let key = SecretKey::read_or_create(to)?;
    Service::replace_lost_key(store, &key).await?;
    Ok(key)
}
