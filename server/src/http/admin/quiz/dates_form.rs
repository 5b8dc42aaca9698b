//! Timestamps in the format of `datetime-local` fields, in the administrator's time zone.

use domain::Timestamp;
use jiff::{civil::DateTime, tz::AmbiguousOffset};

use super::super::answers_view::Zone;
use crate::clock;

/// `2026-11-21T14:03`, without seconds.
pub(in crate::http::admin) fn write(at: Option<Timestamp>, zone: &Zone) -> String {
    let at = at.and_then(|at| jiff::Timestamp::from_nanosecond(i128::from(at.nanoseconds())).ok());
    at.map(|at| at.to_zoned(zone.zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string()).unwrap_or_default()
}

/// Returns `Ok(None)` for an empty field. A time that occurs twice when clocks change is the first of the two.
pub(in crate::http::admin) fn read(text: &str, zone: &Zone) -> Result<Option<Timestamp>, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = "must be a date and a time such as 2026-11-21T14:03";
    let seconds = if text.len() == "2026-11-21T14:03".len() { ":00" } else { "" };
    // Accepts only a full date and time, in the years 1678 to 2262.
    clock::parse_rfc3339(&format!("{text}{seconds}Z")).ok_or(wrong)?;
    let shown: DateTime = text.parse().map_err(|_| wrong)?;
    let at = zone.zone.to_ambiguous_timestamp(shown);
    if matches!(at.offset(), AmbiguousOffset::Gap { .. }) {
        return Err("is a time that the clocks of your time zone skip that day");
    }
    let at = at.compatible().ok().and_then(|at| i64::try_from(at.as_nanosecond()).ok());
    at.map(|at| Some(Timestamp::from_nanoseconds(at))).ok_or(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> Zone {
        Zone::parse(name).expect("a zone")
    }

    #[test]
    fn what_the_field_shows_is_read_back() {
        for zone in ["UTC", "Europe/Madrid", "Asia/Kolkata"].map(zone) {
            for text in ["2026-11-21T14:03", "1999-12-31T00:00", "2026-10-25T02:30"] {
                let at = read(text, &zone).expect("a moment").expect("one is given");
                assert_eq!(write(Some(at), &zone), text);
            }
            assert_eq!((read(" ", &zone), write(None, &zone)), (Ok(None), String::new()));
            let shown = read("2026-11-21T14:03:30", &zone).map(|at| write(at, &zone));
            assert_eq!(shown, Ok("2026-11-21T14:03".to_owned()));
        }
    }

    #[test]
    fn a_time_is_one_of_the_time_zone() {
        let at = |text| read(text, &zone("Europe/Madrid")).map(|at| at.map(clock::to_rfc3339));
        assert_eq!(at("2026-11-21T14:03"), Ok(Some("2026-11-21T13:03:00Z".to_owned())));
        assert_eq!(at("2026-10-25T02:30"), Ok(Some("2026-10-25T00:30:00Z".to_owned())), "the first of two");
        assert!(at("2026-03-29T02:30").is_err_and(|problem| problem.contains("skip")));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["tomorrow", "2026-11-21", "2026-13-21T14:03", "2026-11-21T14:03Z", "9999-01-01T00:00"] {
            assert!(read(text, &zone("UTC")).is_err(), "{text}");
        }
    }
}
