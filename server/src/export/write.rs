//! Writes a file in the requested format, from a stream of records. Its bytes are counted and hashed on the way.

use std::{
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use domain::ExportLayout;
use jiff::tz::TimeZone;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::Receiver;

use super::{ExportFormat, ExportStyle, csv::CsvRows, jsonl::JsonLines, pieces::Piece, rows::Rows, xlsx::Sheet};

/// Writes all records until the sender is done. `zone` is for moments in files for people. `progress` counts the
/// records. A format that cannot be streamed is drafted in an unnamed file in the folder `scratch`. Blocks.
pub(super) fn write<W: Write + Send>(
    (style, zone): (ExportStyle, Option<&TimeZone>),
    layout: &ExportLayout,
    mut pieces: Receiver<Piece>,
    out: W,
    scratch: &Path,
    progress: &AtomicU64,
) -> anyhow::Result<(Written, W)> {
    let mut hashing = Hashing::new(out);
    let pieces = (zone, &mut pieces);
    match style.format {
        ExportFormat::Csv => fill(CsvRows::new(layout, style, &mut hashing)?, pieces, progress)?,
        ExportFormat::Jsonl => fill(JsonLines::new(layout, &mut hashing), pieces, progress)?,
        ExportFormat::Xlsx => fill(Sheet::new(layout, scratch, &mut hashing)?, pieces, progress)?,
    }
    Ok(hashing.finish(progress.load(Ordering::Relaxed))?)
}

fn fill(
    mut file: impl Rows,
    (zone, pieces): (Option<&TimeZone>, &mut Receiver<Piece>),
    progress: &AtomicU64,
) -> anyhow::Result<()> {
    let mut count = 0;
    while let Some(piece) = pieces.blocking_recv() {
        piece.each(zone, |record| file.add(record))?;
        count += u64::try_from(piece.records.len()).unwrap_or_default();
        progress.store(count, Ordering::Relaxed);
    }
    file.finish()
}

pub(crate) struct Written {
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
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
