//! Encrypted ids of respondents, for viewers who may not see the ids. An id is a link that answers in its owner's name,
//! so it is encrypted, for one quiz.

use domain::QuizId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Service, cipher::Cipher};

pub(super) struct SealedIds {
    cipher: Cipher,
    key: [u8; 32],
}

impl SealedIds {
    /// Derives the keys from a secret of the installation.
    pub(super) fn new(secret: &[u8; 32]) -> Self {
        let [cipher, key] = ["encryption", "nonces"].map(|of| mac(secret, &["respondents' ids", of]));
        Self { cipher: Cipher::new(&cipher), key }
    }

    /// Deterministic, so that URLs stay the same.
    pub(super) fn seal(&self, context: &str, text: &str) -> String {
        let sealed = self.cipher.seal_from(&mac(&self.key, &[context, text]), context.as_bytes(), text.as_bytes());
        hex::encode(sealed.expect("only a text of gigabytes cannot be encrypted"))
    }

    pub(super) fn open(&self, context: &str, sealed: &str) -> Option<String> {
        String::from_utf8(self.cipher.open(context.as_bytes(), &hex::decode(sealed).ok()?)?).ok()
    }
}

fn mac(key: &[u8; 32], parts: &[&str]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(&part.len().to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

impl Service {
    pub fn seal_id(&self, quiz: &QuizId, text: &str) -> String {
        self.sealed_ids.seal(quiz.as_str(), text)
    }

    /// Returns `None` for a text that was not sealed here for this quiz.
    pub fn open_id(&self, quiz: &QuizId, sealed: &str) -> Option<String> {
        self.sealed_ids.open(quiz.as_str(), sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_opens_in_its_own_quiz_only_and_tells_nothing() {
        let ids = SealedIds::new(&[1; 32]);
        let sealed = ids.seal("quiz", "an id");
        assert_eq!(ids.open("quiz", &sealed).as_deref(), Some("an id"));
        assert_eq!(ids.seal("quiz", "an id"), sealed);
        assert_ne!(ids.seal("other", "an id")[..24], sealed[..24]);
        assert!(!sealed.contains(&hex::encode("an id")));
        assert_eq!(ids.open("other", &sealed), None);
        assert_eq!(SealedIds::new(&[2; 32]).open("quiz", &sealed), None);
        for wrong in ["", "an id", &sealed[2..]] {
            assert_eq!(ids.open("quiz", wrong), None);
        }
    }
}
