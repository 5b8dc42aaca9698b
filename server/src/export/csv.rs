//! CSV: RFC 4180, header first, with text escaped that looks like a formula.

use std::{
    borrow::Cow,
    fmt::{Display, Write as _},
    io::Write,
};

use domain::{Cell, ExportCells, ExportLayout, guard};

use super::{
    Delimiter, ExportForm, ExportStyle, Guard,
    rows::{Record, Rows},
};

const BUFFER: usize = 256 * 1024;

pub(super) struct CsvRows<'a, W: Write> {
    cells: ExportCells<'a>,
    csv: csv::Writer<W>,
    number: String,
    style: ExportStyle,
}

impl<'a, W: Write> CsvRows<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, style: ExportStyle, mut out: W) -> anyhow::Result<Self> {
        if style.form == ExportForm::People {
            // Without this mark, Excel reads a file in the legacy character set of its country.
            out.write_all("\u{feff}".as_bytes())?;
        }
        let mut csv = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .delimiter(if style.delimiter == Delimiter::Semicolon { b';' } else { b',' })
            .buffer_capacity(BUFFER)
            .from_writer(out);
        for name in layout.header() {
            csv.write_field(guarded(&name, style).as_ref())?;
        }
        csv.write_record(None::<&[u8]>)?;
        Ok(Self { cells: layout.cells(), csv, number: String::new(), style })
    }
}

impl<W: Write> Rows for CsvRows<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        let Self { cells, csv, number, style } = self;
        cells.of(&record.row, |cell| match cell {
            Cell::Empty => csv.write_field(""),
            Cell::Text(text) => csv.write_field(guarded(text, *style).as_ref()),
            Cell::Word(word) | Cell::Moment(word) | Cell::Day(word) => csv.write_field(word),
            Cell::Flag(flag) => csv.write_field(if flag { "true" } else { "false" }),
            Cell::Number(value) => csv.write_field(written(number, value)),
            Cell::Decimal(value) if style.delimiter == Delimiter::Semicolon => {
                csv.write_field(written(number, value).replace('.', ","))
            }
            Cell::Decimal(value) => csv.write_field(written(number, value)),
        })?;
        Ok(csv.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.csv.flush()?)
    }
}

fn guarded(text: &str, style: ExportStyle) -> Cow<'_, str> {
    if style.guard == Guard::On { guard(text) } else { text.into() }
}

/// Writes a number into a reused buffer.
fn written(text: &mut String, number: impl Display) -> &str {
    text.clear();
    // Writing to a String cannot fail.
    let _ = write!(text, "{number}");
    text
}
