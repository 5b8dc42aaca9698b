//! The formats that an export can have.

use serde::{Deserialize, Serialize};

use super::formats::{XLSX_RECORDS, too_many};

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    #[default]
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// A spreadsheet.
    Xlsx,
}

impl ExportFormat {
    pub const ALL: [Self; 3] = [Self::Csv, Self::Jsonl, Self::Xlsx];

    /// Why a quiz of so many records cannot have this format; `None` if it can.
    #[must_use]
    pub fn refusal(self, records: u64) -> Option<String> {
        (self == Self::Xlsx && records > u64::from(XLSX_RECORDS)).then(too_many)
    }

    /// What callers call it; also what its files end with.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Xlsx => "xlsx",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == text)
    }

    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Jsonl => "application/jsonl",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}
