//! The last line of a backup: a digest of everything before it, with which a restore detects an incomplete or changed
//! file. SQLite checks only the pages that its header counts.

use std::{
    fs::File,
    io::{self, Read},
};

use anyhow::bail;
use sha2::{Digest, Sha256};

const BEGINNING: &str = "\nquiz-answers backup; SHA-256 of all before this line: ";
const LENGTH: usize = BEGINNING.len() + 65;
const PIECE: u64 = 64 * 1024;

/// The state of a file according to its digest, and its length without the last line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Proof {
    Unchanged(u64),
    Changed(u64),
    Missing,
}

/// The last line after content with this hash, in hexadecimal.
pub(super) fn line(sha256: &str) -> String {
    format!("{BEGINNING}{sha256}\n")
}

impl Proof {
    /// Reads all of it. Blocks.
    pub(super) fn of(mut source: impl Read) -> io::Result<Self> {
        let (mut hash, mut length, mut held) = (Sha256::new(), 0, Vec::new());
        while source.by_ref().take(PIECE).read_to_end(&mut held)? > 0 {
            let sure = held.len().saturating_sub(LENGTH);
            hash.update(&held[..sure]);
            length += sure as u64;
            held.drain(..sure);
        }
        if held.len() < LENGTH || !held.starts_with(BEGINNING.as_bytes()) {
            return Ok(Self::Missing);
        }
        let is_same = held == line(&hex::encode(hash.finalize())).as_bytes();
        Ok(if is_same { Self::Unchanged(length) } else { Self::Changed(length) })
    }

    /// Fails unless nothing has changed.
    pub(super) fn require(self) -> anyhow::Result<()> {
        match self {
            Self::Unchanged(_) => Ok(()),
            Self::Changed(_) => bail!("it is damaged: its digest says that something of it has changed"),
            Self::Missing => bail!(
                "it has no digest: it is damaged or cut short, or was made by a release before there were digests, or not \
                 by `backup`"
            ),
        }
    }

    pub(super) fn strip(self, file: &File) -> io::Result<()> {
        match self {
            Self::Unchanged(length) | Self::Changed(length) => file.set_len(length),
            Self::Missing => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_a_bit_and_every_cut_is_noticed() {
        for length in [0, 1, 63, 700] {
            let mut file = vec![b'x'; length];
            let hash = hex::encode(Sha256::digest(&file));
            file.extend(line(&hash).into_bytes());
            assert_eq!(Proof::of(&file[..]).ok(), Some(Proof::Unchanged(length as u64)));
            for place in 0..file.len() {
                for bit in 0..8 {
                    let mut changed = file.clone();
                    changed[place] ^= 1 << bit;
                    assert!(Proof::of(&changed[..]).is_ok_and(|proof| proof.require().is_err()), "{place} {bit}");
                }
                assert!(Proof::of(&file[..place]).is_ok_and(|proof| proof.require().is_err()), "{place}");
            }
        }
    }
}
