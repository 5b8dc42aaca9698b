//! Counts of the numeric answers to a question.

use std::collections::BTreeMap;

use super::insights::{ScoreSummary, within};
use crate::Decimal;

/// Counts of each number. Beyond `MOST` different numbers, counts are by the first four digits, with some
/// figures kept exact.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct AnsweredNumbers {
    counts: BTreeMap<Decimal, u64>,
    exact: Option<Box<Exact>>,
}

/// Figures that stay exact when there are too many different numbers.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Exact {
    least: Decimal,
    greatest: Decimal,
    total: u64,
    /// In thousandths.
    sum: i128,
    squares: i128,
    /// By the first number of each part; see [`Item::parts`](crate::Item::parts).
    parts: BTreeMap<Decimal, u64>,
}

impl AnsweredNumbers {
    /// The maximum of different numbers of one question that are counted separately.
    const MOST: usize = 20_000;

    /// Adds a number that tallies have rounded already.
    pub(super) fn add_kept(&mut self, number: Decimal, count: u64) {
        *self.counts.entry(number).or_default() += count;
    }

    /// Adds one number; `parts` are those of the question.
    pub(super) fn add(&mut self, number: Decimal, parts: &[Decimal]) {
        if let Some(exact) = &mut self.exact {
            exact.add(number, 1, parts);
            return self.add_kept(number.first_digits(), 1);
        }
        self.add_kept(number, 1);
        if self.counts.len() > Self::MOST {
            let mut exact = Exact::of(number, parts);
            let mut kept = BTreeMap::new();
            for (number, count) in &self.counts {
                exact.add(*number, *count, parts);
                *kept.entry(number.first_digits()).or_default() += count;
            }
            (self.counts, self.exact) = (kept, Some(Box::new(exact)));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len() + self.exact.as_ref().map_or(0, |exact| exact.parts.len())
    }

    /// The count from `from` to below `below`; exact if both are bounds of parts.
    pub(super) fn between(&self, from: Decimal, below: Option<Decimal>) -> u64 {
        let is_bound = |parts: &BTreeMap<Decimal, u64>| {
            parts.contains_key(&from) && below.is_none_or(|below| parts.contains_key(&below))
        };
        let exact = self.exact.as_ref().map(|exact| &exact.parts).filter(|parts| is_bound(parts));
        within(Some(exact.unwrap_or(&self.counts)), from, below)
    }

    /// `None` if there are no numbers.
    pub(super) fn summary(&self) -> Option<ScoreSummary> {
        let of_counts = ScoreSummary::of(&self.counts)?;
        let Some(exact) = &self.exact else { return Some(of_counts) };
        let Exact { least, greatest, total, .. } = **exact;
        Some(ScoreSummary {
            total,
            least,
            median: of_counts.median,
            mean: exact.mean()?,
            deviation: exact.deviation(),
            greatest,
        })
    }
}

impl Exact {
    fn of(number: Decimal, parts: &[Decimal]) -> Self {
        let parts = parts.iter().map(|from| (*from, 0)).collect();
        Self { least: number, greatest: number, total: 0, sum: 0, squares: 0, parts }
    }

    fn add(&mut self, number: Decimal, count: u64, parts: &[Decimal]) {
        let (thousandths, times) = (i128::from(number.thousandths()), i128::from(count));
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
        self.total += count;
        self.sum += thousandths * times;
        self.squares += thousandths * thousandths * times;
        if let Some(from) = parts.iter().rev().find(|from| **from <= number) {
            *self.parts.entry(*from).or_default() += count;
        }
    }

    fn mean(&self) -> Option<Decimal> {
        let total = i128::from(self.total);
        Decimal::from_thousandths((2 * self.sum + total).div_euclid(2 * total))
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "it is rounded to three places")]
    fn deviation(&self) -> Option<Decimal> {
        let total = i128::from(self.total);
        let others = self.total.checked_sub(1).filter(|others| *others > 0)?;
        // Squared distances from a whole number near the mean, corrected for its distance to the mean.
        let near = self.sum.div_euclid(total);
        let off = self.sum.rem_euclid(total) as f64 / total as f64;
        let squares = (self.squares - 2 * near * self.sum + total * near * near) as f64 - total as f64 * off * off;
        Decimal::from_thousandths((squares / others as f64).sqrt().round() as i128)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn of_very_many_numbers_the_spread_and_the_parts_stay_exact(
            few in proptest::collection::vec(-90_000_000..90_000_000_i128, 1..30),
        ) {
            let number = |thousandths: i128| Decimal::from_thousandths(thousandths).expect("in range");
            let many = (0..25_000).map(|at| at * 7_013 - 80_000_000);
            let all: Vec<Decimal> = few.into_iter().chain(many).map(number).collect();
            let parts = [-100_000_000, -12_345_000, 0, 12_345_678].map(number);
            let (mut counted, mut every) = (AnsweredNumbers::default(), BTreeMap::new());
            for number in &all {
                counted.add(*number, &parts);
                *every.entry(*number).or_insert(0_u64) += 1;
            }
            prop_assert!(counted.len() <= AnsweredNumbers::MOST);
            let (told, expected) = (counted.summary().expect("some"), ScoreSummary::of(&every).expect("some"));
            prop_assert_eq!(ScoreSummary { median: expected.median, ..told }, expected);
            prop_assert_eq!(told.median.first_digits(), expected.median.first_digits());
            for (at, from) in parts.iter().enumerate() {
                let below = parts.get(at + 1).copied();
                prop_assert_eq!(counted.between(*from, below), within(Some(&every), *from, below));
            }
        }
    }
}
