//! The delivered bytes, plain or encrypted, counted and hashed while they are written.

use std::io::{self, Write};

use super::{Recipient, encrypt::Encrypting};
use crate::export::Hashing;

pub(super) enum Output<W> {
    Open(Hashing<W>),
    Sealed(Encrypting<Hashing<W>>),
}

impl<W: Write + Send + 'static> Output<W> {
    pub(super) fn new(recipients: &[Recipient], out: W) -> io::Result<Self> {
        let out = Hashing::new(out);
        if recipients.is_empty() {
            Ok(Self::Open(out))
        } else {
            Encrypting::new(recipients.to_vec(), out).map(Self::Sealed)
        }
    }

    /// Writes the remaining bytes and returns the counter. Blocks.
    pub(super) fn finish(self) -> io::Result<Hashing<W>> {
        match self {
            Self::Open(out) => Ok(out),
            Self::Sealed(sealed) => sealed.finish(),
        }
    }
}

impl<W: Write + Send + 'static> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(out) => out.write(bytes),
            Self::Sealed(sealed) => sealed.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(out) => out.flush(),
            Self::Sealed(sealed) => sealed.flush(),
        }
    }
}
