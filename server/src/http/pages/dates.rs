//! Localised dates.

use domain::{Language, Timestamp};

/// The day in UTC: `20 November 2026`, `20 de noviembre de 2026`.
pub(super) fn day(at: Timestamp, language: Language) -> String {
    let Ok(at) = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())) else { return String::new() };
    let date = at.to_zoned(jiff::tz::TimeZone::UTC).date();
    let month = usize::try_from(date.month()).unwrap_or_default();
    app::words::date(language, date.day().unsigned_abs(), month, date.year())
}

/// The day in UTC as calendars write it: `20261120`.
pub(super) fn compact_day(at: Timestamp) -> String {
    compact(at, "%Y%m%d")
}

/// The moment in UTC as calendars write it: `20261120T235959Z`.
pub(super) fn compact_moment(at: Timestamp) -> String {
    compact(at, "%Y%m%dT%H%M%SZ")
}

fn compact(at: Timestamp, format: &str) -> String {
    let at = jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).unwrap_or_default();
    at.strftime(format).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_its_language_does() {
        let at = Timestamp::from_nanoseconds(1_795_219_199_000_000_000);
        assert_eq!(day(at, Language::EN), "20 November 2026");
        assert_eq!(day(at, Language::ES), "20 de noviembre de 2026");
        let german = Language::parse("de-AT").expect("a tag");
        assert_eq!(day(at, german), "20. November 2026");
        assert_eq!(day(at, Language::FR), "20 novembre 2026");
        assert_eq!(day(at, Language::PT_BR), "20 de novembro de 2026");
        assert_eq!(day(at, Language::AR), "20 نوفمبر 2026");
        assert_eq!((compact_day(at).as_str(), compact_moment(at).as_str()), ("20261120", "20261120T235959Z"));
    }
}
