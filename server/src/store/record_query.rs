//! Orders of a list of records, and its pages.

use domain::{AnswersRecord, Decimal};

use super::RecordFilter;

/// Records with the same score are ordered newest first, then come those without a score, and last the unsubmitted
/// ones. In the orders by submission, unsubmitted records also come last, newest first.
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

/// The position of a record in an order. Unlike a row number it stays valid when records are added or removed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecordPlace {
    /// 0 unless the order is by score, where it is the score in tenths, negated if the highest comes first. The rank of
    /// a submitted record without a score is above all of these. In orders that need a submission, the rank of an
    /// unsubmitted record is above all others. The rank of an attempt under way that the list replaces with the
    /// previous one is below all others.
    pub rank: i64,
    /// The first activity or, in an order by submission, the submission of a submitted record.
    pub at: domain::Timestamp,
    pub user: String,
}

#[derive(Clone, Debug, Default)]
pub struct RecordQuery {
    pub filter: RecordFilter,
    pub order: RecordOrder,
    /// The last record of the previous page, or the first of the following one.
    pub after: Option<RecordPlace>,
    pub limit: u32,
}

/// A page of a list that may have to examine records one by one.
#[derive(Clone, Debug, Default)]
pub struct RecordPage {
    pub items: Vec<AnswersRecord>,
    /// The places of the first and the last item.
    pub ends: Option<(RecordPlace, RecordPlace)>,
    /// The place to continue from, in the direction of reading: there is more, or the end was not reached. The page may
    /// then have fewer records than requested, or none.
    pub end: Option<RecordPlace>,
    /// The number of records that were read for it.
    pub looked_at: u64,
}

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

    pub(super) fn rank_of_unfinished(self) -> i64 {
        if self.is_by_score() || self.is_by_submission() { RecordPlace::NOT_SUBMITTED } else { 0 }
    }
}

impl RecordPlace {
    pub(super) const WITHOUT_SCORE: i64 = i64::MAX - 1;
    pub(super) const NOT_SUBMITTED: i64 = i64::MAX;
    pub(super) const TAKEN_AGAIN: i64 = i64::MIN + 1;

    /// The place before all records.
    pub fn start() -> Self {
        Self { rank: i64::MIN, at: domain::Timestamp::from_nanoseconds(i64::MIN), user: String::new() }
    }

    /// The place of a record in a filtered list. If the list replaces an attempt under way with the last submitted one,
    /// the place is that of the attempt under way.
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
    /// Higher numbers are not counted.
    pub const MOST: u64 = 10_000;
}
