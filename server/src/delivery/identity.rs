//! Private keys for accounts on other hosts.

use std::{io::ErrorKind, path::Path};

use russh::keys::{self, PrivateKey};

use super::DeliveryError;

/// The environment variable with the passphrase. Command lines are visible to other users.
const PASSPHRASE: &str = "QA_IDENTITY_PASSPHRASE";

/// Takes about a second for a protected key, whose key derivation is slow on purpose.
pub(super) fn load(file: &Path) -> Result<PrivateKey, DeliveryError> {
    let passphrase = std::env::var(PASSPHRASE).ok().filter(|text| !text.is_empty());
    keys::load_secret_key(file, passphrase.as_deref()).map_err(|error| {
        let name = file.display();
        DeliveryError::Refused(match error {
            keys::Error::IO(error) if error.kind() == ErrorKind::InvalidData => not_a_key(file),
            keys::Error::IO(error) => {
                format!("cannot read the identity {name}: {error}; give --identity a private key")
            }
            keys::Error::KeyIsEncrypted => {
                format!("the identity {name} is protected by a passphrase: put it into {PASSPHRASE}")
            }
            keys::Error::SshKey(_) if passphrase.is_some() => {
                format!("the identity {name} does not open with the passphrase in {PASSPHRASE}, or is damaged")
            }
            _ => not_a_key(file),
        })
    })
}

fn not_a_key(file: &Path) -> String {
    format!(
        "the identity {} is not a private key that can be used; make one with: ssh-keygen -t ed25519 -f FILE",
        file.display()
    )
}
