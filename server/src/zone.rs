//! Time zones: the one in which a quiz counts days, and the start of its days.

use domain::{Day, FieldCode, IdError, Invalid, Quiz, Settings, TimeZoneName, Timestamp};
use jiff::{
    Span,
    civil::{Date, date},
    tz::TimeZone,
};

const EPOCH: Date = date(1970, 1, 1);

/// The time zone of this name; `UTC` even without a time zone database.
pub(crate) fn find(name: &str) -> Option<TimeZone> {
    if name == "UTC" { Some(TimeZone::UTC) } else { TimeZone::get(name).ok() }
}

/// The time zone in which the quiz counts days; UTC if this machine no longer knows it.
pub(crate) fn zone_of(settings: &Settings) -> TimeZone {
    find(settings.time_zone.as_str()).unwrap_or(TimeZone::UTC)
}

/// The name in the database's spelling. Fails if it is unknown.
pub(crate) fn known(name: &TimeZoneName) -> Result<TimeZoneName, Invalid> {
    let found = find(name.as_str()).and_then(|zone| TimeZoneName::parse(zone.iana_name()?).ok());
    found.ok_or_else(|| Invalid::one("timeZone", FieldCode::Malformed(IdError::TimeZone)))
}

pub(crate) fn day_of(at: Timestamp, zone: &TimeZone) -> Day {
    Day::of(at.later_by(offset_at(at, zone)))
}

/// Its first moment: midnight or, if clocks skip midnight, the first moment after it.
pub(crate) fn start_of(day: Day, zone: &TimeZone) -> Timestamp {
    let start = || {
        let date = EPOCH.checked_add(Span::new().try_days(day.number()).ok()?).ok()?;
        let start = date.to_zoned(zone.clone()).ok()?.timestamp().as_nanosecond();
        i64::try_from(start).ok().map(Timestamp::from_nanoseconds)
    };
    start().unwrap_or_else(|| day.start())
}

/// An hour of a day by its clocks, or the first moment after it if they skip it.
pub(crate) fn hour_of(day: Day, hour: i8, zone: &TimeZone) -> Timestamp {
    let at = || {
        let date = EPOCH.checked_add(Span::new().try_days(day.number()).ok()?).ok()?;
        let at = date.at(hour, 0, 0, 0).to_zoned(zone.clone()).ok()?.timestamp().as_nanosecond();
        i64::try_from(at).ok().map(Timestamp::from_nanoseconds)
    };
    at().unwrap_or_else(|| start_of(day, zone).later_by(i64::from(hour) * 3600))
}

/// The moment from which a respondent may retake a quiz submitted at `submitted`: the start of a day in the quiz's time
/// zone, so that the hour does not matter. `None` if it can be taken only once.
pub(crate) fn retake_from(quiz: &Quiz, submitted: Timestamp) -> Option<Timestamp> {
    let zone = zone_of(&quiz.settings);
    Some(start_of(quiz.settings.retry_after?.counted_from(day_of(submitted, &zone)), &zone))
}

/// Seconds by which local time is ahead of UTC.
fn offset_at(at: Timestamp, zone: &TimeZone) -> i64 {
    zone.to_offset(moment(at)).seconds().into()
}

fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()))
        .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{parse_day, parse_rfc3339, to_date, to_rfc3339};

    fn zone(name: &str) -> TimeZone {
        find(name).expect("a time zone")
    }

    fn at(text: &str) -> Timestamp {
        parse_rfc3339(text).expect("a moment")
    }

    #[test]
    fn days_begin_at_midnight_of_their_zone() {
        for (name, day, start) in [
            ("UTC", "2026-03-29", "2026-03-29T00:00:00Z"),
            ("Europe/Madrid", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("Europe/Madrid", "2026-03-30", "2026-03-29T22:00:00Z"),
            ("America/Los_Angeles", "2026-12-01", "2026-12-01T08:00:00Z"),
            ("Asia/Kathmandu", "2026-12-01", "2026-11-30T18:15:00Z"),
            // Clocks go from 0:00 to 1:00 there.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
            // Midnight occurs twice.
            ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
            // Samoa skipped this day.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
        ] {
            let (zone, parsed) = (zone(name), parse_day(day).expect("a day"));
            assert_eq!(to_rfc3339(start_of(parsed, &zone)), start, "{day} in {name}");
            let first = at(start);
            let before = Timestamp::from_nanoseconds(first.nanoseconds() - 1);
            if name != "Pacific/Apia" {
                assert_eq!(to_date(day_of(first, &zone)), day);
                assert!(day_of(before, &zone) < parsed, "{day} in {name}");
            }
        }
    }

    #[test]
    fn the_ends_of_time_have_days() {
        for name in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            for end in [i64::MIN, i64::MAX] {
                let _ = start_of(day_of(Timestamp::from_nanoseconds(end), &zone(name)), &zone(name));
            }
            assert_eq!(start_of(Day::from_number(i64::MAX), &zone(name)), Day::from_number(i64::MAX).start());
        }
    }

    #[test]
    fn each_moment_is_within_its_day() {
        for name in ["UTC", "Europe/Madrid", "America/Los_Angeles", "Asia/Kathmandu", "Africa/Cairo", "America/Havana"]
        {
            let zone = zone(name);
            let (mut now, end) = (at("2025-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"));
            while now < end {
                let day = day_of(now, &zone);
                assert!(
                    start_of(day, &zone) <= now && now < start_of(day.next(), &zone),
                    "{} in {name}",
                    to_rfc3339(now)
                );
                now = now.later_by(1800);
            }
        }
    }

    #[test]
    fn names_are_those_of_the_database() {
        let known = |name: &str| known(&TimeZoneName::parse(name).expect("of its form")).map(String::from).ok();
        assert_eq!(known("europe/madrid").as_deref(), Some("Europe/Madrid"));
        assert_eq!(known("UTC").as_deref(), Some("UTC"));
        assert_eq!(known("Mars/Olympus"), None);
    }
}
