//! Retention rules for answers.

use serde::{Deserialize, Serialize};

use crate::{FieldCode, Invalid};

/// Days after which records of a namespace are erased automatically, 1 to 3,650; `None` keeps them.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// Counted from the last answer of a record that was never submitted.
    pub unfinished_days: Option<u16>,
    /// Counted from the submission.
    pub answers_days: Option<u16>,
}

/// A retention period in the unit that reads best.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RetentionPeriod {
    Days(u16),
    Years(u16),
}

impl Retention {
    pub const MAX: u16 = 3650;

    /// Fails for a number out of range and names its field.
    pub fn new(unfinished_days: Option<i64>, answers_days: Option<i64>) -> Result<Self, Invalid> {
        let days = |path: &str, days: Option<i64>| {
            let Some(days) = days else { return Ok(None) };
            let found = u16::try_from(days).ok().filter(|days| (1..=Self::MAX).contains(days));
            let code = FieldCode::OutOfRange { min: 1, max: Self::MAX.into() };
            found.map(Some).ok_or_else(|| Invalid::one(path, code))
        };
        Ok(Self {
            unfinished_days: days("unfinishedDays", unfinished_days)?,
            answers_days: days("answersDays", answers_days)?,
        })
    }

    /// The period for submitted answers; `None` if no rule is set.
    pub fn kept(self) -> Option<RetentionPeriod> {
        let days = self.answers_days?;
        Some(if days % 365 == 0 { RetentionPeriod::Years(days / 365) } else { RetentionPeriod::Days(days) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_within_ten_years() {
        assert!(Retention::new(None, None).is_ok());
        assert!(Retention::new(Some(1), Some(3650)).is_ok());
        for wrong in [0, -1, 3651, i64::MAX] {
            assert_eq!(Retention::new(Some(wrong), None).expect_err("too few or many").0[0].path, "unfinishedDays");
            assert_eq!(Retention::new(None, Some(wrong)).expect_err("too few or many").0[0].path, "answersDays");
        }
    }

    #[test]
    fn whole_years_are_told_as_years() {
        let kept = |days| Retention { unfinished_days: Some(7), answers_days: days }.kept();
        assert_eq!(kept(Some(90)), Some(RetentionPeriod::Days(90)));
        assert_eq!(kept(Some(364)), Some(RetentionPeriod::Days(364)));
        assert_eq!(kept(Some(730)), Some(RetentionPeriod::Years(2)));
        assert_eq!(kept(None), None);
    }
}
