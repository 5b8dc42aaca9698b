//! Counts and sums what is written, as it passes.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

pub(super) struct Tally<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
}

/// What passed.
pub(super) struct Figures {
    pub(super) bytes: u64,
    /// Hexadecimal.
    pub(super) sha256: String,
}

impl<W> Tally<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, hash: Sha256::new(), bytes: 0 }
    }

    pub(super) fn done(self) -> (W, Figures) {
        (self.out, Figures { bytes: self.bytes, sha256: hex::encode(self.hash.finalize()) })
    }
}

impl<W: Write> Write for Tally<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
