//! Orders of a list of records, and its pages.

use domain::{AnswersRecord, Decimal};

use super::RecordFilter;

/// Records of the same score come newest first; after them those without a score, and last those not submitted. In the
/// orders of the submission, too, those not submitted come last, newest first.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum RecordOrder {
    /// By their first activity.
    #[default]
    Oldest,
    Newest,
    HighestScore,
    LowestScore,
    FirstSubmitted,
    LastSubmitted,
}

/// The position of a record in an order. Unlike a row number it stays right when records come and go.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecordPlace {
    /// 0 where the order is not by score; else the score in tenths, negative in the order that begins with the highest,
    /// and above all of them first that of a submitted record without a score. That of a record that is not submitted,
    /// in orders that need a submission, is above all others. Below all others is that of an attempt under way in whose
    /// place the list has the one before.
    pub rank: i64,
    /// The first activity; in an order by submission, that of a submitted record.
    pub at: domain::Timestamp,
    /// The user's id.
    pub user: String,
}

/// One page of a list.
#[derive(Clone, Debug, Default)]
pub struct RecordQuery {
    pub filter: RecordFilter,
    pub order: RecordOrder,
    /// The last record of the page before, or the first of the one behind it.
    pub after: Option<RecordPlace>,
    pub limit: u32,
}

/// A page of a list whose filter no index may serve.
#[derive(Clone, Debug, Default)]
pub struct RecordPage {
    pub items: Vec<AnswersRecord>,
    /// The places of the first and the last of them.
    pub ends: Option<(RecordPlace, RecordPlace)>,
    /// The place to continue from, on the side to which the page was read: there is more, or the end was not reached.
    /// The page may then have fewer records than asked for, or none.
    pub end: Option<RecordPlace>,
}

/// The number of records that fit a filter.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Matches {
    pub number: u64,
    /// False if there may be more.
    pub is_exact: bool,
}

impl RecordOrder {
    pub const ALL: [Self; 6] =
        [Self::Oldest, Self::Newest, Self::HighestScore, Self::LowestScore, Self::FirstSubmitted, Self::LastSubmitted];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::HighestScore => "highest",
            Self::LowestScore => "lowest",
            Self::FirstSubmitted => "firstSubmitted",
            Self::LastSubmitted => "lastSubmitted",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.as_str() == text)
    }

    pub fn is_by_score(self) -> bool {
        matches!(self, Self::HighestScore | Self::LowestScore)
    }

    pub(super) fn is_by_submission(self) -> bool {
        matches!(self, Self::FirstSubmitted | Self::LastSubmitted)
    }

    /// The rank of submitted records with this score; see [`RecordPlace::rank`].
    pub fn rank(self, score: Option<Decimal>) -> i64 {
        match (self, score) {
            (Self::HighestScore, Some(score)) => -score.tenths(),
            (Self::LowestScore, Some(score)) => score.tenths(),
            (Self::HighestScore | Self::LowestScore, None) => RecordPlace::WITHOUT_SCORE,
            _ => 0,
        }
    }

    /// The rank of records that are not submitted.
    pub(super) fn rank_of_unfinished(self) -> i64 {
        if self.is_by_score() || self.is_by_submission() { RecordPlace::NOT_SUBMITTED } else { 0 }
    }
}

impl RecordPlace {
    pub(super) const WITHOUT_SCORE: i64 = i64::MAX - 1;
    pub(super) const NOT_SUBMITTED: i64 = i64::MAX;
    pub(super) const TAKEN_AGAIN: i64 = i64::MIN;

    /// Of a record in the list of a filter. Where the list has the last attempt submitted in place of one under way, the
    /// latter has the place.
    pub fn of(record: &AnswersRecord, filter: &RecordFilter, order: RecordOrder) -> Self {
        let submission = record.submission.as_ref();
        if filter.last_submitted && submission.is_none() && record.attempt > 1 {
            return Self { rank: Self::TAKEN_AGAIN, at: record.started_at, user: record.user.to_string() };
        }
        let rank = if submission.is_some() { order.rank(filter.score(record)) } else { order.rank_of_unfinished() };
        let submitted = submission.filter(|_| order.is_by_submission()).map(|submission| submission.at);
        Self { rank, at: submitted.unwrap_or(record.started_at), user: record.user.to_string() }
    }
}

impl Matches {
    /// Numbers above are not counted.
    pub const MOST: u64 = 10_000;
}
