//! Timestamps as the dashboard shows them: in an administrator's time zone, or in UTC.

use domain::Timestamp;
use jiff::tz::TimeZone;

/// `20 Nov 2026`
pub(super) fn day(at: Timestamp) -> String {
    written(at, "%-d %b %Y")
}

/// `20 Nov 2026, 15:03`
pub(super) fn clock_in(at: Timestamp, zone: &TimeZone) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()));
    at.map(|at| at.to_zoned(zone.clone()).strftime("%-d %b %Y, %H:%M").to_string()).unwrap_or_default()
}

/// `20 Nov 2026`
pub(super) fn day_in(at: Timestamp, zone: &TimeZone) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()));
    at.map(|at| at.to_zoned(zone.clone()).strftime("%-d %b %Y").to_string()).unwrap_or_default()
}

fn written(at: Timestamp, format: &str) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()));
    at.map(|at| at.strftime(format).to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_shown_in_utc() {
        let at = Timestamp::from_nanoseconds(1_795_183_380_000_000_000);
        assert_eq!(day(at), "20 Nov 2026");
        assert_eq!(clock_in(at, &TimeZone::fixed(jiff::tz::offset(-15))), "19 Nov 2026, 23:03");
    }
}
