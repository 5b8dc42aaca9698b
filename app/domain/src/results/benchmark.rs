//! How a score compares with those of everyone else who has submitted a comparable attempt.

use std::collections::{BTreeMap, HashMap};

use crate::{AnswersRecord, Decimal, Definition, Name, Scored, Scores};

/// Scores by how many have them, each score of the quiz and each range apart: sums of different questions do not compare.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Benchmarks(BTreeMap<BenchmarkKey, BTreeMap<Decimal, u64>>);

/// The overall score, `None`, or that of a category, with the least and the greatest that it could have been.
type BenchmarkKey = (Option<Name>, Option<(Decimal, Decimal)>);

/// Where a score stands among those of others.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BenchmarkPlace {
    /// How many of a hundred others have a lower score, rounded to fives: from 0 to 100. In smaller steps a change would
    /// tell the score of the respondent who was counted last.
    pub lower: u8,
    pub others: u64,
}

impl BenchmarkPlace {
    /// With fewer others, a place is not told.
    pub const FEWEST: u64 = 30;
    /// A count is replaced once so many more are counted.
    pub const ADDED: u64 = 10;
}

/// Counts the scores that compare with those of one version.
pub struct BenchmarkCounter<'d> {
    scored_by: &'d Definition,
    versions: &'d BTreeMap<u32, Definition>,
    /// The scores with a benchmark that compare, by version.
    comparable: HashMap<u32, Vec<Option<Name>>>,
    pub benchmarks: Benchmarks,
}

impl<'d> BenchmarkCounter<'d> {
    pub fn new(scored_by: &'d Definition, versions: &'d BTreeMap<u32, Definition>) -> Self {
        Self { scored_by, versions, comparable: HashMap::new(), benchmarks: Benchmarks::default() }
    }

    /// Counts a respondent's last submitted attempt.
    pub fn add(&mut self, record: &AnswersRecord) {
        let Some(submission) = &record.submission else { return };
        let (scored_by, versions) = (self.scored_by, self.versions);
        let comparable = self.comparable.entry(record.scored_version()).or_insert_with_key(|version| {
            let Some(other) = versions.get(version) else { return Vec::new() };
            let compares = |of: &Option<Name>| scored_by.computes_as(other, of.as_ref());
            scored_by.benchmarked().map(Option::<&Name>::cloned).filter(compares).collect()
        });
        for of in &*comparable {
            if let Some(Scored { score, range, .. }) = submission.scores.scored_of(of.as_ref()) {
                *self.benchmarks.0.entry((of.clone(), *range)).or_default().entry(*score).or_default() += 1;
            }
        }
    }
}

impl Benchmarks {
    /// True if at least so many scores came to these before, or one of these is gone. Until then those before are told:
    /// a count with one more score would give it away.
    pub fn replaces(&self, before: &Self) -> bool {
        let has_lost = before.0.iter().any(|(key, counts)| {
            let now = self.0.get(key);
            counts.iter().any(|(score, count)| now.and_then(|now| now.get(score)).is_none_or(|now| now < count))
        });
        let all = |counted: &Self| counted.0.values().map(|counts| counts.values().sum::<u64>()).max().unwrap_or(0);
        has_lost || all(self) >= all(before) + BenchmarkPlace::ADDED
    }

    /// Approximate size in memory.
    pub fn bytes(&self) -> usize {
        64 * (1 + self.0.values().map(|counts| 2 + counts.len()).sum::<usize>())
    }

    /// The place of a score; `is_counted` if it is one of those that were counted. `None` with too few others.
    pub fn place(&self, scores: &Scores, of: Option<&Name>, is_counted: bool) -> Option<BenchmarkPlace> {
        let Scored { score, range, .. } = scores.scored_of(of)?;
        let counts = self.0.get(&(of.cloned(), *range))?;
        let own = u64::from(is_counted && counts.contains_key(score));
        let others = counts.values().sum::<u64>() - own;
        let lower: u64 = counts.range(..score).map(|(_, count)| count).sum();
        let percent = (others >= BenchmarkPlace::FEWEST).then(|| (lower * 40 + others) / (2 * others) * 5)?;
        Some(BenchmarkPlace { lower: u8::try_from(percent).ok()?, others })
    }
}

impl Definition {
    /// The overall score, `None`, and the categories of the owner of which respondents read how they compare.
    pub fn benchmarked(&self) -> impl Iterator<Item = Option<&Name>> {
        let scoring = self.scoring.as_ref();
        self.measured().filter(move |of| scoring.is_some_and(|scoring| scoring.is_benchmarked(*of)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(scores: &[(i32, u64)]) -> Benchmarks {
        let scores = scores.iter().map(|(score, count)| (Decimal::whole(*score), *count)).collect();
        Benchmarks(BTreeMap::from([((None, None), scores)]))
    }

    #[test]
    fn a_count_is_replaced_by_ten_more_or_if_a_score_is_gone() {
        let before = counted(&[(1, 20), (2, 20)]);
        assert!(!counted(&[(1, 20), (2, 20)]).replaces(&before));
        assert!(!counted(&[(1, 25), (2, 23), (3, 1)]).replaces(&before));
        assert!(counted(&[(1, 25), (2, 23), (3, 2)]).replaces(&before));
        assert!(counted(&[(1, 19), (2, 21)]).replaces(&before) && counted(&[(2, 20)]).replaces(&before));
        assert!(counted(&[]).replaces(&before) && !counted(&[]).replaces(&Benchmarks::default()));
    }
}
