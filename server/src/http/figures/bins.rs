//! Bins of a range of numbers, with round bounds.

use domain::{Decimal, Item, ScoreSummary};

/// From the first number to below the second. The last bin has no end if it takes all higher numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Bin {
    pub(crate) from: Decimal,
    pub(crate) below: Option<Decimal>,
}

const MOST: i128 = 12;

impl Bin {
    /// `5 to below 7`; `5` if there is nothing in between.
    pub(super) fn name(self, step: Decimal) -> String {
        let Self { from, below } = self;
        match below {
            None => format!("{from} and over"),
            Some(below) if below.thousandths() - from.thousandths() <= step.thousandths() => from.to_string(),
            Some(below) => format!("{from} to below {below}"),
        }
    }

    /// The greatest number in the bin with the decimal places of a step.
    pub(super) fn last(self, step: Decimal) -> Option<Decimal> {
        Decimal::from_thousandths(i128::from(self.below?.thousandths()) - i128::from(step.thousandths()))
    }
}

/// The ranges of a number question's points.
pub(super) fn scored_bins(item: &Item<'_>) -> Vec<Bin> {
    let parts = item.parts();
    parts.iter().enumerate().map(|(at, from)| Bin { from: *from, below: parts.get(at + 1).copied() }).collect()
}

/// Bins of equal width over a spread of numbers: one, two or five times a power of ten, and at least `step`.
pub(super) fn round_bins(summary: ScoreSummary, step: Decimal) -> Vec<Bin> {
    let [least, greatest] = [summary.least, summary.greatest].map(|number| i128::from(number.thousandths()));
    let mut width = i128::from(step.thousandths().max(1));
    let bins = |width: i128| greatest.div_euclid(width) - least.div_euclid(width) + 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if bins(width) <= MOST {
            break;
        }
        // 1, 2, 5, 10, 20, 50: the multiples of each power of ten.
        let power = power_below(width);
        width = power * factor;
    }
    let first = least.div_euclid(width) * width;
    let bound = |index: i128| Decimal::from_thousandths(first + index * width);
    (0..bins(width)).filter_map(|index| Some(Bin { from: bound(index)?, below: Some(bound(index + 1)?) })).collect()
}

/// The greatest power of ten that is not greater than `number`.
fn power_below(number: i128) -> i128 {
    let mut power = 1;
    while power * 10 <= number {
        power *= 10;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    fn bins(least: &str, greatest: &str, step: &str) -> Vec<String> {
        let [least, greatest] = [least, greatest].map(number);
        let summary = ScoreSummary { total: 2, least, median: least, mean: least, deviation: None, greatest };
        let step = number(step);
        round_bins(summary, step).into_iter().map(|bin| bin.name(step)).collect()
    }

    #[test]
    fn bounds_are_round_and_hold_every_number() {
        assert_eq!(bins("1", "5", "1"), ["1", "2", "3", "4", "5"]);
        assert_eq!(bins("7", "7", "0.1"), ["7"]);
        assert_eq!(bins("0", "24", "1").first().map(String::as_str), Some("0 to below 5"));
        assert_eq!(bins("0", "24", "1").last().map(String::as_str), Some("20 to below 25"));
        let wide = bins("-1000000", "2000000", "0.01");
        assert_eq!((wide.len(), wide[0].as_str()), (7, "-1000000 to below -500000"));
    }

    #[test]
    fn the_last_number_of_a_bin_is_one_step_below_the_next() {
        let bin = Bin { from: number("5"), below: Some(number("7")) };
        assert_eq!((bin.last(number("0.1")), bin.last(number("1"))), (Some(number("6.9")), Some(number("6"))));
        assert_eq!(Bin { below: None, ..bin }.name(number("1")), "5 and over");
    }
}
