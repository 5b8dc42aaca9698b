//! Quotas of a namespace.

use std::fmt;

/// Bounds of a namespace.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Quota {
    pub quizzes: u64,
    pub bytes: u64,
}

/// The bounds set for one namespace; `None` where the common ones apply.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct OwnQuota {
    pub quizzes: Option<u64>,
    pub bytes: Option<u64>,
}

/// The contents of a namespace, in numbers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Usage {
    pub quizzes: u64,
    /// See [`Usage::ROW`].
    pub bytes: u64,
}

/// Things of which a namespace may hold so many.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Measure {
    Quizzes,
    Bytes,
}

impl Quota {
    /// No bound.
    pub const UNBOUNDED: u64 = i64::MAX.cast_unsigned();

    pub fn of(self, measure: Measure) -> u64 {
        match measure {
            Measure::Quizzes => self.quizzes,
            Measure::Bytes => self.bytes,
        }
    }
}

impl Default for Quota {
    /// As many quizzes as the dashboard searches in a moment, and the answers of several million respondents.
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
    /// Bytes that a quiz, a version, a draft, an invitation and an attempt of a respondent each count beside their texts, for
    /// their place in tables and indexes. It is all that an unfinished attempt counts.
    pub const ROW: u64 = 1024;

    pub fn of(self, measure: Measure) -> u64 {
        match measure {
            Measure::Quizzes => self.quizzes,
            Measure::Bytes => self.bytes,
        }
    }

    /// The same with so many bytes more.
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
