//! Number formatting.

/// `12,345`
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `950`, `1.2k`, `40k`, `3M`, for the narrow margin of a chart.
pub(super) fn short(number: u64) -> String {
    let tenths = |unit: u64, letter: char| {
        let tenths = number / (unit / 10);
        let rest = if tenths.is_multiple_of(10) { String::new() } else { format!(".{}", tenths % 10) };
        format!("{}{rest}{letter}", tenths / 10)
    };
    match number {
        ..1000 => number.to_string(),
        1000..1_000_000 => tenths(1000, 'k'),
        _ => tenths(1_000_000, 'M'),
    }
}

/// `12 %`, rounded half up. `0 %` if `whole` is 0.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{} %", share(part, whole, 100))
}

/// `45 s`, `2 min 5 s`, `3 h 20 min`.
pub fn time(seconds: u32) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 if seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// Scales `part / whole` to `of`, rounded half up.
pub(in crate::admin) fn share(part: u64, whole: u64, of: u64) -> u64 {
    let whole = u128::from(whole.max(1));
    let rounded = (2 * u128::from(part) * u128::from(of) + whole) / (2 * whole);
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_short() {
        assert_eq!(
            [0, 59, 60, 125, 3600, 93_600].map(time),
            ["0 s", "59 s", "1 min", "2 min 5 s", "1 h 0 min", "26 h 0 min"]
        );
    }

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [(0, 0), (1, 8), (1, 3), (2, 2)].map(|(part, whole)| percent(part, whole)),
            ["0 %", "13 %", "33 %", "100 %"]
        );
        assert_eq!([999, 1000, 1500, 40_000, 2_500_000].map(short), ["999", "1k", "1.5k", "40k", "2.5M"]);
        assert_eq!(share(u64::MAX, u64::MAX, 1000), 1000);
    }
}
