//! Filters and orders of a list of records.

use domain::{AnswersRecord, Decimal, Name, Timestamp};

/// Records that fit all of these; the default fits every record.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RecordFilter {
    pub state: RecordState,
    /// Begun at this moment or later.
    pub from: Option<Timestamp>,
    /// Begun before this moment.
    pub before: Option<Timestamp>,
    /// Submitted with a score in this category. The bounds of `scores` and an order by score are then about that score,
    /// and without it about the overall score.
    pub category: Option<Name>,
    /// With a score from the first to the second.
    pub scores: Option<(Decimal, Decimal)>,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum RecordState {
    #[default]
    All,
    /// Begun and not submitted.
    Started,
    /// Submitted.
    Completed,
}

/// Records of the same score come newest first; after them those without a score, and last those not submitted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum RecordOrder {
    /// By their first activity.
    #[default]
    Oldest,
    Newest,
    HighestScore,
    LowestScore,
}

/// The position of a record in an order. Unlike a row number it stays right when records come and go.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecordPlace {
    /// 0 where the order is not by score; else the score in tenths, negative in the order that begins with the highest,
    /// and above all of them first that of a submitted record without a score, then that of one that is not submitted.
    pub rank: i64,
    pub started_at: Timestamp,
    /// The user's id.
    pub user: String,
}

/// One page of a list.
#[derive(Clone, Debug, Default)]
pub struct RecordQuery {
    pub filter: RecordFilter,
    pub order: RecordOrder,
    /// The last record of the page before.
    pub after: Option<RecordPlace>,
    pub limit: u32,
}

impl RecordState {
    pub const ALL: [Self; 3] = [Self::All, Self::Started, Self::Completed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Started => "started",
            Self::Completed => "completed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl RecordOrder {
    pub const ALL: [Self; 4] = [Self::Oldest, Self::Newest, Self::HighestScore, Self::LowestScore];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::HighestScore => "highest",
            Self::LowestScore => "lowest",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.as_str() == text)
    }

    pub fn is_by_score(self) -> bool {
        matches!(self, Self::HighestScore | Self::LowestScore)
    }

    /// The rank of submitted records with this score; see [`RecordPlace::rank`].
    pub fn rank(self, score: Option<Decimal>) -> i64 {
        match (self, score) {
            (Self::Oldest | Self::Newest, _) => 0,
            (_, None) => RecordPlace::WITHOUT_SCORE,
            (Self::HighestScore, Some(score)) => -score.tenths(),
            (Self::LowestScore, Some(score)) => score.tenths(),
        }
    }
}

impl RecordFilter {
    /// The score of a record that the filter is about.
    pub fn score(&self, record: &AnswersRecord) -> Option<Decimal> {
        let scores = &record.submission.as_ref()?.scores;
        let found = match &self.category {
            Some(category) => scores.categories.get(category),
            None => scores.overall.as_ref(),
        };
        Some(found?.score)
    }

    /// True if only submitted records with a score fit.
    pub(super) fn is_by_score(&self) -> bool {
        self.scores.is_some() || self.category.is_some()
    }
}

impl RecordPlace {
    pub(super) const WITHOUT_SCORE: i64 = i64::MAX - 1;
    pub(super) const NOT_SUBMITTED: i64 = i64::MAX;

    /// Of a record in the list of a filter.
    pub fn of(record: &AnswersRecord, filter: &RecordFilter, order: RecordOrder) -> Self {
        let is_last = record.submission.is_none() && order.is_by_score();
        let rank = if is_last { Self::NOT_SUBMITTED } else { order.rank(filter.score(record)) };
        Self { rank, started_at: record.started_at, user: record.user.to_string() }
    }
}
