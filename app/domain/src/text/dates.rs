//! Calendar dates as text.

/// True for a date that exists, written `YYYY-MM-DD`. Such texts sort chronologically.
pub(crate) fn is_date(text: &str) -> bool {
    let has_form = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    let number = |digits: Option<&str>| digits.and_then(|digits| digits.parse::<u16>().ok()).unwrap_or_default();
    let (year, month, day) = (number(text.get(..4)), number(text.get(5..7)), number(text.get(8..)));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    };
    has_form && (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_are_dates() {
        for good in ["2026-11-22", "2024-02-29", "2000-02-29", "1999-12-31"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-4-3",
            "22.11.2026",
            "2026-11-2２",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }
}
