//! Internal consistency of a score: Cronbach's alpha and item-rest correlations.

use crate::{Decimal, QuestionId};

/// Sums over the records in which every question of a score has points.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Reliability {
    items: Vec<ItemSums>,
    records: u64,
    total: i128,
    total_squared: i128,
}

/// Sums of one question's points, in thousandths.
#[derive(Clone, Debug, Eq, PartialEq)]
struct ItemSums {
    question: QuestionId,
    weight: i128,
    points: i128,
    squared: i128,
    with_total: i128,
}

/// The correlation of a question's points with the sum of the others', from −1 to 1; `None` if either is constant.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemRest {
    pub question: QuestionId,
    pub correlation: Option<f64>,
}

/// A billion points in thousandths. Squares of this size over ten million records do not overflow.
const MOST: i128 = 1_000_000_000_000;

impl Reliability {
    /// The minimum number of questions for a meaningful result.
    pub const FEWEST: usize = 3;

    /// For these questions with their weights in the score.
    pub fn of(questions: impl IntoIterator<Item = (QuestionId, u16)>) -> Self {
        let sums = |(question, weight): (QuestionId, u16)| ItemSums {
            question,
            weight: weight.into(),
            points: 0,
            squared: 0,
            with_total: 0,
        };
        Self { items: questions.into_iter().map(sums).collect(), ..Self::default() }
    }

    /// Counts a record unless a question has no points in it or more than a billion.
    pub fn add(&mut self, points: impl Fn(&QuestionId) -> Option<Decimal>) {
        let weighted = |item: &ItemSums| Some(i128::from(points(&item.question)?.thousandths()) * item.weight);
        let Some(points) = self.items.iter().map(weighted).collect::<Option<Vec<i128>>>() else { return };
        let total: i128 = points.iter().sum();
        if points.iter().chain([&total]).any(|points| points.abs() > MOST) {
            return;
        }
        for (item, points) in self.items.iter_mut().zip(points) {
            item.points += points;
            item.squared += points * points;
            item.with_total += points * total;
        }
        self.records += 1;
        self.total += total;
        self.total_squared += total * total;
    }

    pub fn records(&self) -> u64 {
        self.records
    }

    /// `k / (k − 1) · (1 − Σ variances / variance of the sum)`, after L. J. Cronbach, Coefficient alpha and the
    /// internal structure of tests, Psychometrika 16 (1951), 297–334. `None` if all sums are equal or there are fewer
    /// than two questions.
    pub fn alpha(&self) -> Option<f64> {
        let total = self.deviation(self.total_squared, self.total, self.total);
        if self.items.len() < 2 || total == 0 {
            return None;
        }
        let items: i128 = self.items.iter().map(|item| self.deviation(item.squared, item.points, item.points)).sum();
        let count = ratio(self.items.len().try_into().ok()?, 1);
        Some(count / (count - 1.0) * (1.0 - ratio(items, total)))
    }

    /// In the order of the questions.
    pub fn item_rest(&self) -> Vec<ItemRest> {
        let total = self.deviation(self.total_squared, self.total, self.total);
        let of_item = |item: &ItemSums| {
            let variance = self.deviation(item.squared, item.points, item.points);
            let with_total = self.deviation(item.with_total, item.points, self.total);
            let rest = total + variance - 2 * with_total;
            let correlation = (variance > 0 && rest > 0)
                .then(|| ratio(with_total - variance, 1) / (ratio(variance, 1).sqrt() * ratio(rest, 1).sqrt()));
            ItemRest { question: item.question.clone(), correlation }
        };
        self.items.iter().map(of_item).collect()
    }

    /// The sum of products about the means, times the number of records.
    fn deviation(&self, products: i128, one: i128, other: i128) -> i128 {
        i128::from(self.records) * products - one * other
    }
}

#[expect(clippy::cast_precision_loss, reason = "what is shown has two digits")]
fn ratio(part: i128, whole: i128) -> f64 {
    part as f64 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings of 30 departments of a company: S. Chatterjee and B. Price, Regression Analysis by Example (1977),
    /// shipped with R as `attitude`.
    const ATTITUDE: [[i32; 7]; 30] = [
        [43, 51, 30, 39, 61, 92, 45],
        [63, 64, 51, 54, 63, 73, 47],
        [71, 70, 68, 69, 76, 86, 48],
        [61, 63, 45, 47, 54, 84, 35],
        [81, 78, 56, 66, 71, 83, 47],
        [43, 55, 49, 44, 54, 49, 34],
        [58, 67, 42, 56, 66, 68, 35],
        [71, 75, 50, 55, 70, 66, 41],
        [72, 82, 72, 67, 71, 83, 31],
        [67, 61, 45, 47, 62, 80, 41],
        [64, 53, 53, 58, 58, 67, 34],
        [67, 60, 47, 39, 59, 74, 41],
        [69, 62, 57, 42, 55, 63, 25],
        [68, 83, 83, 45, 59, 77, 35],
        [77, 77, 54, 72, 79, 77, 46],
        [81, 90, 50, 72, 60, 54, 36],
        [74, 85, 64, 69, 79, 79, 63],
        [65, 60, 65, 75, 55, 80, 60],
        [65, 70, 46, 57, 75, 85, 46],
        [50, 58, 68, 54, 64, 78, 52],
        [50, 40, 33, 34, 43, 64, 33],
        [64, 61, 52, 62, 66, 80, 41],
        [53, 66, 52, 50, 63, 80, 37],
        [40, 37, 42, 58, 50, 57, 49],
        [63, 54, 42, 48, 66, 75, 33],
        [66, 77, 66, 63, 88, 76, 72],
        [78, 75, 58, 74, 80, 78, 49],
        [48, 57, 44, 45, 51, 83, 38],
        [85, 85, 71, 71, 77, 74, 55],
        [82, 82, 39, 59, 64, 78, 39],
    ];

    fn questions(count: usize) -> Vec<QuestionId> {
        (0..count).map(|index| QuestionId::parse(&format!("q{index}")).expect("an id")).collect()
    }

    fn of<const N: usize>(rows: &[[i32; N]]) -> Reliability {
        let questions = questions(N);
        let mut sums = Reliability::of(questions.iter().cloned().map(|question| (question, 1)));
        for row in rows {
            sums.add(|question| {
                let at = questions.iter().position(|known| known == question)?;
                Some(Decimal::whole(row[at]))
            });
        }
        sums
    }

    /// The expected figures are published in the manual of R's package psych (W. Revelle) for `alpha(attitude)`:
    /// `raw_alpha` 0.84, and `r.drop` of the seven ratings.
    #[test]
    fn figures_of_a_published_example() {
        let sums = of(&ATTITUDE);
        assert_eq!(sums.alpha().map(|alpha| format!("{alpha:.2}")), Some("0.84".to_owned()));
        let found: Vec<String> =
            sums.item_rest().iter().map(|item| format!("{:.2}", item.correlation.unwrap_or(f64::NAN))).collect();
        assert_eq!(found, ["0.67", "0.74", "0.56", "0.71", "0.79", "0.27", "0.46"]);
        assert_eq!(sums.records(), 30);
    }

    #[test]
    fn records_without_all_points_do_not_count_and_nothing_is_divided_by_nothing() {
        let mut sums = of(&[[1, 1, 1], [1, 1, 1]]);
        sums.add(|question| (question.as_str() != "q1").then_some(Decimal::whole(3)));
        assert_eq!((sums.records(), sums.alpha()), (2, None));
        assert!(sums.item_rest().iter().all(|item| item.correlation.is_none()));
        assert_eq!(of(&[[1], [2]]).alpha(), None, "one question goes together with nothing");
        assert_eq!(Reliability::default().alpha(), None);
    }
}
