//! Retaking a quiz: whether and from which day.

use serde::{Deserialize, Serialize};

use crate::{Day, FieldCode};

/// Days between submitting a quiz and retaking it: 0 (immediately) to 3,650.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct RetryAfter(u16);

impl RetryAfter {
    pub const MAX: u16 = 3650;

    /// `None` for a number out of range.
    pub fn days(days: i64) -> Option<Self> {
        u16::try_from(days).ok().filter(|days| *days <= Self::MAX).map(Self)
    }

    pub fn get(self) -> u16 {
        self.0
    }

    /// The first day for another attempt after a submission on this day. Whole days are counted, so a respondent only
    /// has to remember a date.
    pub fn counted_from(self, submitted: Day) -> Day {
        Day::from_number(submitted.number().saturating_add(i64::from(self.0)))
    }
}

impl TryFrom<i64> for RetryAfter {
    type Error = FieldCode;

    fn try_from(days: i64) -> Result<Self, FieldCode> {
        Self::days(days).ok_or(FieldCode::OutOfRange { min: 0, max: Self::MAX.into() })
    }
}

impl From<RetryAfter> for i64 {
    fn from(days: RetryAfter) -> i64 {
        days.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_days_are_counted() {
        let day = Day::from_number(20_000);
        for (days, next) in [(0, 20_000), (7, 20_007), (3650, 23_650)] {
            let after = RetryAfter::days(days).expect("in range");
            assert_eq!(after.counted_from(day), Day::from_number(next));
        }
    }

    #[test]
    fn ten_years_are_the_most() {
        assert_eq!(RetryAfter::days(3650).map(RetryAfter::get), Some(3650));
        for wrong in [-1, 3651, i64::MAX] {
            assert_eq!(RetryAfter::days(wrong), None);
        }
        assert!(serde_json::from_str::<RetryAfter>("3651").is_err());
    }
}
