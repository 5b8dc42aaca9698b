//! The formats that an export can have.

use domain::named;
use serde::{Deserialize, Serialize};

use super::xlsx::MOST_RECORDS;

named! {
    /// Its name is also the extension of its files.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ExportFormat {
        #[default]
        Csv => "csv",
        /// One JSON object a line.
        Jsonl => "jsonl",
        /// A spreadsheet.
        Xlsx => "xlsx",
    }
}

impl ExportFormat {
    /// The records that a file of this format can hold, where there is a limit.
    pub fn most_records(self) -> Option<u64> {
        (self == Self::Xlsx).then_some(MOST_RECORDS.into())
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Jsonl => "application/jsonl",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}
