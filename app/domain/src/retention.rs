//! The time that answers are kept.

use serde::{Deserialize, Serialize};

use crate::{FieldCode, Invalid, Language, PageLanguage};

/// Days after which the records of a namespace are erased by themselves, 1 to 3,650; `None` keeps them.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// Since the last answer of a record that was never submitted.
    pub unfinished_days: Option<u16>,
    /// Since the submission.
    pub answers_days: Option<u16>,
}

impl Retention {
    pub const MAX: u16 = 3650;

    /// Fails for a number out of range, with the field's name.
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

    /// The time that submitted answers are kept, as a respondent reads it; `None` where there is no such rule.
    pub fn kept(self, language: Language) -> Option<String> {
        let days = self.answers_days?;
        let (count, unit) = match days {
            365 | 730 | 1095 | 1460 | 1825 | 2190 | 2555 | 2920 | 3285 | 3650 => (days / 365, ["year", "año"]),
            _ => (days, ["day", "día"]),
        };
        let [english, spanish] = unit;
        let plural = if count == 1 { "" } else { "s" };
        Some(match language.of_pages() {
            PageLanguage::En => format!("for {count} {english}{plural}"),
            PageLanguage::Es => format!("durante {count} {spanish}{plural}"),
        })
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
    fn respondents_read_the_time_in_their_language() {
        let kept = |days, language| Retention { unfinished_days: None, answers_days: Some(days) }.kept(language);
        assert_eq!(kept(90, Language::EN).as_deref(), Some("for 90 days"));
        assert_eq!(kept(1, Language::ES).as_deref(), Some("durante 1 día"));
        assert_eq!(kept(365, Language::EN).as_deref(), Some("for 1 year"));
        assert_eq!(kept(730, Language::ES).as_deref(), Some("durante 2 años"));
        assert_eq!(Retention { unfinished_days: Some(7), answers_days: None }.kept(Language::EN), None);
    }
}
