//! The files of an authority: its account and the certificates with their keys, for this program's account alone.

use std::{
    fs,
    io::{self, ErrorKind, Write as _},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::Context;
use instant_acme::AccountCredentials;

use crate::{atomic_file, file_permissions::certificates_in};

pub(super) struct Kept {
    folder: PathBuf,
}

impl Kept {
    /// Each authority has a folder of its own, so that a certificate of a test is none of the next one's.
    pub(super) fn of(data_dir: &Path, directory: &str) -> Self {
        let host = directory.split("://").last().and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-.".contains(sign);
        let name: String = host.chars().map(|sign| if is_plain(sign) { sign } else { '_' }).collect();
        Self { folder: certificates_in(data_dir).join(name) }
    }

    pub(super) fn account(&self) -> anyhow::Result<Option<AccountCredentials>> {
        let path = self.account_path();
        let text = read(&path)?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .with_context(|| format!("cannot read {}", path.display()))
    }

    pub(super) fn keep_account(&self, account: &AccountCredentials) -> anyhow::Result<()> {
        self.keep(&self.account_path(), &serde_json::to_string(account)?)
    }

    pub(super) fn certificate(&self, domain: &str) -> anyhow::Result<Option<String>> {
        read(&self.certificate_path(domain))
    }

    pub(super) fn keep_certificate(&self, domain: &str, pem: &str) -> anyhow::Result<()> {
        self.keep(&self.certificate_path(domain), pem)
    }

    fn account_path(&self) -> PathBuf {
        self.folder.join("account.json")
    }

    pub(super) fn certificate_path(&self, domain: &str) -> PathBuf {
        self.folder.join(format!("{domain}.pem"))
    }

    fn keep(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        let keep = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let draft = path.with_extension("draft");
            let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            atomic_file::replace(&draft, path)
        };
        keep().with_context(|| format!("cannot write {}", path.display()))
    }
}

fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        text => Ok(Some(text.with_context(|| format!("cannot read {}", path.display()))?)),
    }
}
