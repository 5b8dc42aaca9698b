//! Durations as operators type them.

use std::time::Duration;

/// `30s`, `45m`, `12h`, `90d`. At most 100 years.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let wrong = || "give a length of time such as 45m, 12h or 90d".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let count: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let length = count.checked_mul(seconds).filter(|length| (1..=36_500 * 86_400).contains(length));
    length.map(Duration::from_secs).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_hours_minutes_and_seconds() {
        assert_eq!(parse("90d"), Ok(Duration::from_hours(90 * 24)));
        assert_eq!(parse("1h"), Ok(Duration::from_hours(1)));
        assert_eq!(parse("30s"), Ok(Duration::from_secs(30)));
        for wrong in ["", "d", "0d", "90", "-1d", "1y", "99999999999999999999d", "36501d", "9é"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
