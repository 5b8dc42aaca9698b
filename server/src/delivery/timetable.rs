//! Due times of schedules: daily or weekly at a local time.

use std::fmt;

use domain::Timestamp;
use jiff::{
    ToSpan,
    civil::{Time, Weekday},
    tz::TimeZone,
};
use serde::{Deserialize, Serialize};

const DAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

/// A local time that is skipped in spring shifts by one hour. A time that repeats in autumn means its first occurrence.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timetable {
    /// `None` means every day.
    weekday: Option<Weekday>,
    time: Time,
    zone: TimeZone,
    zone_name: String,
}

impl Timetable {
    /// `time` like `03:00`, `zone` like `Europe/Madrid` or `UTC`. Fails if this machine does not know the zone.
    pub fn daily(time: &str, zone: &str) -> Result<Self, String> {
        let wrong = || "give a time of day such as 03:00".to_owned();
        let (hour, minute) = time.split_once(':').ok_or_else(wrong)?;
        let is_number = |text: &str| text.len() == 2 && text.bytes().all(|digit| digit.is_ascii_digit());
        let number = |text: &str| text.parse::<i8>().ok().filter(|_| is_number(text));
        let time = number(hour).zip(number(minute)).and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok());
        Ok(Self { weekday: None, time: time.ok_or_else(wrong)?, zone: find(zone)?, zone_name: zone.to_owned() })
    }

    /// `day` like `mon@03:00`. Fails if this machine does not know the zone.
    pub fn weekly(day: &str, zone: &str) -> Result<Self, String> {
        let wrong = || "give a day and a time such as mon@03:00".to_owned();
        let (day, time) = day.split_once('@').ok_or_else(wrong)?;
        let weekday = DAYS.iter().find(|(name, _)| *name == day).ok_or_else(wrong)?.1;
        Ok(Self { weekday: Some(weekday), ..Self::daily(time, zone)? })
    }

    /// The first due time after `moment`. `None` past the year 2262.
    pub fn next_after(&self, moment: Timestamp) -> Option<Timestamp> {
        let moment = jiff::Timestamp::from_nanosecond(moment.nanoseconds().into()).ok()?;
        let today = moment.to_zoned(self.zone.clone()).date();
        (0..=8_i64)
            .find_map(|days| {
                let date = today.checked_add(days.days()).ok()?;
                if self.weekday.is_some_and(|weekday| weekday != date.weekday()) {
                    return None;
                }
                let at = self.zone.to_ambiguous_zoned(date.to_datetime(self.time)).compatible().ok()?.timestamp();
                (at > moment).then_some(at)
            })
            .and_then(|at| i64::try_from(at.as_nanosecond()).ok())
            .map(Timestamp::from_nanoseconds)
    }

    /// The day in the zone, like `2026-11-20`.
    pub(crate) fn day(&self, moment: Timestamp) -> String {
        jiff::Timestamp::from_nanosecond(moment.nanoseconds().into())
            .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range")
            .to_zoned(self.zone.clone())
            .date()
            .to_string()
    }
}

fn find(zone: &str) -> Result<TimeZone, String> {
    if zone == "UTC" {
        return Ok(TimeZone::UTC);
    }
    TimeZone::get(zone).map_err(|_| {
        format!(
            "this machine knows no time zone {zone}; give one such as Europe/Madrid, or UTC (the zones are in Debian's \
             package tzdata)"
        )
    })
}

impl fmt::Display for Timetable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.strftime("%H:%M");
        match DAYS.iter().find(|(_, day)| Some(*day) == self.weekday) {
            Some((day, _)) => write!(f, "weekly {day}@{time} {}", self.zone_name),
            None => write!(f, "daily {time} {}", self.zone_name),
        }
    }
}

impl From<Timetable> for String {
    fn from(timetable: Timetable) -> Self {
        timetable.to_string()
    }
}

impl TryFrom<String> for Timetable {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["daily", time, zone] => Self::daily(time, zone),
            ["weekly", day, zone] => Self::weekly(day, zone),
            _ => Err(format!("{text} is not a timetable")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{parse_rfc3339, to_rfc3339};

    fn next(timetable: &Timetable, after: &str) -> String {
        to_rfc3339(timetable.next_after(parse_rfc3339(after).expect("a moment")).expect("before 2262"))
    }

    #[test]
    fn every_day_at_the_clocks_of_a_place() {
        let utc = Timetable::daily("03:00", "UTC").expect("a timetable");
        assert_eq!(next(&utc, "2026-11-21T02:59:59Z"), "2026-11-21T03:00:00Z");
        assert_eq!(next(&utc, "2026-11-21T03:00:00Z"), "2026-11-22T03:00:00Z");
        let madrid = Timetable::daily("03:00", "Europe/Madrid").expect("a timetable");
        assert_eq!(next(&madrid, "2026-11-21T12:00:00Z"), "2026-11-22T02:00:00Z");
        assert_eq!(next(&madrid, "2026-07-01T12:00:00Z"), "2026-07-02T01:00:00Z");
        // The next day has already begun there.
        assert_eq!(madrid.day(parse_rfc3339("2026-11-21T23:30:00Z").expect("a moment")), "2026-11-22");
    }

    #[test]
    fn an_hour_that_clocks_skip_comes_later_and_one_that_they_repeat_comes_once() {
        let madrid = Timetable::daily("02:30", "Europe/Madrid").expect("a timetable");
        assert_eq!(next(&madrid, "2027-03-27T12:00:00Z"), "2027-03-28T01:30:00Z");
        assert_eq!(next(&madrid, "2027-03-28T01:30:00Z"), "2027-03-29T00:30:00Z");
        assert_eq!(next(&madrid, "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00Z");
        assert_eq!(next(&madrid, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00Z");
    }

    #[test]
    fn once_a_week() {
        let monday = Timetable::weekly("mon@03:00", "UTC").expect("a timetable");
        assert_eq!(next(&monday, "2026-11-21T12:00:00Z"), "2026-11-23T03:00:00Z");
        assert_eq!(next(&monday, "2026-11-23T03:00:00Z"), "2026-11-30T03:00:00Z");
    }

    #[test]
    fn a_timetable_is_kept_as_text() {
        for text in ["daily 03:00 Europe/Madrid", "weekly sun@23:59 UTC"] {
            let timetable = Timetable::try_from(text.to_owned()).expect(text);
            assert_eq!(timetable.to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for time in ["", "3:00", "03:0", "24:00", "03:60", "-3:00", "+1:00", "03:00:00", "noon"] {
            assert!(Timetable::daily(time, "UTC").is_err(), "{time}");
        }
        for day in ["03:00", "mo@03:00", "Mon@03:00", "mon@"] {
            assert!(Timetable::weekly(day, "UTC").is_err(), "{day}");
        }
        let unknown = Timetable::daily("03:00", "Europe/Atlantis").expect_err("no such place");
        assert!(unknown.contains("Europe/Atlantis") && unknown.contains("tzdata"), "{unknown}");
    }
}
