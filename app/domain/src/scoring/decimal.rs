//! Decimal numbers of up to three places, kept as whole thousandths.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A number such as `6.5`, exact, up to a trillion on either side of 0.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Decimal(i64);

impl Decimal {
    pub const ZERO: Self = Self(0);
    pub const MIN: Self = Self(-Self::MAX.0);
    pub const MAX: Self = Self(1_000_000_000_000 * Self::UNIT);
    const UNIT: i64 = 1000;

    pub const fn whole(number: i32) -> Self {
        Self(number as i64 * Self::UNIT)
    }

    /// `None` for a number out of range.
    pub fn from_thousandths(thousandths: i128) -> Option<Self> {
        i64::try_from(thousandths).ok().map(Self).filter(|number| (Self::MIN..=Self::MAX).contains(number))
    }

    pub fn thousandths(self) -> i64 {
        self.0
    }

    /// `None` for a number out of range.
    pub fn from_tenths(tenths: i64) -> Option<Self> {
        Self::from_thousandths(i128::from(tenths) * 100)
    }

    /// `None` for a number out of range.
    pub(crate) fn from_hundredths(hundredths: u128) -> Option<Self> {
        Self::from_thousandths(i128::try_from(hundredths).ok()?.checked_mul(10)?)
    }

    pub(crate) fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The number in tenths, without what is less than one.
    pub fn tenths(self) -> i64 {
        self.0 / 100
    }

    /// Reads digits with at most three after the point, and a minus sign.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(places) || places.len() > 3 || whole.len() > 13 {
            return None;
        }
        let digits = whole.bytes().chain(places.bytes()).chain("000".bytes().skip(places.len()));
        let number = digits.fold(0, |number, digit| 10 * number + i128::from(digit - b'0'));
        Self::from_thousandths(if is_negative { -number } else { number })
    }

    /// The number, if nothing stands after its point.
    pub fn as_whole(self) -> Option<i64> {
        (self.0 % Self::UNIT == 0).then_some(self.0 / Self::UNIT)
    }

    /// The nearest binary number, which prints as the same digits.
    #[expect(clippy::cast_precision_loss, reason = "the largest number has fewer than 2^53 thousandths")]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// The number with its first four digits alone, rounded down.
    pub fn first_digits(self) -> Self {
        let mut step = 1;
        while self.0.abs() / step >= 10_000 {
            step *= 10;
        }
        Self(self.0.div_euclid(step) * step)
    }

    /// True if no more than this many digits stand after the point.
    pub fn fits(self, places: u8) -> bool {
        self.0 % Self::step(places).0 == 0
    }

    /// The greatest number with this many places, of three at most, that is less.
    pub(crate) fn before(self, places: u8) -> Self {
        Self((self.0 - 1).div_euclid(Self::step(places).0) * Self::step(places).0)
    }

    /// The smallest difference of numbers with this many places, of three at most.
    pub fn step(places: u8) -> Self {
        Self([1000, 100, 10, 1][usize::from(places.min(3))])
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.to_f64()),
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Digits)
    }
}

/// Reads a number by its shortest digits, so that `0.1` is one tenth.
struct Digits;

impl de::Visitor<'_> for Digits {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number with at most three decimal places")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Decimal, E> {
        Decimal::from_thousandths(i128::from(number) * 1000)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Decimal, E> {
        Decimal::from_thousandths(i128::from(number) * 1000)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Decimal, E> {
        Decimal::parse(&number.to_string()).ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digits_are_read_exactly_or_refused() {
        for (text, thousandths) in [("6.5", 6500), ("-0.001", -1), ("24", 24_000), ("1000000000000", Decimal::MAX.0)] {
            assert_eq!(Decimal::parse(text), Some(Decimal(thousandths)), "{text}");
        }
        for text in ["", "-", ".5", "5.", "1e3", "0.0001", "1000000000000.001", "+1", " 1", "NaN"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert!(serde_json::from_str::<Decimal>("1e300").is_err() && serde_json::from_str::<Decimal>("\"1\"").is_err());
    }

    #[test]
    fn four_digits_are_kept_and_the_others_rounded_down() {
        for (number, kept) in
            [("6.5", "6.5"), ("24", "24"), ("12.34", "12.34"), ("1999.9", "1999"), ("-50.001", "-50.01")]
        {
            assert_eq!(Decimal::parse(number).map(Decimal::first_digits), Decimal::parse(kept), "{number}");
        }
    }

    proptest! {
        #[test]
        fn numbers_survive_json_and_text(thousandths in Decimal::MIN.0..=Decimal::MAX.0) {
            let number = Decimal(thousandths);
            let json = serde_json::to_string(&number).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&json, &number.to_string());
            prop_assert_eq!(serde_json::from_str::<Decimal>(&json).ok(), Some(number));
            prop_assert_eq!(Decimal::parse(&json), Some(number));
        }
    }
}
