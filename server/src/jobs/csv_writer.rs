//! Records as lines of CSV, with a count and a checksum of what was written.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
};

use domain::{AnswersRecord, CsvLayout, RowTimes};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::Receiver;

use crate::clock;

const BUFFER: usize = 256 * 1024;

pub(super) struct Written {
    pub(super) rows: u64,
    pub(super) bytes: u64,
    /// Hexadecimal.
    pub(super) sha256: String,
}

/// Writes the header and all records until the sender is done. Blocks; `progress` counts the rows.
pub(super) fn write(
    layout: &CsvLayout,
    mut pieces: Receiver<Vec<AnswersRecord>>,
    out: impl Write,
    progress: &AtomicU64,
) -> io::Result<Written> {
    let tally = Tally { out, hash: Sha256::new(), bytes: 0 };
    let mut csv =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).buffer_capacity(BUFFER).from_writer(tally);
    csv.write_record(layout.header())?;
    let mut rows = 0;
    while let Some(piece) = pieces.blocking_recv() {
        for record in &piece {
            let times = RowTimes {
                activity: clock::to_rfc3339(record.activity_at),
                started: clock::to_rfc3339(record.started_at),
                submitted: record.submission.as_ref().map(|s| clock::to_rfc3339(s.at)).unwrap_or_default(),
            };
            layout.row(record, &times, |cell| csv.write_field(cell))?;
            csv.write_record(None::<&[u8]>)?;
        }
        rows += u64::try_from(piece.len()).unwrap_or_default();
        progress.store(rows, Ordering::Relaxed);
    }
    let mut tally = csv.into_inner().map_err(csv::IntoInnerError::into_error)?;
    tally.flush()?;
    let sha256 = hex::encode(tally.hash.finalize());
    Ok(Written { rows, bytes: tally.bytes, sha256 })
}

struct Tally<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
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
