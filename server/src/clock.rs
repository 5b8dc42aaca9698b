//! The clock, and moments as text. Rules get the time as a parameter; only use cases read the clock.

use domain::{Day, Timestamp};
use jiff::fmt::temporal::DateTimePrinter;

static PRINTER: DateTimePrinter = DateTimePrinter::new();

pub(crate) fn now() -> Timestamp {
    let nanoseconds = jiff::Timestamp::now().as_nanosecond();
    Timestamp::from_nanoseconds(i64::try_from(nanoseconds).unwrap_or(i64::MAX))
}

/// RFC 3339 in UTC, with as many digits as needed.
pub(crate) fn to_rfc3339(at: Timestamp) -> String {
    let mut text = String::new();
    push_rfc3339(&mut text, at);
    text
}

/// Appends what [`to_rfc3339`] returns.
pub(crate) fn push_rfc3339(text: &mut String, at: Timestamp) {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()))
        .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range");
    PRINTER.print_timestamp(&at, text).expect("a String takes all");
}

pub(crate) fn in_zone(at: Timestamp, zone: &jiff::tz::TimeZone) -> jiff::Zoned {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()))
        .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range");
    at.to_zoned(zone.clone())
}

pub(crate) fn day(at: Timestamp) -> String {
    let text = to_rfc3339(at);
    text.split('T').next().unwrap_or_default().to_owned()
}

/// Formats whole seconds since 1970 as an HTTP date.
pub(crate) fn to_http_date(seconds: i64) -> String {
    let at = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    // Only a year outside of 0 to 9999 cannot be written.
    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&at).unwrap_or_default()
}

/// Parses RFC 3339 with an offset. Returns `None` for another format or outside the years 1678 to 2262.
pub(crate) fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let at: jiff::Timestamp = text.parse().ok()?;
    i64::try_from(at.as_nanosecond()).ok().map(Timestamp::from_nanoseconds)
}

/// `2026-11-20`, in UTC.
pub(crate) fn to_date(day: Day) -> String {
    let start = jiff::Timestamp::from_nanosecond(i128::from(day.start().nanoseconds()))
        .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range");
    start.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}

/// Parses a day in the format of [`to_date`]. Returns `None` for another format or outside the years 1678 to 2262.
pub(crate) fn parse_day(text: &str) -> Option<Day> {
    let is_of_form = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let start = is_of_form.then(|| parse_rfc3339(&format!("{text}T00:00:00Z")))??;
    Some(Day::of(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_and_read_in_utc() {
        let day = parse_day("2026-11-20").expect("a day");
        assert_eq!((to_date(day), day.number()), ("2026-11-20".to_owned(), 20_777));
        for bad in ["", "20.11.2026", "2026-02-30", "2026-11-20T00:00:00Z", "+02026-11-", "9999-01-01"] {
            assert_eq!(parse_day(bad), None, "{bad}");
        }
    }

    #[test]
    fn moments_are_written_in_utc_and_read_with_any_offset() {
        let at = parse_rfc3339("2026-11-20T13:00:00.5+01:00").expect("a moment");
        assert_eq!(to_rfc3339(at), "2026-11-20T12:00:00.5Z");
        for bad in ["2026-11-20", "yesterday", "2026-11-20T13:00:00", "9999-01-01T00:00:00Z"] {
            assert_eq!(parse_rfc3339(bad), None, "{bad}");
        }
    }
}
