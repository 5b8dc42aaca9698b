//! `secret-key`

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use serde_json::json;

use super::output::Printer;
use crate::{
    atomic_file::replace,
    config::{Installation, SecretKeyPlace},
    file_permissions::{beside, take_after},
    secret_key::SecretKey,
    service::{FINGERPRINT, LostSecrets, Service},
};

#[derive(Debug, Subcommand)]
pub(super) enum SecretKeyCommand {
    /// Encrypt all secrets with another key; fails beside a server
    Rotate {
        /// File of the other key, which is made if it is not there. Without it, the new key takes the place of the old one,
        /// which is kept beside it under a name with its fingerprint
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
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
                installation.require_unused("secret-key rotate").await?;
                let Some(to) = to else { return rotate_in_place(installation, printer).await };
                let service = installation.open().await?;
                let key = SecretKey::read_or_create(&to)?;
                service.change_secret_key(&key).await.context("cannot change the secret key")?;
                (to, key)
            }
            Self::Forget { to, yes } => {
                if yes {
                    installation.require_unused("secret-key forget").await?;
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

/// The old key is kept, and the new one on the disk, before the database changes. What is cut off after that, the next run
/// finishes.
async fn rotate_in_place(installation: &Installation, printer: Printer) -> anyhow::Result<()> {
    let file = match installation.secret_key_place()? {
        SecretKeyPlace::File(file) | SecretKeyPlace::Beside(file) => file,
        place @ SecretKeyPlace::Variable(_) => {
            bail!("the secret key is in {place}: give a file for the other one with --to")
        }
    };
    let file = file.canonicalize().with_context(|| format!("cannot read the secret key {}", file.display()))?;
    let old = beside(&file, &format!(".{}", SecretKey::read(&file)?.fingerprint()));
    let draft = beside(&file, ".new");
    let store = installation.open_store().await?;
    let stored = store.installation_secret(FINGERPRINT).await?.unwrap_or_default();
    if !draft.exists() || SecretKey::read(&draft)?.fingerprint().as_bytes() != stored {
        let service = installation.start(store).await?;
        match fs::hard_link(&file, &old) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            kept => kept.with_context(|| format!("cannot keep the old key as {}", old.display()))?,
        }
        let key = SecretKey::read_or_create(&draft)?;
        take_after(&draft, &file)
            .with_context(|| format!("cannot give {} the owner of the old key", draft.display()))?;
        service.change_secret_key(&key).await.context("cannot change the secret key")?;
    }
    let key = SecretKey::read(&draft)?;
    replace(&draft, &file).with_context(|| format!("cannot replace {}: run it again", file.display()))?;
    let (file, old, fingerprint) = (file.display(), old.display(), key.fingerprint());
    let told =
        format!("all secrets are encrypted with the new key {fingerprint} in {file}; backups from before need {old}");
    printer.tell(told, json!({ "file": file.to_string(), "secretKey": fingerprint, "oldFile": old.to_string() }))
}

async fn forget(installation: &Installation, to: &Path, yes: bool) -> anyhow::Result<SecretKey> {
    let store = installation.open_store().await?;
    let fingerprint = store.installation_secret(FINGERPRINT).await?.context("nothing is encrypted yet")?;
    let fingerprint = String::from_utf8_lossy(&fingerprint);
    let present = installation.secret_key(Some(&fingerprint));
    let is_lost = present.map_or(true, |key| key.fingerprint() != fingerprint);
    ensure!(is_lost, "the key {fingerprint} is not lost: change it with `secret-key rotate`");
    let LostSecrets { second_factors, session_secrets, endpoints } = Service::lost_secrets(store).await?;
    ensure!(
        yes,
        "with the key {fingerprint} are lost: two-factor authentication of {second_factors} administrators, which is turned off; {session_secrets} \
         secrets of signed sessions, in whose place owners have to make new ones; secrets and headers of {endpoints} webhooks, which are turned off; ids of anonymous respondents who have not \
         begun; links to exported files; notes on alerts; which addresses want no more mail, so that people who said so are written to again. Answers are not. Add --yes if no copy of the key can be found"
    );
    let key = SecretKey::read_or_create(to)?;
    Service::replace_lost_key(store, &key).await?;
    Ok(key)
}
