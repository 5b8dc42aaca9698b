//! `Range` and its conditions (RFC 9110): the requested bytes of a file.

use std::ops::Range;

use axum::http::{HeaderMap, HeaderName, header};

/// The part of a file to send.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::http) enum Wanted {
    All,
    /// Not empty, and in the file.
    Part(Range<u64>),
    NoSuchPart,
    /// Nothing: the client already has it.
    Unchanged,
}

/// The part that a request selects of a file with this size and time of change.
pub(in crate::http) fn wanted(headers: &HeaderMap, size: u64, modified: &str) -> Wanted {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    // A file never changes, so its time of change is compared as a string.
    if text(header::IF_MODIFIED_SINCE) == Some(modified) {
        return Wanted::Unchanged;
    }
    if text(header::IF_RANGE).is_some_and(|seen| seen != modified) {
        return Wanted::All;
    }
    text(header::RANGE).map_or(Wanted::All, |range| part(range, size))
}

/// For an unknown unit, several ranges or a malformed one, returns the whole file, as the standard allows.
fn part(range: &str, size: u64) -> Wanted {
    let Some((first, last)) = range.strip_prefix("bytes=").and_then(|range| range.trim().split_once('-')) else {
        return Wanted::All;
    };
    let found = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first > last => return Wanted::All,
        (Ok(first), Ok(last)) => first..size.min(last.saturating_add(1)),
        (Ok(first), Err(_)) if last.is_empty() => first..size,
        (Err(_), Ok(length)) if first.is_empty() => size.saturating_sub(length)..size,
        _ => return Wanted::All,
    };
    if found.is_empty() { Wanted::NoSuchPart } else { Wanted::Part(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_at_the_end_of_the_file() {
        for (range, expected) in [
            ("bytes=0-0", Wanted::Part(0..1)),
            ("bytes=2-5", Wanted::Part(2..6)),
            ("bytes=5-99", Wanted::Part(5..10)),
            ("bytes=9-", Wanted::Part(9..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-99", Wanted::Part(0..10)),
            ("bytes=10-", Wanted::NoSuchPart),
            ("bytes=10-20", Wanted::NoSuchPart),
            ("bytes=-0", Wanted::NoSuchPart),
            ("bytes=5-18446744073709551615", Wanted::Part(5..10)),
        ] {
            assert_eq!(part(range, 10), expected, "{range}");
        }
    }

    #[test]
    fn what_is_not_understood_is_let_be() {
        for range in ["", "lines=1-2", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,4-5", "bytes=1"] {
            assert_eq!(part(range, 10), Wanted::All, "{range}");
        }
    }
}
