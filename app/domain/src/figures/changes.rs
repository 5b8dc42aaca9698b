//! What became of the scores of respondents who have two attempts.

use std::collections::{BTreeMap, HashMap};

use crate::{AnswersRecord, Decimal, Definition, FieldCode, FieldError, Name, UserId, Verdict};

/// The attempts that are compared.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct AttemptPair {
    /// `None` for the first.
    pub from: Option<u32>,
    /// `None` for the last one submitted.
    pub to: Option<u32>,
    pub by: NumberedBy,
}

/// What the numbers of a pair count.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum NumberedBy {
    #[default]
    Attempts,
    /// The occasions of a series, of which a respondent may have missed some.
    Occasions,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ChangeFigures {
    /// Respondents with both attempts.
    pub both: u64,
    /// Respondents with the earlier attempt who have not submitted the later one.
    pub only_from: u64,
    /// The overall score, `None`, and the categories of the owner.
    pub scores: BTreeMap<Option<Name>, ScoreChanges>,
}

/// The changes of one score.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ScoreChanges {
    /// Respondents whose two scores compare.
    pub count: u64,
    /// Respondents with two scores that are computed from something else.
    pub not_comparable: u64,
    /// Where the scoring judges change; a recovery counts among the better ones, too.
    pub verdicts: Option<Verdicts>,
    /// The first [`ScoreChanges::LISTED`] respondents of each count.
    respondents: BTreeMap<ChangeCount, Vec<UserId>>,
    /// In thousandths.
    before: i128,
    change: i128,
    squares: u128,
}

/// What [`ScoreChanges`] counts.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum ChangeCount {
    Compared,
    NotComparable,
    Better,
    Same,
    Worse,
    Recovered,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Verdicts {
    pub better: u64,
    pub same: u64,
    pub worse: u64,
    pub recovered: u64,
}

impl ChangeFigures {
    /// The respondents that are listed, with repetitions.
    pub fn listed(&self) -> usize {
        self.scores.values().flat_map(|changes| changes.respondents.values()).map(Vec::len).sum()
    }
}

impl AttemptPair {
    /// # Errors
    /// If the later one is not after the earlier one. Attempts and occasions are numbered from 1.
    pub fn new(by: NumberedBy, from: Option<u32>, to: Option<u32>) -> Result<Self, FieldError> {
        let (from_name, to_name) = by.names();
        let out = |name: &'static str, min: u32| {
            FieldError::new(name, FieldCode::OutOfRange { min: min.into(), max: u32::MAX.into() })
        };
        if from == Some(0) {
            return Err(out(from_name, 1));
        }
        let from_number = from.unwrap_or(1);
        if to.is_some_and(|to| to <= from_number) {
            return Err(out(to_name, from_number.saturating_add(1)));
        }
        Ok(Self { from, to, by })
    }

    /// The numbers of both attempts of a respondent whose last submitted attempt is this one. The later is `None` if it
    /// was not submitted, and both are if the earlier was not.
    pub fn of(self, last: u32) -> Option<(u32, Option<u32>)> {
        let (from, to) = (self.from.unwrap_or(1), self.to.unwrap_or(last));
        (from <= last).then_some((from, Some(to).filter(|to| from < *to && *to <= last)))
    }
}

impl NumberedBy {
    /// The names of both numbers in requests.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Attempts => ("fromAttempt", "toAttempt"),
            Self::Occasions => ("fromOccasion", "toOccasion"),
        }
    }
}

impl ChangeCount {
    pub const ALL: [Self; 6] =
        [Self::Compared, Self::NotComparable, Self::Better, Self::Same, Self::Worse, Self::Recovered];

    /// Its name in addresses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Compared => "compared",
            Self::NotComparable => "not_comparable",
            Self::Better => "better",
            Self::Same => "same",
            Self::Worse => "worse",
            Self::Recovered => "recovered",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|count| count.as_str() == text)
    }
}

impl ScoreChanges {
    /// More respondents are counted, and not named.
    pub const LISTED: usize = 100;

    /// The first respondents of a count, in the order of the answers.
    pub fn respondents(&self, of: ChangeCount) -> &[UserId] {
        self.respondents.get(&of).map_or(&[], Vec::as_slice)
    }

    pub fn number(&self, of: ChangeCount) -> u64 {
        let verdicts = self.verdicts.unwrap_or_default();
        match of {
            ChangeCount::Compared => self.count,
            ChangeCount::NotComparable => self.not_comparable,
            ChangeCount::Better => verdicts.better,
            ChangeCount::Same => verdicts.same,
            ChangeCount::Worse => verdicts.worse,
            ChangeCount::Recovered => verdicts.recovered,
        }
    }

    fn list(&mut self, of: ChangeCount, user: &UserId) {
        let listed = self.respondents.entry(of).or_default();
        if listed.len() < Self::LISTED {
            listed.push(user.clone());
        }
    }

    fn add(&mut self, before: Decimal, now: Decimal) {
        let change = i128::from(now.thousandths()) - i128::from(before.thousandths());
        self.count += 1;
        self.before += i128::from(before.thousandths());
        self.change += change;
        self.squares = self.squares.saturating_add(change.unsigned_abs().saturating_pow(2));
    }

    fn judge(&mut self, verdict: Verdict, user: &UserId) {
        let verdicts = self.verdicts.get_or_insert_default();
        verdicts.better += u64::from(verdict.is_better());
        verdicts.recovered += u64::from(verdict == Verdict::Recovered);
        verdicts.same += u64::from(verdict == Verdict::Same);
        verdicts.worse += u64::from(verdict == Verdict::Worse);
        let counts: &[ChangeCount] = match verdict {
            Verdict::Better => &[ChangeCount::Better],
            Verdict::Recovered => &[ChangeCount::Better, ChangeCount::Recovered],
            Verdict::Same => &[ChangeCount::Same],
            Verdict::Worse => &[ChangeCount::Worse],
            Verdict::NotComparable => &[],
        };
        for of in counts {
            self.list(*of, user);
        }
    }

    /// To two decimals, as all of these.
    pub fn mean_before(&self) -> Option<Decimal> {
        self.mean(self.before)
    }

    pub fn mean_after(&self) -> Option<Decimal> {
        self.mean(self.before + self.change)
    }

    pub fn mean_change(&self) -> Option<Decimal> {
        self.mean(self.change)
    }

    /// The standard deviation of the changes, of a sample (n − 1).
    pub fn sd(&self) -> Option<Decimal> {
        let count = u128::from(self.count);
        let spread = self.spread()?;
        // Twice the deviation in hundredths, rounded down: its square is a ratio of whole numbers.
        let twice = (spread.checked_mul(4)? / (100 * count * (count - 1))).isqrt();
        Decimal::from_hundredths(twice.div_ceil(2))
    }

    /// The standardised mean change: the mean change over the standard deviation of the changes.
    pub fn standardised(&self) -> Option<Decimal> {
        let count = u128::from(self.count);
        let spread = self.spread().filter(|spread| *spread > 0)?;
        let squared = self.change.unsigned_abs().checked_pow(2)?.checked_mul(4 * 10_000 * (count - 1))?;
        let size = Decimal::from_hundredths((squared / count.checked_mul(spread)?).isqrt().div_ceil(2))?;
        Some(if self.change < 0 { size.negated() } else { size })
    }

    /// The variance of the changes in millionths, times n (n − 1). `None` for fewer than two.
    fn spread(&self) -> Option<u128> {
        let squared = u128::from(self.count).checked_mul(self.squares)?;
        (self.count > 1).then(|| squared.checked_sub(self.change.unsigned_abs().checked_pow(2)?)).flatten()
    }

    /// Rounded half away from zero.
    fn mean(&self, sum: i128) -> Option<Decimal> {
        let of = 10 * u128::from(self.count);
        let size = (2 * sum.unsigned_abs() + of).checked_div(2 * of)?;
        let size = Decimal::from_hundredths(size)?;
        Some(if sum < 0 { size.negated() } else { size })
    }
}

/// Counts respondents one by one.
pub struct ChangeCounter<'d> {
    versions: &'d BTreeMap<u32, Definition>,
    /// Whether two versions compute a score from the same.
    compared: HashMap<(u32, u32, Option<Name>), bool>,
    pub figures: ChangeFigures,
}

impl<'d> ChangeCounter<'d> {
    pub fn new(versions: &'d BTreeMap<u32, Definition>) -> Self {
        Self { versions, compared: HashMap::new(), figures: ChangeFigures::default() }
    }

    /// Adds both attempts of a respondent. The scores of versions that are not known compare with none.
    pub fn add(&mut self, then: &AnswersRecord, now: &AnswersRecord) {
        let (Some(before), Some(after)) = (&then.submission, &now.submission) else { return };
        self.figures.both += 1;
        let versions = (then.scored_version(), now.scored_version());
        let Some(scored_by) = self.versions.get(&versions.1) else { return };
        for of in scored_by.measured() {
            let (Some(before), Some(after)) = (before.scores.scored_of(of), after.scores.scored_of(of)) else {
                continue;
            };
            let compares = before.range == after.range && self.compares(versions, of);
            let changes = self.figures.scores.entry(of.cloned()).or_default();
            if !compares {
                changes.not_comparable += 1;
                changes.list(ChangeCount::NotComparable, &now.user);
                continue;
            }
            changes.add(before.score, after.score);
            changes.list(ChangeCount::Compared, &now.user);
            if let Some(rule) = scored_by.scoring.as_ref().and_then(|scoring| scoring.change_of(of)) {
                changes.judge(rule.judge(before.score, after.score).verdict, &now.user);
            }
        }
    }

    fn compares(&mut self, (then, now): (u32, u32), of: Option<&Name>) -> bool {
        let versions = self.versions;
        *self.compared.entry((then, now, of.cloned())).or_insert_with(|| {
            let both = versions.get(&then).zip(versions.get(&now));
            both.is_some_and(|(then, now)| now.computes_as(then, of))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    fn of(pairs: &[(&str, &str)]) -> ScoreChanges {
        let mut changes = ScoreChanges::default();
        for (before, now) in pairs {
            changes.add(number(before), number(now));
        }
        changes
    }

    #[test]
    fn means_and_deviations_are_those_of_the_changes() {
        // The changes 10, -2, 4 and 0: mean 3, variance ((49 + 25 + 1 + 9) / 3) = 28, deviation 5.2915, ratio 0.5669.
        let changes = of(&[("10", "20"), ("12", "10"), ("3", "7"), ("5", "5")]);
        assert_eq!(changes.mean_before(), Some(number("7.5")));
        assert_eq!(changes.mean_after(), Some(number("10.5")));
        assert_eq!(changes.mean_change(), Some(number("3")));
        assert_eq!(changes.sd(), Some(number("5.29")));
        assert_eq!(changes.standardised(), Some(number("0.57")));
        let falling = of(&[("20", "10"), ("10", "12"), ("7", "3"), ("5", "5")]);
        assert_eq!(falling.standardised(), Some(number("-0.57")));
        assert_eq!(falling.mean_change(), Some(number("-3")));
    }

    #[test]
    fn what_cannot_be_reckoned_is_absent() {
        assert_eq!(of(&[]).mean_change(), None);
        let one = of(&[("1.005", "2")]);
        assert_eq!((one.mean_change(), one.sd(), one.standardised()), (Some(number("1")), None, None));
        let alike = of(&[("1", "3"), ("2", "4")]);
        assert_eq!((alike.sd(), alike.standardised()), (Some(Decimal::ZERO), None));
        let large = Decimal::MAX.to_string();
        let far = of(&[(&format!("-{large}"), &large), (&large, &format!("-{large}"))]);
        assert_eq!(far.mean_change(), Some(Decimal::ZERO));
    }

    #[test]
    fn a_pair_is_of_attempts_that_were_submitted() {
        let pair = |from, to, last| AttemptPair { from, to, ..AttemptPair::default() }.of(last);
        assert_eq!(pair(None, None, 3), Some((1, Some(3))));
        assert_eq!(pair(None, None, 1), Some((1, None)), "one attempt is no pair");
        assert_eq!(pair(Some(2), Some(3), 2), Some((2, None)));
        assert_eq!(pair(Some(2), Some(3), 5), Some((2, Some(3))));
        assert_eq!(pair(Some(4), None, 3), None);
        for (from, to) in [(Some(0), None), (None, Some(1)), (Some(3), Some(3)), (Some(u32::MAX), Some(u32::MAX))] {
            AttemptPair::new(NumberedBy::Attempts, from, to).expect_err("no pair");
        }
        AttemptPair::new(NumberedBy::Attempts, None, Some(2)).expect("a pair");
    }
}
