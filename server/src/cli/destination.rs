//! Options for the recipients of a file and its destination, shared by commands that deliver one.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;

use crate::delivery::{DeliveryError, Recipient, SftpTarget, SftpUrl, default_known_hosts, ssh_version};

#[derive(Args, Debug)]
pub(super) struct EncryptTo {
    /// Encrypt to the OpenPGP public key in this file; give it again for more recipients, each of whom can read it alone
    #[arg(long = "encrypt-to", value_name = "KEY")]
    files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Sftp {
    /// Send to this folder: sftp://user@host:port/folder; a folder that begins with /~/ is the account's own
    #[arg(long = "sftp", id = "sftp", value_name = "URL", requires = "identity", value_parser = SftpUrl::parse)]
    url: Option<SftpUrl>,
    /// The private key that opens the account; the passphrase of a protected one is read from `QA_IDENTITY_PASSPHRASE`.
    /// The public half stands for a key that an agent holds
    #[arg(long, value_name = "KEY")]
    identity: Option<PathBuf>,
    /// Hosts whose keys were checked; `~/.ssh/known_hosts` without it
    #[arg(long, value_name = "FILE")]
    known_hosts: Option<PathBuf>,
}

impl EncryptTo {
    pub(super) fn recipients(&self) -> Result<Vec<Recipient>, DeliveryError> {
        self.files.iter().map(|file| Recipient::read(file)).collect()
    }
}

impl Sftp {
    /// The target, if any, with absolute paths: they hold wherever the program is started. Fails without `ssh`.
    pub(super) fn target(&self) -> anyhow::Result<Option<SftpTarget>> {
        let (Some(url), Some(identity)) = (&self.url, &self.identity) else {
            let is_none = self.identity.is_none() && self.known_hosts.is_none();
            ensure!(is_none, "--identity and --known-hosts go with --sftp: give it too, or leave them out");
            return Ok(None);
        };
        ssh_version()?;
        let known_hosts = self.known_hosts.clone().or_else(default_known_hosts);
        let known_hosts =
            known_hosts.context("there is no home folder to find .ssh/known_hosts in: give --known-hosts")?;
        Ok(Some(SftpTarget { url: url.clone(), identity: absolute(identity)?, known_hosts: absolute(&known_hosts)? }))
    }
}

pub(super) fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find {}", path.display()))
}
