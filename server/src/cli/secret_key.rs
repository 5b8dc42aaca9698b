//! `secret-key rotate`

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use serde_json::json;

use super::output::Printer;
use crate::{config::Installation, secret_key::SecretKey};

#[derive(Debug, Subcommand)]
pub(super) enum SecretKeyCommand {
    /// Encrypt all secrets with another key; stop the servers on this database first
    Rotate {
        /// File of the other key, which is made if it is not there
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
}

impl SecretKeyCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let Self::Rotate { to } = self;
        let service = installation.open().await?;
        let key = SecretKey::read_or_create(&to)?;
        service.change_secret_key(&key).await.context("cannot change the secret key")?;
        let (file, fingerprint) = (to.display(), key.fingerprint());
        let told = format!("all secrets are encrypted with the key {fingerprint}: start the server with {file}");
        printer.tell(told, json!({ "file": file.to_string(), "secretKey": fingerprint }))
    }
}
