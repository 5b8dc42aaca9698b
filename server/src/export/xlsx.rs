//! A spreadsheet: numbers as numbers, moments and days as dates in files for people, and text as text, never as a
//! formula.
//!
//! Rows go to an unnamed file and are packed at the end, so memory does not grow with them.

use std::{collections::BTreeSet, io::Write, path::Path};

use anyhow::Context;
use domain::{Cell, ExportCells, ExportLayout};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{
    PermanentFailure,
    rows::{Record, Rows},
};

/// A sheet has 1,048,576 rows, and the first one is the header.
pub(super) const MOST_RECORDS: u32 = 1_048_575;

pub(super) struct Sheet<'a, W> {
    cells: ExportCells<'a>,
    book: Workbook,
    records: u32,
    dates: Dates,
    out: W,
}

struct Dates {
    moment: Format,
    day: Format,
    /// Columns that have been widened for dates.
    widened: BTreeSet<u16>,
}

const WIDTH: u8 = 20;

impl<'a, W: Write + Send> Sheet<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, scratch: &Path, out: W) -> anyhow::Result<Self> {
        let mut book = Workbook::new();
        book.set_tempdir(scratch).with_context(|| format!("cannot write in {}", scratch.display()))?;
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name("answers")?.set_freeze_panes(1, 0)?;
        for (column, name) in (0..).zip(layout.header()) {
            sheet.write_string(0, column, name)?;
        }
        let format = |format: &str| Format::new().set_num_format(format);
        let (moment, day) = (format("yyyy-mm-dd hh:mm:ss"), format("yyyy-mm-dd"));
        let dates = Dates { moment, day, widened: BTreeSet::new() };
        Ok(Self { cells: layout.cells(), book, records: 0, dates, out })
    }
}

impl<W: Write + Send> Rows for Sheet<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        self.records += 1;
        if self.records > MOST_RECORDS {
            return Err(PermanentFailure(too_many()).into());
        }
        let (row, sheet, dates) = (self.records, self.book.worksheet_from_index(0)?, &mut self.dates);
        let mut column = 0;
        self.cells.of(&record.row, |cell| {
            let written = write(sheet, row, column, cell, dates);
            column += 1;
            written
        })?;
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.book.save_to_writer(self.out)?)
    }
}

impl Dates {
    /// Writes a date, or the text for a date before 1900, which spreadsheets do not have.
    fn write(&mut self, sheet: &mut Worksheet, row: u32, column: u16, cell: Cell<'_>) -> Result<(), XlsxError> {
        let (text, format) = match cell {
            Cell::Moment(text) => (text, &self.moment),
            Cell::Day(text) => (text, &self.day),
            _ => return Ok(()),
        };
        let Ok(date) = ExcelDateTime::parse_from_str(text) else {
            return sheet.write_string(row, column, text).map(drop);
        };
        if self.widened.insert(column) {
            // A date in a column that is too narrow is shown as number signs.
            sheet.set_column_width(column, WIDTH)?;
        }
        sheet.write_datetime_with_format(row, column, date, format).map(drop)
    }
}

fn write(sheet: &mut Worksheet, row: u32, column: u16, cell: Cell<'_>, dates: &mut Dates) -> Result<(), XlsxError> {
    match cell {
        Cell::Moment(_) | Cell::Day(_) => dates.write(sheet, row, column, cell),
        // An empty text would create a cell.
        Cell::Empty | Cell::Text("") => Ok(()),
        Cell::Text(text) | Cell::Word(text) => sheet.write_string(row, column, text).map(drop),
        Cell::Number(number) => sheet.write_number(row, column, number).map(drop),
        Cell::Decimal(number) => sheet.write_number(row, column, number.to_f64()).map(drop),
        // As text, because some programs store a boolean as a formula.
        Cell::Flag(flag) => sheet.write_string(row, column, if flag { "true" } else { "false" }).map(drop),
    }
}

/// The error of a quiz with too many columns or rows.
pub(super) fn too_many() -> String {
    format!("a spreadsheet holds {MOST_RECORDS} records at most; ask for csv or jsonl")
}
