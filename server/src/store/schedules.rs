//! Schedules, as the store keeps them.

use domain::{QuizId, Timestamp};

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
