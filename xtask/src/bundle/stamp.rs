//! What each file of the site was made from, so that nothing is made twice.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use anyhow::Result;
use sha2::{Digest, Sha256};

use super::files;

/// The files of the site by name, each with the digest of what it was made from.
pub(crate) type Stamp = BTreeMap<String, String>;

/// SHA-256 over all parts, each with its length, in hexadecimal.
pub(crate) fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut text = String::new();
    for byte in hasher.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A stamp that is missing or unreadable means that everything is to be made.
pub(crate) fn read(file: &Path) -> Stamp {
    fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

pub(crate) fn write(file: &Path, stamp: &Stamp) -> Result<()> {
    files::write_if_changed(file, &serde_json::to_vec_pretty(stamp)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_tells_parts_apart() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[b"ab", b"c"]), digest(&[b"ab", b"c"]));
        assert_eq!(digest(&[]).len(), 64);
    }
}
