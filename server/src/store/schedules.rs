//! Runs of schedules, and dates at which quizzes open or close.

use domain::{NamespaceId, QuizId, Timestamp};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schedule {
    pub id: String,
    pub quiz_id: QuizId,
    /// JSON: when to run, and what to do.
    pub plan: String,
    /// The time of the next run, which may have passed.
    pub next_at: Timestamp,
    pub created_at: Timestamp,
}

/// One moment of a schedule, which has at most one run.
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
    /// Stands for the moment for quizzes from before it was stored.
    pub const UNKNOWN: Timestamp = Timestamp::from_nanoseconds(0);
}
