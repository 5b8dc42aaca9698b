//! The formats of an exported file, each written record by record.

mod csv;
mod jsonl;
mod rows;
mod tally;
mod write;
mod xlsx;

pub(crate) use tally::{Tally, Written};
pub(super) use write::write;
pub(super) use xlsx::{MOST_RECORDS as XLSX_RECORDS, too_many};
