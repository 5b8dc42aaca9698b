//! Taking a quiz again: whether, and from which day.

use serde::{Deserialize, Serialize};

use crate::{FieldCode, Quiz, Timestamp};

const DAY: i64 = 86_400 * 1_000_000_000;

/// Days between submitting a quiz and taking it again: 0 (at once) to 3,650.
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

    /// The first moment for another attempt after a submission at this one: whole days in UTC are counted, so that a
    /// day is all that a person has to remember.
    pub fn counted_from(self, submitted: Timestamp) -> Timestamp {
        let day = submitted.nanoseconds().div_euclid(DAY).saturating_add(i64::from(self.0));
        Timestamp::from_nanoseconds(day.saturating_mul(DAY))
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

impl Quiz {
    /// The moment from which a respondent may retake a quiz submitted at `submitted`; `None` if it is taken once.
    pub fn retake_from(&self, submitted: Timestamp) -> Option<Timestamp> {
        Some(self.settings.retry_after?.counted_from(submitted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: i64, hour: i64) -> Timestamp {
        Timestamp::from_nanoseconds(day * DAY + hour * 3600 * 1_000_000_000)
    }

    #[test]
    fn the_hour_of_the_submission_does_not_matter() {
        let week = RetryAfter::days(7).expect("in range");
        for hour in [0, 12, 23] {
            assert_eq!(week.counted_from(at(20_000, hour)), at(20_007, 0));
        }
    }

    #[test]
    fn no_days_is_at_once() {
        let none = RetryAfter::days(0).expect("in range");
        assert!(none.counted_from(at(20_000, 9)) <= at(20_000, 9));
    }

    #[test]
    fn ten_years_are_the_most() {
        assert_eq!(RetryAfter::days(3650).map(RetryAfter::get), Some(3650));
        for wrong in [-1, 3651, i64::MAX] {
            assert_eq!(RetryAfter::days(wrong), None);
        }
        let end = Timestamp::from_nanoseconds(i64::MAX);
        assert!(RetryAfter::days(3650).expect("in range").counted_from(end).nanoseconds() > 0);
        assert!(serde_json::from_str::<RetryAfter>("3651").is_err());
    }
}
