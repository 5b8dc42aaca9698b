//! Quotas of a namespace.

use std::fmt;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Quota {
    pub quizzes: u64,
    pub bytes: u64,
}

/// A namespace's own limits; `None` where the server-wide limit applies.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct OwnQuota {
    pub quizzes: Option<u64>,
    pub bytes: Option<u64>,
}

/// The amounts that a namespace holds at present.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Usage {
    pub quizzes: u64,
    /// Includes [`Usage::ROW`] for each row.
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Measure {
    Quizzes,
    Bytes,
}

impl Quota {
    pub const UNBOUNDED: u64 = i64::MAX.cast_unsigned();

    pub fn of(self, measure: Measure) -> u64 {
        match measure {
            Measure::Quizzes => self.quizzes,
            Measure::Bytes => self.bytes,
        }
    }
}

impl Default for Quota {
    /// As many quizzes as the dashboard can search quickly, and room for the answers of several million respondents.
    fn default() -> Self {
        Self { quizzes: 10_000, bytes: 10 << 30 }
    }
}

impl OwnQuota {
    pub fn or(self, all: Quota) -> Quota {
        Quota { quizzes: self.quizzes.unwrap_or(all.quizzes), bytes: self.bytes.unwrap_or(all.bytes) }
    }
}

impl Usage {
    /// Bytes charged for each quiz, version, draft, invitation and attempt on top of its texts, for its share of tables
    /// and indexes. An unfinished attempt is charged nothing else.
    pub const ROW: u64 = 1024;

    pub fn of(self, measure: Measure) -> u64 {
        match measure {
            Measure::Quizzes => self.quizzes,
            Measure::Bytes => self.bytes,
        }
    }

    pub fn plus(self, bytes: u64) -> Self {
        Self { bytes: self.bytes.saturating_add(bytes), ..self }
    }
}

impl Measure {
    pub const ALL: [Self; 2] = [Self::Quizzes, Self::Bytes];
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quizzes => "quizzes",
            Self::Bytes => "bytes",
        })
    }
}
