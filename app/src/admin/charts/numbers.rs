//! Formatting of numbers.

/// `12,345`
pub(in crate::admin) fn thousands(number: u64) -> String {
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

/// `12 %`, rounded half up. `0 %` if `whole` is 0.
pub(in crate::admin) fn percent(part: u64, whole: u64) -> String {
    format!("{} %", share(part, whole, 100))
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
    fn numbers_are_grouped_and_rounded() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [(0, 0), (1, 8), (1, 3), (2, 2)].map(|(part, whole)| percent(part, whole)),
            ["0 %", "13 %", "33 %", "100 %"]
        );
        assert_eq!(share(u64::MAX, u64::MAX, 1000), 1000);
    }
}
