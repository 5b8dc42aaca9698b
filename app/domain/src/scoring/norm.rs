//! Norms: where a score stands in a group that was measured before.

use serde::{Deserialize, Serialize};

use crate::{Condition, Decimal, Text};

/// A group with `mean` and `sd`, or with `percentiles`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Norm {
    /// Of the group; 1 to 200 characters
    pub name: Text,
    /// Where the numbers are published; 1 to 1,000 characters
    pub source: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<Decimal>,
    /// Above 0
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<Decimal>,
    /// Pairs of a score and its percentile, both rising, linear between them
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<f64>>, max_items = 1000, required = false))]
    pub percentiles: Vec<(Decimal, Decimal)>,
}

/// The place of a score in a group.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Standing {
    /// Standard deviations above the mean to two decimals, half away from zero; of norms with a mean alone.
    pub z: Option<Decimal>,
    /// `50 + 10 z`, half up; of norms with a mean alone.
    pub t: Option<i64>,
    /// 1 to 99
    pub percentile: u8,
}

/// The bounds of the percentiles from 51 to 99, in ten-thousandths of a standard deviation: the quantiles of the normal
/// distribution, rounded. Those below 50 are the same, negative.
const BOUNDS: [i64; 49] = [
    251, 502, 753, 1004, 1257, 1510, 1764, 2019, 2275, 2533, 2793, 3055, 3319, 3585, 3853, 4125, 4399, 4677, 4959,
    5244, 5534, 5828, 6128, 6433, 6745, 7063, 7388, 7722, 8064, 8416, 8779, 9154, 9542, 9945, 10364, 10803, 11264,
    11750, 12265, 12816, 13408, 14051, 14758, 15548, 16449, 17507, 18808, 20537, 23263,
];

/// The bounds of the percentiles from 2 to 99, ascending.
fn bounds() -> impl Iterator<Item = i64> {
    BOUNDS.iter().rev().skip(1).map(|bound| -bound).chain([0]).chain(BOUNDS)
}

impl Norm {
    /// `None` for a norm that a check refuses.
    pub fn standing(&self, score: Decimal) -> Option<Standing> {
        match (self.mean, self.sd) {
            (Some(mean), Some(sd)) => of_mean(score, mean, sd),
            _ => Some(Standing { z: None, t: None, percentile: of_table(score, &self.percentiles)? }),
        }
    }
}

fn of_mean(score: Decimal, mean: Decimal, sd: Decimal) -> Option<Standing> {
    let above = i128::from(score.thousandths()) - i128::from(mean.thousandths());
    let sd = Some(i128::from(sd.thousandths())).filter(|sd| *sd > 0)?;
    let size = (200 * above.abs() + sd) / (2 * sd);
    let t = (2 * (50 * sd + 10 * above) + sd).div_euclid(2 * sd);
    let reached = bounds().filter(|bound| 10_000 * above >= i128::from(*bound) * sd).count();
    Some(Standing {
        z: Decimal::from_thousandths(10 * size * above.signum()),
        t: i64::try_from(t).ok(),
        percentile: u8::try_from(1 + reached).ok()?,
    })
}

fn of_table(score: Decimal, table: &[(Decimal, Decimal)]) -> Option<u8> {
    let thousandths = |(score, percentile): (Decimal, Decimal)| {
        (i128::from(score.thousandths()), i128::from(percentile.thousandths()))
    };
    let above = table.partition_point(|(bound, _)| *bound <= score);
    // At an end, both rows are the same.
    let (low, low_percentile) = thousandths(*table.get(above.saturating_sub(1))?);
    let (high, high_percentile) = thousandths(*table.get(above).or(table.last())?);
    let width = (high - low).max(1);
    let into = (i128::from(score.thousandths()) - low).clamp(0, high - low);
    let percentile = low_percentile * width + (high_percentile - low_percentile) * into;
    let unit = 1000 * width;
    u8::try_from((2 * percentile + unit).div_euclid(2 * unit).clamp(1, 99)).ok()
}

#[cfg(test)]
mod tests;
