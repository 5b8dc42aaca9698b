//! Recipients of encrypted exports: checked public keys.

use std::path::Path;

use pgp::{
    composed::{ArmorOptions, EncryptionSeipdV1, MessageBuilder, PublicOrSecret, SignedPublicKey},
    errors::Error,
    packet::{PublicKey, PublicSubkey},
};
use rand_08::rngs::OsRng;

use super::{DeliveryError, key_check, pipe::PipeReader};

#[derive(Clone, Debug)]
pub struct Recipient {
    published: SignedPublicKey,
    part: EncryptingPart,
}

/// Most keys encrypt with a subkey, some with the primary key.
#[derive(Clone, Debug)]
pub(super) enum EncryptingPart {
    Primary(PublicKey),
    Subkey(PublicSubkey),
}

impl Recipient {
    /// Reads and checks a file with one public key, ASCII-armoured or binary. Fails if the file does not contain
    /// exactly one public key, or as [`Self::parse`] does.
    pub fn read(file: &Path) -> Result<Self, DeliveryError> {
        let name = file.display();
        let bytes = std::fs::read(file).map_err(|error| {
            DeliveryError::Key(format!("cannot read the key file {name}: {error}; give a file with a public key"))
        })?;
        Self::parse(&bytes, &name.to_string())
    }

    /// Checks the bytes of one public key. Messages name `source` as their origin. Fails if the key is expired, revoked
    /// or not for encryption, and names it.
    pub fn parse(bytes: &[u8], source: &str) -> Result<Self, DeliveryError> {
        let not_a_key = || {
            DeliveryError::Key(format!(
                "{source} is not an OpenPGP public key; its owner can make one with: gpg --armor --export ADDRESS"
            ))
        };
        let (keys, _) = PublicOrSecret::from_reader_many(bytes).map_err(|_| not_a_key())?;
        let mut keys = keys.collect::<Result<Vec<_>, _>>().map_err(|_| not_a_key())?;
        let published = match (keys.pop(), keys.is_empty()) {
            (Some(PublicOrSecret::Public(key)), true) => key,
            (Some(PublicOrSecret::Secret(_)), _) => {
                return Err(DeliveryError::Key(format!(
                    "{source} is a private key, which nobody should hand out; give the public one: gpg --armor --export \
                     ADDRESS"
                )));
            }
            (Some(_), false) => {
                return Err(DeliveryError::Key(format!("{source} holds several keys; give each in a file of its own")));
            }
            (None, _) => return Err(not_a_key()),
        };
        let part = key_check::encrypting_part(&published, std::time::SystemTime::now())
            .map_err(|problem| DeliveryError::Key(format!("{} {problem}", key_check::name(&published))))?;
        Ok(Self { published, part })
    }

    pub fn name(&self) -> String {
        key_check::name(&self.published)
    }

    pub fn armoured(&self) -> Result<String, DeliveryError> {
        let text = self.published.to_armored_string(ArmorOptions::default());
        text.map_err(|error| DeliveryError::Key(format!("{} cannot be kept: {error}", self.name())))
    }

    pub(super) fn open_for(
        &self,
        message: &mut MessageBuilder<'_, PipeReader, EncryptionSeipdV1>,
    ) -> Result<(), Error> {
        match &self.part {
            EncryptingPart::Primary(key) => message.encrypt_to_key(OsRng, key).map(drop),
            EncryptingPart::Subkey(key) => message.encrypt_to_key(OsRng, key).map(drop),
        }
    }
}
