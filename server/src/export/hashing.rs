//! Counts and hashes bytes as they pass.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

pub(crate) struct Written {
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    /// Hexadecimal.
    pub(crate) sha256: String,
}

pub(crate) struct Hashing<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Hashing<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, hash: Sha256::new(), bytes: 0 }
    }

    pub(crate) fn finish(mut self, rows: u64) -> io::Result<(Written, W)> {
        self.out.flush()?;
        let written = Written { rows, bytes: self.bytes, sha256: hex::encode(self.hash.finalize()) };
        Ok((written, self.out))
    }
}

impl<W: Write> Write for Hashing<W> {
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
