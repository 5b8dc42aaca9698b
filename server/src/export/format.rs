//! The formats that an export can have.

use serde::{Deserialize, Serialize};

use super::xlsx::MOST_RECORDS;

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
    pub const NAMES: &'static [&'static str] = &["csv", "jsonl", "xlsx"];

    /// The records that a file of this format can hold, where there is a limit.
    pub fn most_records(self) -> Option<u64> {
        (self == Self::Xlsx).then_some(MOST_RECORDS.into())
    }

    /// The format's name in requests, which is also the extension of its files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Xlsx => "xlsx",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == text)
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Jsonl => "application/jsonl",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}
