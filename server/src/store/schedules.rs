//! What comes at a moment of its own: runs of schedules, and quizzes that open or close.

use domain::{NamespaceId, QuizId, Timestamp};

/// A job that comes again and again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schedule {
    /// A UUID.
    pub id: String,
    pub quiz_id: QuizId,
    /// JSON: when, and what is to be done.
    pub plan: String,
    /// The time of the next run, or since when one is due.
    pub next_at: Timestamp,
    pub created_at: Timestamp,
}

/// One moment of a schedule; it has one run at most.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slot {
    pub schedule: String,
    pub at: Timestamp,
}

/// A moment at which a quiz opens or closes by its dates.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuizDate {
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    pub at: Timestamp,
}

impl QuizDate {
    /// In the place of the moment, for quizzes from before it was kept.
    pub const UNKNOWN: Timestamp = Timestamp::from_nanoseconds(0);
}
