//! CSV: RFC 4180, header first, text that looks like a formula made harmless.

use std::{
    fmt::{Display, Write as _},
    io::Write,
};

use domain::{Cell, ExportCells, ExportLayout, guard};

use super::rows::{Record, Rows};

const BUFFER: usize = 256 * 1024;

pub(super) struct CsvRows<'a, W: Write> {
    cells: ExportCells<'a>,
    csv: csv::Writer<W>,
    number: String,
}

impl<'a, W: Write> CsvRows<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, out: W) -> anyhow::Result<Self> {
        let mut csv =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).buffer_capacity(BUFFER).from_writer(out);
        for name in layout.header() {
            csv.write_field(guard(&name).as_ref())?;
        }
        csv.write_record(None::<&[u8]>)?;
        Ok(Self { cells: layout.cells(), csv, number: String::new() })
    }
}

impl<W: Write> Rows for CsvRows<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        let Self { cells, csv, number } = self;
        cells.of(&record.row, |cell| match cell {
            Cell::Empty => csv.write_field(""),
            Cell::Text(text) => csv.write_field(guard(text).as_ref()),
            Cell::Word(word) => csv.write_field(word),
            Cell::Flag(flag) => csv.write_field(if flag { "true" } else { "false" }),
            Cell::Number(value) => csv.write_field(written(number, value)),
            Cell::Decimal(value) => csv.write_field(written(number, value)),
        })?;
        Ok(csv.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.csv.flush()?)
    }
}

/// The digits of a number, in a text that is used again and again.
fn written(text: &mut String, number: impl Display) -> &str {
    text.clear();
    // Writing to a String cannot fail.
    let _ = write!(text, "{number}");
    text
}
