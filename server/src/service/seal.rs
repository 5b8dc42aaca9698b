//! Seals anonymous ids, so that an id that this installation did not issue is recognised without storing any.

use domain::AnonId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::random;

pub(super) struct Seal {
    /// Initialised with the key, which is half of the work of a seal.
    keyed: Hmac<Sha256>,
}

impl Seal {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self { keyed: Hmac::new_from_slice(&key).expect("HMAC takes a key of any length") }
    }

    pub(super) fn issue(&self) -> AnonId {
        self.issue_from(random::bits())
    }

    pub(super) fn issue_from(&self, random: u128) -> AnonId {
        AnonId::new(random, |open| self.over(open))
    }

    pub(super) fn is_on(&self, id: &AnonId) -> bool {
        id.is_sealed_by(|open| self.over(open))
    }

    /// The first 64 bits of HMAC-SHA-256: too many to guess over a network.
    fn over(&self, text: &str) -> u64 {
        let tag = self.keyed.clone().chain_update(text).finalize().into_bytes();
        tag.iter().take(8).fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_installation_that_issued_an_id_recognises_it() {
        let ours = Seal::new([1; 32]);
        let theirs = Seal::new([2; 32]);
        let id = ours.issue();
        assert!(ours.is_on(&id));
        assert!(!theirs.is_on(&id));
    }
}
