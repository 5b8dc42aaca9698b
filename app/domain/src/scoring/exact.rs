//! Exact points and the single rounding of a published number.

use crate::Decimal;

/// Points as a whole number of a very small unit, in which every step of a scale comes out even.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Exact(i128);

/// Divides by each number from 1 to 20, the most steps of a scale.
const STEPS: i128 = 232_792_560;
/// Of this unit in 1.
const UNIT: i128 = 1000 * STEPS;

impl Exact {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const HUNDRED: Self = Self(100 * UNIT);

    /// The part of 100 that these steps of all are; nothing of no steps.
    pub(crate) fn step(step: i32, all: i32) -> Self {
        Self((100 * UNIT * i128::from(step)).checked_div(i128::from(all)).unwrap_or_default())
    }

    pub(crate) fn times(self, number: i128) -> Self {
        Self(self.0 * number)
    }

    /// This divided by a number over 0, rounded half up to so many decimal places, of three at most.
    pub(crate) fn rounded(self, by: i128, places: u8) -> Option<Decimal> {
        let step = i128::from(Decimal::step(places).thousandths());
        let (number, unit) = (2 * self.0, 2 * by * STEPS * step);
        let half = unit / 2;
        Decimal::from_thousandths(number.checked_add(half)?.checked_div_euclid(unit)? * step)
    }
}

impl From<Decimal> for Exact {
    fn from(number: Decimal) -> Self {
        Self(i128::from(number.thousandths()) * STEPS)
    }
}

impl std::ops::Add for Exact {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::iter::Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, |sum, one| sum + one)
    }
}
