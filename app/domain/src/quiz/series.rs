//! Series: the plan by which respondents answer a quiz again and again.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{DateMistake, FieldCode, IdError, Path, text::dates::is_date, values::validation::Errors};

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Unit {
    Day,
    Week,
    Month,
}

impl Unit {
    const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    fn letter(self) -> char {
        match self {
            Self::Day => 'D',
            Self::Week => 'W',
            Self::Month => 'M',
        }
    }

    /// Ten years.
    fn most(self) -> u16 {
        match self {
            Self::Day => 3650,
            Self::Week => 520,
            Self::Month => 120,
        }
    }
}

/// A number of whole days, weeks or months, up to ten years: `P14D`, `P2W`, `P1M`, as ISO 8601 writes them.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Period {
    count: u16,
    unit: Unit,
}

impl Period {
    /// Days of the shortest run of so many months, up to eleven: a run that ends on 28 February.
    const SHORTEST: [i64; 12] = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334];

    pub fn parse(text: &str) -> Result<Self, IdError> {
        let read = || {
            let inner = text.strip_prefix('P')?;
            let unit = Unit::ALL.into_iter().find(|unit| inner.ends_with(unit.letter()))?;
            let digits = &inner[..inner.len() - 1];
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
            let count = digits.parse().ok().filter(|count| is_plain && *count <= unit.most())?;
            Some(Self { count, unit })
        };
        read().ok_or(IdError::Period)
    }

    /// The months and days to add, of which one is zero.
    pub fn months_and_days(self) -> (i64, i64) {
        let count = i64::from(self.count);
        match self.unit {
            Unit::Day => (0, count),
            Unit::Week => (0, 7 * count),
            Unit::Month => (count, 0),
        }
    }

    /// Days of the shortest such period.
    fn least_days(self) -> i64 {
        let (months, days) = self.months_and_days();
        let shortest = usize::try_from(months % 12).ok().and_then(|rest| Self::SHORTEST.get(rest));
        days + 365 * (months / 12) + shortest.copied().unwrap_or_default()
    }

    /// Days that no such period exceeds.
    fn most_days(self) -> i64 {
        let (months, days) = self.months_and_days();
        days + 31 * months
    }

    /// True if this period, from whatever day, ends no later than the other one.
    fn fits_in(self, other: Self) -> bool {
        let is_of_months = |period: Self| period.unit == Unit::Month;
        if is_of_months(self) && is_of_months(other) {
            return self.count <= other.count;
        }
        self.most_days() <= other.least_days()
    }

    /// True if this period, from whatever day, ends before the other one.
    fn fits_well_in(self, other: Self) -> bool {
        self.fits_in(other) && !other.fits_in(self)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}{}", self.count, self.unit.letter())
    }
}

impl TryFrom<String> for Period {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl From<Period> for String {
    fn from(period: Period) -> String {
        period.to_string()
    }
}

/// Occasions on which the quiz is answered, counted for each person from the day on which the series begins for them.
/// It ends after a number of occasions or on a day.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// From one occasion to the next.
    pub every: Period,
    /// Occasions of each person, 1 to 1,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1000))]
    pub times: Option<u32>,
    /// The last day on which an occasion may come, `YYYY-MM-DD`. Either this or `times`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(format = Date))]
    pub until: Option<String>,
    /// From the day of an occasion on, the time within which the next attempt may begin; at most `every`.
    pub open: Period,
    /// From the day of an occasion on, the times after which those who have not answered are reminded; up to three,
    /// ascending, each shorter than `open`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false, max_items = 3))]
    pub remind: Vec<Period>,
    /// True if invited persons with an address are sent their link by mail, on each occasion and with each reminder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub mail: bool,
}

impl Series {
    /// Occasions of a person at most, also of a series that ends on a day.
    pub const MOST: u32 = 1000;
    /// Reminders of an occasion at most.
    pub const REMINDERS: usize = 3;

    /// The number of the last occasion that may come.
    pub fn last(&self) -> u32 {
        self.times.unwrap_or(Self::MOST)
    }

    pub(super) fn check(&self, errors: &mut Errors) {
        let path = |field: &'static str| Path::from("series").field(field);
        match (self.times, &self.until) {
            (Some(_), Some(_)) => errors.add(path("until"), FieldCode::Beside("times")),
            (None, None) => errors.add(path("times"), FieldCode::Required),
            (Some(times), None) if !(1..=Self::MOST).contains(&times) => {
                errors.add(path("times"), FieldCode::OutOfRange { min: 1, max: Self::MOST.into() });
            }
            (None, Some(until)) if !is_date(until) => {
                errors.add(path("until"), FieldCode::NotADate(DateMistake::NoSuchDay));
            }
            _ => {}
        }
        if !self.open.fits_in(self.every) {
            errors.add(path("open"), FieldCode::TooLongFor("every"));
        }
        if !errors.check_count(path("remind"), self.remind.len(), &(0..=Self::REMINDERS)) {
            return;
        }
        for (index, remind) in self.remind.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| self.remind.get(before));
            if !remind.fits_well_in(self.open) {
                errors.add(path("remind").item(index), FieldCode::TooLongFor("open"));
            } else if before.is_some_and(|before| !before.fits_well_in(*remind)) {
                errors.add(path("remind").item(index), FieldCode::NotAscending);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(text: &str) -> Period {
        Period::parse(text).expect("a period")
    }

    fn faults(json: &str) -> Vec<String> {
        let series: Series = serde_json::from_str(json).expect("a series");
        let mut errors = Errors::default();
        series.check(&mut errors);
        let faults = errors.finish().err().map(|invalid| invalid.0).unwrap_or_default();
        faults.into_iter().map(|error| format!("{} {}", error.path, error.code.code())).collect()
    }

    #[test]
    fn periods_are_whole_days_weeks_or_months_up_to_ten_years() {
        for text in ["P1D", "P14D", "P3650D", "P1W", "P520W", "P1M", "P120M"] {
            assert_eq!(period(text).to_string(), text);
            assert_eq!(serde_json::to_string(&period(text)).expect("JSON"), format!("\"{text}\""));
        }
        for wrong in [
            "", "P", "PD", "P0D", "P01D", "P+1D", "P-1D", "P1Y", "PT1H", "P1DT1H", "1D", "p1d", "P3651D", "P521W",
            "P121M", "P1M1D", "P1.5D", " P1D", "P١D",
        ] {
            assert_eq!(Period::parse(wrong), Err(IdError::Period), "{wrong}");
        }
    }

    #[test]
    fn a_period_fits_in_another_if_it_does_so_from_every_day() {
        for (one, other, fits) in [
            ("P14D", "P14D", true),
            ("P14D", "P2W", true),
            ("P15D", "P2W", false),
            ("P28D", "P1M", true),
            ("P29D", "P1M", false),
            ("P1M", "P30D", false),
            ("P1M", "P31D", true),
            ("P1M", "P1M", true),
            ("P2M", "P1M", false),
            ("P59D", "P2M", true),
            ("P60D", "P2M", false),
            ("P52W", "P12M", true),
            ("P365D", "P12M", true),
            ("P366D", "P12M", false),
        ] {
            assert_eq!(period(one).fits_in(period(other)), fits, "{one} in {other}");
        }
        assert!(period("P4D").fits_well_in(period("P5D")));
        assert!(!period("P5D").fits_well_in(period("P5D")));
        assert!(!period("P7D").fits_well_in(period("P1W")));
        assert!(!period("P1M").fits_well_in(period("P1M")));
    }

    #[test]
    fn a_plan_ends_and_its_parts_fit_into_each_other() {
        for (json, expected) in [
            (r#"{"every":"P14D","times":6,"open":"P5D","remind":["P2D"]}"#, &[][..]),
            (r#"{"every":"P1M","until":"2028-02-29","open":"P28D","remind":["P1D","P1W","P27D"]}"#, &[]),
            (r#"{"every":"P14D","open":"P14D"}"#, &["series.times required"]),
            (r#"{"every":"P14D","times":6,"until":"2027-01-01","open":"P1D"}"#, &["series.until not_beside"]),
            (r#"{"every":"P14D","times":0,"open":"P1D"}"#, &["series.times out_of_range"]),
            (r#"{"every":"P14D","times":1001,"open":"P1D"}"#, &["series.times out_of_range"]),
            (r#"{"every":"P14D","until":"2027-02-29","open":"P1D"}"#, &["series.until not_a_date"]),
            (r#"{"every":"P1W","times":1,"open":"P8D"}"#, &["series.open too_long_for"]),
            (r#"{"every":"P1W","times":1,"open":"P5D","remind":["P5D"]}"#, &["series.remind[0] too_long_for"]),
            (r#"{"every":"P1W","times":1,"open":"P5D","remind":["P2D","P2D"]}"#, &["series.remind[1] not_ascending"]),
            (
                r#"{"every":"P1W","times":1,"open":"P7D","remind":["P1D","P2D","P3D","P4D"]}"#,
                &["series.remind too_many"],
            ),
        ] {
            assert_eq!(faults(json), expected, "{json}");
        }
        for malformed in [
            r#"{"every":"P14D","times":6}"#,
            r#"{"every":"PT1H","times":6,"open":"P1D"}"#,
            r#"{"every":"P1D","times":6,"open":"P1D","from":"2027-01-01"}"#,
        ] {
            assert!(serde_json::from_str::<Series>(malformed).is_err(), "{malformed}");
        }
    }
}
