//! Turns a backup file back into a database.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use anyhow::{Context, ensure};
use flate2::read::MultiGzDecoder;

use super::proof::Proof;

/// Number of bytes that identify the format of a file.
const START: usize = 27;
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Writes the database of a plain or compressed backup into an empty file. Fails unless its digest proves that nothing
/// has changed. If damage is accepted, returns the digest's verdict instead. Blocks.
pub(crate) fn unpack(
    source: impl Read,
    name: &str,
    mut target: &File,
    is_damage_accepted: bool,
) -> anyhow::Result<Option<String>> {
    let mut plain = open(source, name)?;
    io::copy(&mut plain, &mut target).with_context(|| format!("cannot read {name}"))?;
    target.seek(SeekFrom::Start(0))?;
    let proof = Proof::of(target)?;
    proof.strip(target)?;
    match proof.require() {
        Err(error) if is_damage_accepted => Ok(Some(error.to_string())),
        proved => proved.map(|()| None),
    }
}

/// Fails unless the digest of a backup proves that nothing has changed. Blocks.
pub(crate) fn prove(source: impl Read, name: &str) -> anyhow::Result<()> {
    Proof::of(open(source, name)?)?.require()
}

/// The plain bytes of a backup, decompressed.
fn open<'s>(source: impl Read + 's, name: &str) -> anyhow::Result<Box<dyn Read + 's>> {
    let mut source = BufReader::new(source);
    let mut start = Vec::with_capacity(START);
    source.by_ref().take(START as u64).read_to_end(&mut start).with_context(|| format!("cannot read {name}"))?;
    ensure!(
        !is_encrypted(&start),
        "{name} is encrypted with OpenPGP: decrypt it first, as with `gpg --decrypt {name} | quiz-answers restore -`"
    );
    let is_compressed = start.starts_with(&GZIP);
    let source = io::Cursor::new(start).chain(source);
    Ok(if is_compressed { Box::new(MultiGzDecoder::new(source)) } else { Box::new(source) })
}

/// True for an OpenPGP message, which begins with an encrypted session key, in the new packet format or the old one.
fn is_encrypted(start: &[u8]) -> bool {
    matches!(start.first(), Some(0xc1 | 0x84..=0x87)) || start.starts_with(b"-----BEGIN PGP MESSAGE-----")
}
