//! A moment as a number. Clocks and calendars are the server's job.

use serde::{Deserialize, Serialize};

/// Nanoseconds since 1970-01-01T00:00:00Z, up to the year 2262. Stored as that number; in requests the server reads RFC
/// 3339 instead.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_nanoseconds(nanoseconds: i64) -> Self {
        Self(nanoseconds)
    }

    pub fn nanoseconds(self) -> i64 {
        self.0
    }

    /// Whole seconds, rounded down.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000_000)
    }

    /// The nanoseconds past [`Timestamp::seconds`], 0 to 999,999,999.
    pub fn subsecond_nanoseconds(self) -> i64 {
        self.0.rem_euclid(1_000_000_000)
    }

    /// Saturates at the end of the range.
    pub fn later_by(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000_000)))
    }

    /// One nanosecond later.
    pub fn just_after(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}
