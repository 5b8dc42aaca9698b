//! RFC 3339 timestamps.

use std::fmt::Write;

use crate::{Timestamp, text::dates::is_date};

const DAY: i64 = 86_400;

/// Parses a timestamp with an offset; seconds and fraction are optional. `None` for another form or outside the years
/// 1678 to 2262.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let (date, rest) = (text.get(..10).filter(|date| is_date(date))?, text.get(10..)?);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let at = rest.find(['Z', 'z', '+', '-'])?;
    let (time, offset) = rest.split_at(at);
    let (time, fraction) = time.split_once(['.', ',']).map_or((time, None), |(time, digits)| (time, Some(digits)));
    let mut parts = time.split(':').map(two_digits);
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let nanoseconds = match fraction {
        None => 0,
        Some(digits) if (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{digits:0<9}").parse::<i64>().ok()?
        }
        Some(_) => return None,
    };
    let seconds = days(date)? * DAY + hour * 3600 + minute * 60 + second.min(59) - seconds_of(offset)?;
    let at = i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
    i64::try_from(at).ok().map(Timestamp::from_nanoseconds)
}

/// In UTC, with as many fractional digits as needed.
pub fn write(at: Timestamp) -> String {
    let (day, second) = (at.seconds().div_euclid(DAY), at.seconds().rem_euclid(DAY));
    let (year, month, day) = date(day);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let mut text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    if at.subsecond_nanoseconds() > 0 {
        let digits = format!("{:09}", at.subsecond_nanoseconds());
        let _ = write!(text, ".{}", digits.trim_end_matches('0'));
    }
    text.push('Z');
    text
}

fn two_digits(text: &str) -> Option<i64> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Accepts `Z`, `+01:00`, `-0130` and `+01`.
fn seconds_of(offset: &str) -> Option<i64> {
    let sign = match offset.as_bytes().first()? {
        b'Z' | b'z' => return (offset.len() == 1).then_some(0),
        b'-' => -1,
        _ => 1,
    };
    let digits = offset.get(1..)?;
    let (hours, minutes) = (two_digits(digits.get(..2)?)?, digits.get(2..)?);
    let minutes = minutes.strip_prefix(':').unwrap_or(minutes);
    let minutes = if digits.len() == 2 { 0 } else { two_digits(minutes)? };
    (hours <= 25 && minutes <= 59).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Days since 1970-01-01, with years that begin in March (Howard Hinnant, "chrono-compatible low-level date
/// algorithms").
fn days(date: &str) -> Option<i64> {
    let number = |digits: Option<&str>| digits?.parse::<i64>().ok();
    let (year, month, day) = (number(date.get(..4))?, number(date.get(5..7))?, number(date.get(8..))?);
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// The inverse of [`days`]: year, month and day.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn moments_are_read_with_any_offset_and_written_in_utc() {
        for (text, written) in [
            ("2026-11-20T13:00:00.5+01:00", "2026-11-20T12:00:00.5Z"),
            ("2024-02-29t23:59:60z", "2024-02-29T23:59:59Z"),
            ("1969-12-31 23:59:59.000000001Z", "1969-12-31T23:59:59.000000001Z"),
            ("2026-11-20T13:00-0130", "2026-11-20T14:30:00Z"),
        ] {
            assert_eq!(parse(text).map(write).as_deref(), Some(written), "{text}");
        }
        for bad in [
            "",
            "2026-11-20",
            "2026-02-30T00:00:00Z",
            "2026-11-20T13:00:00",
            "2026-11-20T24:00:00Z",
            "9999-01-01T00:00:00Z",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(nanoseconds: i64) {
            let at = Timestamp::from_nanoseconds(nanoseconds);
            prop_assert_eq!(parse(&write(at)), Some(at));
        }
    }
}
