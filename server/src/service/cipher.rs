//! AES-256-GCM for stored data: the nonce, then the encrypted bytes, which decrypt only in the context they were made
//! for.

use aes_gcm::{
    Aes256Gcm, KeyInit,
    aead::{Aead, Payload},
};

use super::ServiceError;
use crate::random;

const NONCE: usize = 12;

pub(super) struct Cipher(Aes256Gcm);

impl Cipher {
    pub(super) fn new(key: &[u8; 32]) -> Self {
        Self(Aes256Gcm::new(key.into()))
    }

    pub(super) fn seal(&self, context: &[u8], text: &[u8]) -> Result<Vec<u8>, ServiceError> {
        self.seal_from(&random::secret(), context, text)
    }

    /// Same as [`seal`](Self::seal), with a nonce from these bytes, which must be unique to this context and text.
    pub(super) fn seal_from(&self, bytes: &[u8; 32], context: &[u8], text: &[u8]) -> Result<Vec<u8>, ServiceError> {
        let (nonce, _) = bytes.split_first_chunk::<NONCE>().expect("32 bytes are longer than a nonce");
        let sealed = self.0.encrypt(&(*nonce).into(), Payload { msg: text, aad: context });
        let sealed = sealed.map_err(|_| ServiceError::Internal("cannot encrypt".to_owned()))?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Returns `None` for bytes that were changed, or made with another key or for another context.
    pub(super) fn open(&self, context: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        self.0.decrypt(&(*nonce).into(), Payload { msg: sealed, aad: context }).ok()
    }
}
