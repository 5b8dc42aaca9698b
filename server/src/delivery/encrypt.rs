//! Streaming OpenPGP encryption to any number of recipients, each of whom can decrypt alone.
//!
//! Uses version 1 of the encrypted packet (with its modification check), because GnuPG reads no later one. The literal
//! packet has no file name, because it would not be authenticated.

use std::{
    io::{self, Write},
    thread::{self, JoinHandle},
};

use pgp::{composed::MessageBuilder, crypto::sym::SymmetricKeyAlgorithm, types::CompressionAlgorithm};
use rand_08::rngs::OsRng;

use super::{
    Recipient,
    pipe::{PipeReader, PipeWriter, pipe},
};

/// The library pulls its input, so it runs on its own thread, which returns the writer at the end.
pub(super) struct Encrypting<W> {
    pipe: PipeWriter,
    worker: Option<JoinHandle<io::Result<W>>>,
}

impl<W: Write + Send + 'static> Encrypting<W> {
    pub(super) fn new(recipients: Vec<Recipient>, out: W) -> io::Result<Self> {
        let (pipe, text) = pipe();
        let work = move || encrypt(&recipients, text, out);
        let worker = thread::Builder::new().name("encrypt".to_owned()).spawn(work)?;
        Ok(Self { pipe, worker: Some(worker) })
    }

    pub(super) fn finish(self) -> io::Result<W> {
        let told = self.pipe.finish();
        // The worker's own error is more helpful than the broken pipe.
        let out = join(self.worker)?;
        told.map(|()| out)
    }

    /// The worker's error, if it has ended.
    fn explain(&mut self, error: io::Error) -> io::Error {
        if error.kind() == io::ErrorKind::BrokenPipe && self.worker.is_some() {
            return join(self.worker.take()).err().unwrap_or(error);
        }
        error
    }
}

impl<W: Write + Send + 'static> Write for Encrypting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pipe.write(bytes).map_err(|error| self.explain(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush().map_err(|error| self.explain(error))
    }
}

fn join<W>(worker: Option<JoinHandle<io::Result<W>>>) -> io::Result<W> {
    let ended = || io::Error::other("the encryption has ended early");
    worker.ok_or_else(ended)?.join().map_err(|_| ended())?
}

fn encrypt<W: Write>(recipients: &[Recipient], text: PipeReader, mut out: W) -> io::Result<W> {
    let mut message = MessageBuilder::from_reader("", text).seipd_v1(OsRng, SymmetricKeyAlgorithm::AES256);
    message.compression(CompressionAlgorithm::ZIP);
    for recipient in recipients {
        recipient.open_for(&mut message).map_err(unwrapped)?;
    }
    message.to_writer(OsRng, &mut out).map_err(unwrapped)?;
    out.flush()?;
    Ok(out)
}

/// Unwraps the I/O error inside the library's error.
fn unwrapped(error: pgp::errors::Error) -> io::Error {
    match error {
        pgp::errors::Error::IO { source, .. } => source,
        other => io::Error::other(other),
    }
}
