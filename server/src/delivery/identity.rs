//! The private key that opens an account on another host.

use std::{io::ErrorKind, path::Path};

use russh::keys::{self, PrivateKey};

use super::DeliveryError;

/// Where the passphrase of a protected key stands; never on a command line, where others could read it.
const PASSPHRASE: &str = "QA_IDENTITY_PASSPHRASE";

/// Takes a second for a protected key, whose passphrase is slow to try on purpose.
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
