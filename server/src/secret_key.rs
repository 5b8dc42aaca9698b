//! The key that encrypts secrets in the database. It is kept separate from the database and its backups.

use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use crate::{
    atomic_file::place,
    file_permissions::{beside, give_to_folder_owner},
    random,
};

/// The environment variable with the secret key. Command lines are visible to other users.
pub(crate) const KEY_VARIABLE: &str = "QA_SECRET_KEY";

#[derive(Clone)]
pub struct SecretKey([u8; 32]);

impl SecretKey {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let bytes = hex::decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).context("a secret key has 64 hexadecimal digits, as `openssl rand -hex 32` prints them")
    }

    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read the secret key {}", file.display()))?;
        Self::parse(&text).with_context(|| file.display().to_string())
    }

    /// Creates a file with a new key, or reads the existing one.
    pub(crate) fn read_or_create(file: &Path) -> anyhow::Result<Self> {
        if !file.exists() {
            let draft = beside(file, &format!(".{}", uuid::Uuid::new_v4()));
            let made = write_new(&draft).and_then(|()| give_to_folder_owner(&draft)).and_then(|()| place(&draft, file));
            if let Err(error) = made {
                let _ = fs::remove_file(&draft);
                // Another process may have been first.
                ensure!(file.exists(), "cannot make the secret key {}: {error}", file.display());
            }
        }
        Self::read(file)
    }

    /// Identifies the key without revealing it.
    pub fn fingerprint(&self) -> String {
        hex::encode(&Sha256::new_with_prefix(b"quiz-answers secret key").chain_update(self.0).finalize()[..8])
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({})", self.fingerprint())
    }
}

fn write_new(file: &Path) -> io::Result<()> {
    let mut file = fs::File::create_new(file)?;
    writeln!(file, "{}", hex::encode(random::secret()))?;
    file.sync_all()
}
