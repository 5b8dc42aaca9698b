//! The clock, and moments as text. Rules get the time as a value; only use-cases ask for it.

use domain::Timestamp;

#[must_use]
pub(crate) fn now() -> Timestamp {
    let nanoseconds = jiff::Timestamp::now().as_nanosecond();
    Timestamp::from_nanoseconds(i64::try_from(nanoseconds).unwrap_or(i64::MAX))
}

/// RFC 3339 in UTC, with as many digits as it takes.
#[must_use]
pub(crate) fn to_rfc3339(at: Timestamp) -> String {
    jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds()))
        .expect("64 bits of nanoseconds reach to 2262, well inside jiff's range")
        .to_string()
}

/// The day in UTC, as `2026-11-20`.
#[must_use]
pub(crate) fn day(at: Timestamp) -> String {
    let text = to_rfc3339(at);
    text.split('T').next().unwrap_or_default().to_owned()
}

/// Reads RFC 3339 with an offset; `None` for another form or outside the years 1678 to 2262.
#[must_use]
pub(crate) fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let at: jiff::Timestamp = text.parse().ok()?;
    i64::try_from(at.as_nanosecond()).ok().map(Timestamp::from_nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc_and_read_with_any_offset() {
        let at = parse_rfc3339("2026-11-20T13:00:00.5+01:00").expect("a moment");
        assert_eq!(to_rfc3339(at), "2026-11-20T12:00:00.5Z");
        for bad in ["2026-11-20", "yesterday", "2026-11-20T13:00:00", "9999-01-01T00:00:00Z"] {
            assert_eq!(parse_rfc3339(bad), None, "{bad}");
        }
    }
}
