//! Rows on their way to the target.

use super::{
    database::{Database, Row, size},
    tables::{Column, CopiedTable},
};
use crate::store::sql::Dialect;

/// Limits per statement and of reading ahead, in rows and in bytes, as a definition can be up to a megabyte.
pub(super) const ROWS: usize = 256;
pub(super) const BYTES: usize = 1 << 20;

pub(super) struct Batch<'a> {
    table: &'a CopiedTable,
    columns: &'a [Column],
    dialect: Dialect,
    values: Row,
    bytes: usize,
}

impl<'a> Batch<'a> {
    pub(super) fn of(table: &'a CopiedTable, columns: &'a [Column], dialect: Dialect) -> Self {
        Self { table, columns, dialect, values: Vec::new(), bytes: 0 }
    }

    pub(super) fn push(&mut self, row: Row) {
        self.bytes += size(&row);
        self.values.extend(row);
    }

    fn rows(&self) -> usize {
        self.values.len() / self.columns.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows() >= ROWS || self.bytes >= BYTES
    }

    /// Writes and empties the batch. Returns the number of its rows.
    pub(super) async fn write(&mut self, target: &mut Database) -> Result<u64, sqlx::Error> {
        let rows = self.rows();
        if rows > 0 {
            self.bytes = 0;
            let values = std::mem::take(&mut self.values);
            target.insert(self.statement(rows), values).await?;
        }
        Ok(rows as u64)
    }

    fn statement(&self, rows: usize) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let row = |row: usize| {
            let value = |(place, column): (usize, &Column)| match self.dialect {
                // SQLite would search for each named parameter among all others.
                Dialect::Sqlite => "?".to_owned(),
                Dialect::Postgres => column.write(&format!("${}", row * names.len() + place + 1)),
            };
            let values: Vec<String> = self.columns.iter().enumerate().map(value).collect();
            format!("({})", values.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!("INSERT INTO {} ({}) VALUES {}", self.table.name, names.join(", "), rows.join(", "))
    }
}
