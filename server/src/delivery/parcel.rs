//! What leaves: the export's text, or that text encrypted; counted on its way out.

use std::io::{self, Write};

use super::{Recipient, encrypt::Encrypting};
use crate::jobs::Tally;

pub(super) enum Parcel<W> {
    Open(Tally<W>),
    Sealed(Encrypting<Tally<W>>),
}

impl<W: Write + Send + 'static> Parcel<W> {
    /// Sealed if there is somebody to seal it for.
    pub(super) fn new(recipients: &[Recipient], out: W) -> io::Result<Self> {
        let out = Tally::new(out);
        if recipients.is_empty() {
            Ok(Self::Open(out))
        } else {
            Encrypting::new(recipients.to_vec(), out).map(Self::Sealed)
        }
    }

    /// Writes what is left, and gives back what counted it. Blocks.
    pub(super) fn finish(self) -> io::Result<Tally<W>> {
        match self {
            Self::Open(out) => Ok(out),
            Self::Sealed(sealed) => sealed.finish(),
        }
    }
}

impl<W: Write + Send + 'static> Write for Parcel<W> {
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
