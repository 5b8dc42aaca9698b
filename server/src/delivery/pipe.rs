//! A bounded pipe from a blocking writer to its reader.
//!
//! Only [`PipeWriter::finish`] marks the end. A writer that is dropped without it fails the reader, because half an
//! export must not look like a whole one.

use std::io::{self, Read, Write};

use tokio::sync::mpsc::{Receiver, Sender, channel};

const PIECE: usize = 128 * 1024;
const AHEAD: usize = 4;

enum Piece {
    Bytes(Vec<u8>),
    End,
}

pub(super) struct PipeWriter {
    sender: Sender<Piece>,
    buffer: Vec<u8>,
}

pub(super) struct PipeReader {
    receiver: Receiver<Piece>,
    current: Vec<u8>,
    taken: usize,
    has_ended: bool,
}

/// Both sides block, except [`PipeReader::next`]; use them on separate threads.
pub(super) fn pipe() -> (PipeWriter, PipeReader) {
    let (sender, receiver) = channel(AHEAD);
    let reader = PipeReader { receiver, current: Vec::new(), taken: 0, has_ended: false };
    (PipeWriter { sender, buffer: Vec::with_capacity(PIECE) }, reader)
}

impl PipeWriter {
    /// Marks the end. Fails if the reader is gone.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.send(Piece::End)
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        self.sender.blocking_send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(PIECE - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..length]);
        if self.buffer.len() == PIECE {
            self.flush()?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::replace(&mut self.buffer, Vec::with_capacity(PIECE));
        self.send(Piece::Bytes(bytes))
    }
}

impl PipeReader {
    pub(super) async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        Self::piece(self.receiver.recv().await)
    }

    fn piece(received: Option<Piece>) -> io::Result<Option<Vec<u8>>> {
        match received {
            Some(Piece::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Piece::End) => Ok(None),
            None => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the export ended early")),
        }
    }
}

impl Read for PipeReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.current.len() && !self.has_ended {
            match Self::piece(self.receiver.blocking_recv())? {
                Some(bytes) => (self.current, self.taken) = (bytes, 0),
                None => self.has_ended = true,
            }
        }
        let rest = &self.current[self.taken..];
        let length = rest.len().min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn bytes_arrive_in_order() {
        let (mut writer, mut reader) = pipe();
        let sent: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
        let received = thread::scope(|scope| {
            scope.spawn(|| {
                for piece in sent.chunks(70_001) {
                    writer.write_all(piece).expect("taken");
                }
                writer.finish().expect("taken");
            });
            let mut received = Vec::new();
            reader.read_to_end(&mut received).expect("whole");
            received
        });
        assert!(received == sent);
    }

    #[test]
    fn a_writer_that_fails_is_not_taken_for_the_end() {
        let (mut writer, mut reader) = pipe();
        writer.write_all(b"half").expect("taken");
        writer.flush().expect("taken");
        drop(writer);
        let error = reader.read_to_end(&mut Vec::new()).expect_err("it was cut short");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_writer_whose_reader_is_gone_is_told() {
        let (mut writer, reader) = pipe();
        drop(reader);
        writer.write_all(b"lost").expect("it is still in the buffer");
        assert_eq!(writer.finish().expect_err("nobody takes it").kind(), io::ErrorKind::BrokenPipe);
    }
}
