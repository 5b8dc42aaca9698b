//! Change between two scores of one person: what is more than noise, and its verdict.

use serde::{Deserialize, Serialize};

use crate::{Decimal, named};

/// The rule by which a change of a score counts, one of three: `sd` with `reliability`; `points`; `percent`, with
/// `points` or without.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeRule {
    pub better: Better,
    /// Of the instrument, from its manual; above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<Decimal>,
    /// Of the instrument, from its manual; 0 or more, below 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Decimal>,
    /// The smallest difference that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Decimal>,
    /// The same in per cent of the score that is compared with. With `points`, either is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<Decimal>,
    /// A score past it, to the better side, counts as recovered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<Decimal>,
}

named! {
    /// The direction in which a score improves.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Better {
        Higher => "higher",
        Lower => "lower",
    }
}

named! {
    /// What became of a score since an earlier attempt.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Verdict {
        Better => "better",
        Worse => "worse",
        /// No change that the rule counts.
        Same => "same",
        /// Better, and past the cut-off.
        Recovered => "recovered",
        /// The version of the earlier attempt computes the score from something else.
        NotComparable => "not_comparable",
    }
}

/// A change that was judged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Judged {
    pub verdict: Verdict,
    /// The later score less the earlier one; `None` where they do not compare.
    pub difference: Option<Decimal>,
    /// The reliable change index to two decimals, half away from zero; of the rule with `sd` alone.
    pub rci: Option<Decimal>,
    /// The smallest difference with two decimals that counts; `None` for a share of 0.
    pub smallest: Option<Decimal>,
}

impl Judged {
    pub(crate) const NOT_COMPARABLE: Self =
        Self { verdict: Verdict::NotComparable, difference: None, rci: None, smallest: None };
}

impl Verdict {
    /// True for a recovery, too, which totals count among the better ones.
    pub fn is_better(self) -> bool {
        matches!(self, Self::Better | Self::Recovered)
    }
}

impl ChangeRule {
    /// The change from one score to a later one that compares with it.
    pub fn judge(&self, before: Decimal, now: Decimal) -> Judged {
        let difference = i128::from(now.thousandths()) - i128::from(before.thousandths());
        let gain = if self.better == Better::Higher { difference } else { -difference };
        let verdict = match gain {
            _ if !self.counts(before, difference) => Verdict::Same,
            ..0 => Verdict::Worse,
            _ if !self.is_past_cutoff(before) && self.is_past_cutoff(now) => Verdict::Recovered,
            _ => Verdict::Better,
        };
        Judged {
            verdict,
            difference: Decimal::from_thousandths(difference),
            rci: self.reliable().and_then(|noise| noise.index(difference)),
            smallest: self.smallest(before),
        }
    }

    /// On the cut-off itself a score is not past it.
    fn is_past_cutoff(&self, score: Decimal) -> bool {
        self.cutoff.is_some_and(|cutoff| match self.better {
            Better::Higher => score > cutoff,
            Better::Lower => score < cutoff,
        })
    }

    /// True for a difference, in thousandths, that is more than noise.
    fn counts(&self, before: Decimal, difference: i128) -> bool {
        let size = difference.unsigned_abs();
        let is_enough = |points: Decimal| size >= points.thousandths().unsigned_abs().into();
        self.reliable().is_some_and(|noise| noise.is_exceeded(size))
            || self.points.is_some_and(is_enough)
            || self.share_of(before).is_some_and(|share| share.is_reached_by(size))
    }

    fn smallest(&self, before: Decimal) -> Option<Decimal> {
        let of_points = self.points.map(|points| u128::from(points.thousandths().unsigned_abs()).div_ceil(10));
        let of_share = self.share_of(before).map(|share| share.ceiling());
        let of_noise = self.reliable().map(Noise::least_above);
        [of_points, of_share, of_noise].into_iter().flatten().min().and_then(Decimal::from_hundredths)
    }

    fn reliable(&self) -> Option<Noise> {
        let sd = self.sd?.thousandths().unsigned_abs();
        let reliability = u64::try_from(self.reliability?.thousandths()).ok()?;
        let rest = 1000_u64.checked_sub(reliability).filter(|rest| *rest > 0 && sd > 0)?;
        Some(Noise { variance: 2 * u128::from(sd).pow(2) * u128::from(rest) })
    }

    /// The share of a score that counts; a score of 0 has none.
    fn share_of(&self, before: Decimal) -> Option<Share> {
        let whole = u128::from(before.thousandths().unsigned_abs());
        let percent = u128::from(self.percent?.thousandths().unsigned_abs());
        (whole > 0).then_some(Share(percent * whole))
    }
}

/// The variance of a difference of two scores, `2 · sd² · (1 − reliability)`, in billionths.
#[derive(Clone, Copy)]
struct Noise {
    variance: u128,
}

impl Noise {
    /// The square of 1.96 in ten-thousandths.
    const BOUND: u128 = 38_416;

    /// True where the index is above 1.96; `size` is in thousandths.
    fn is_exceeded(self, size: u128) -> bool {
        size.pow(2) * 10_000 * 1000 > Self::BOUND * self.variance
    }

    /// The reliable change index of a difference in thousandths.
    fn index(self, difference: i128) -> Option<Decimal> {
        // Twice the index in hundredths, rounded down: its square is a ratio of whole numbers.
        let twice = (4 * 10_000 * 1000 * difference.unsigned_abs().pow(2) / self.variance).isqrt();
        let size = Decimal::from_hundredths(twice.div_ceil(2))?;
        Some(if difference < 0 { size.negated() } else { size })
    }

    /// The smallest number of hundredths above the bound.
    fn least_above(self) -> u128 {
        // A hundredth is ten thousandths.
        (Self::BOUND * self.variance / (10_000 * 1000 * 100)).isqrt() + 1
    }
}

/// A share of a score, in hundred thousandths of thousandths.
struct Share(u128);

impl Share {
    const UNIT: u128 = 100_000;

    fn is_reached_by(&self, size: u128) -> bool {
        size * Self::UNIT >= self.0
    }

    /// In hundredths, rounded up.
    fn ceiling(&self) -> u128 {
        self.0.div_ceil(10 * Self::UNIT)
    }
}

#[cfg(test)]
mod tests;
