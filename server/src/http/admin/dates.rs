//! Timestamps as the dashboard shows them. In UTC, since administrators of one quiz may live in different time zones.

use domain::Timestamp;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `20 Nov 2026`
pub(super) fn day(at: Timestamp) -> String {
    civil(at).map(|at| format!("{} {} {}", at.day(), month(at), at.year())).unwrap_or_default()
}

/// `20 Nov 2026, 14:03 UTC`
pub(super) fn minute(at: Timestamp) -> String {
    format!("{} UTC", clock(at))
}

/// `20 Nov 2026, 14:03`, for columns whose head says UTC.
pub(super) fn clock(at: Timestamp) -> String {
    let clock = civil(at).map(|at| format!(", {:02}:{:02}", at.hour(), at.minute()));
    day(at) + &clock.unwrap_or_default()
}

fn month(at: jiff::civil::DateTime) -> &'static str {
    usize::try_from(at.month() - 1).ok().and_then(|index| MONTHS.get(index)).copied().unwrap_or_default()
}

fn civil(at: Timestamp) -> Option<jiff::civil::DateTime> {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).ok()?;
    Some(at.to_zoned(jiff::tz::TimeZone::UTC).datetime())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_shown_in_utc() {
        let at = Timestamp::from_nanoseconds(1_795_183_380_000_000_000);
        assert_eq!(day(at), "20 Nov 2026");
        assert_eq!(minute(at), "20 Nov 2026, 14:03 UTC");
    }
}
