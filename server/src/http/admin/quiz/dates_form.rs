//! Timestamps in the format of `datetime-local` fields, taken as UTC.

use domain::Timestamp;

use crate::clock;

/// `2026-11-21T14:03`, without seconds.
pub(super) fn write(at: Option<Timestamp>) -> String {
    at.map(clock::to_rfc3339).map(|text| text.chars().take("2026-11-21T14:03".len()).collect()).unwrap_or_default()
}

/// `Ok(None)` for an empty field.
pub(super) fn read(text: &str) -> Result<Option<Timestamp>, &'static str> {
    let text = text.trim();
    let seconds = if text.len() == "2026-11-21T14:03".len() { ":00" } else { "" };
    match text {
        "" => Ok(None),
        text => clock::parse_rfc3339(&format!("{text}{seconds}Z"))
            .map(Some)
            .ok_or("must be a date and a time such as 2026-11-21T14:03"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_field_shows_is_read_back() {
        for text in ["2026-11-21T14:03", "1999-12-31T00:00"] {
            let at = read(text).expect("a moment").expect("one is given");
            assert_eq!(write(Some(at)), text);
        }
        assert_eq!((read(" "), write(None)), (Ok(None), String::new()));
        assert_eq!(read("2026-11-21T14:03:30").map(write), Ok("2026-11-21T14:03".to_owned()));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["tomorrow", "2026-11-21", "2026-13-21T14:03", "2026-11-21T14:03Z", "9999-01-01T00:00"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
