//! Scores of groups of submitted records.

use std::collections::BTreeMap;

use super::detail::bucket;
use crate::{AnswersRecord, Decimal, Name, Scored};

/// By value of a breakdown.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ComparedGroups {
    pub by_value: BTreeMap<String, GroupFigures>,
    /// True if there are more than [`ComparedGroups::MOST`], and the others are left out.
    pub is_partial: bool,
}

/// By category, `None` for the overall score.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GroupFigures(BTreeMap<Option<Name>, GroupScore>);

/// A score of the records of a group.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GroupScore {
    /// Records with the score.
    pub total: u64,
    /// In thousandths.
    sum: i128,
    squares: i128,
    bands: BTreeMap<String, u64>,
}

impl ComparedGroups {
    pub const MOST: usize = 200;

    /// `values` are those of the record.
    pub(super) fn add(&mut self, record: &AnswersRecord, values: &[String]) {
        for value in values {
            if self.by_value.len() >= Self::MOST && !self.by_value.contains_key(value) {
                self.is_partial = true;
                continue;
            }
            bucket(&mut self.by_value, value).add(record);
        }
    }

    /// The number of counters held.
    pub(super) fn entries(&self) -> usize {
        self.by_value.values().flat_map(|group| group.0.values()).map(|score| 1 + score.bands.len()).sum()
    }
}

impl GroupFigures {
    fn add(&mut self, record: &AnswersRecord) {
        let Some(submission) = &record.submission else { return };
        if let Some(scored) = &submission.scores.overall {
            bucket(&mut self.0, &None).add(scored);
        }
        for (category, scored) in &submission.scores.categories {
            bucket(&mut self.0, &Some(category.clone())).add(scored);
        }
    }

    /// Of the overall score or of a category; `None` if no record has it.
    pub fn score(&self, category: Option<&Name>) -> Option<&GroupScore> {
        self.0.get(&category.cloned())
    }
}

impl GroupScore {
    fn add(&mut self, scored: &Scored) {
        let thousandths = i128::from(scored.score.thousandths());
        self.total += 1;
        self.sum += thousandths;
        self.squares += thousandths * thousandths;
        if let Some(band) = scored.band_id() {
            *self.bands.entry(band.to_owned()).or_default() += 1;
        }
    }

    /// To three decimals.
    pub fn mean(&self) -> Option<Decimal> {
        let total = i128::from(self.total);
        Decimal::from_thousandths((2 * self.sum + total).div_euclid(2 * total))
    }

    /// Of a sample (n − 1), to three decimals; `None` for fewer than two.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "it is rounded to three places")]
    pub fn deviation(&self) -> Option<Decimal> {
        let total = i128::from(self.total);
        // The sum of the squares of the deviations, times the number of records: exact until it is divided.
        let spread = total * self.squares - self.sum * self.sum;
        let pairs = total * (total - 1);
        (pairs > 0).then(|| Decimal::from_thousandths((spread as f64 / pairs as f64).sqrt().round() as i128)).flatten()
    }

    pub fn in_band(&self, band: &str) -> u64 {
        self.bands.get(band).copied().unwrap_or_default()
    }
}
