//! A spreadsheet: numbers as numbers, and text as text, which nothing takes for a formula.
//!
//! Rows go to a nameless file as they come and are packed at the end, so memory does not grow with them.

use std::{io::Write, path::Path};

use anyhow::Context;
use domain::{Cell, ExportCells, ExportLayout};
use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};

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
    out: W,
}

impl<'a, W: Write + Send> Sheet<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, scratch: &Path, out: W) -> anyhow::Result<Self> {
        let mut book = Workbook::new();
        book.set_tempdir(scratch).with_context(|| format!("cannot write in {}", scratch.display()))?;
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name("answers")?.set_freeze_panes(1, 0)?;
        for (column, name) in (0..).zip(layout.header()) {
            sheet.write_string(0, column, name)?;
        }
        Ok(Self { cells: layout.cells(), book, records: 0, out })
    }
}

impl<W: Write + Send> Rows for Sheet<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        self.records += 1;
        if self.records > MOST_RECORDS {
            return Err(PermanentFailure(too_many()).into());
        }
        let (row, sheet) = (self.records, self.book.worksheet_from_index(0)?);
        let mut column = 0;
        self.cells.of(&record.row, |cell| {
            let written = write(sheet, row, column, cell);
            column += 1;
            written
        })?;
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.book.save_to_writer(self.out)?)
    }
}

fn write(sheet: &mut Worksheet, row: u32, column: u16, cell: Cell<'_>) -> Result<(), XlsxError> {
    match cell {
        // An empty text would be a cell that is there.
        Cell::Empty | Cell::Text("") => Ok(()),
        Cell::Text(text) | Cell::Word(text) => sheet.write_string(row, column, text).map(drop),
        Cell::Number(number) => sheet.write_number(row, column, number).map(drop),
        Cell::Decimal(number) => sheet.write_number(row, column, number.to_f64()).map(drop),
        // As words: some programs keep a truth value as a formula.
        Cell::Flag(flag) => sheet.write_string(row, column, if flag { "true" } else { "false" }).map(drop),
    }
}

/// The error of a quiz with too many columns or rows.
pub(super) fn too_many() -> String {
    format!("a spreadsheet holds {MOST_RECORDS} records at most; ask for csv or jsonl")
}
