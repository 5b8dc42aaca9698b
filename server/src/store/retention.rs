//! Expired records.

use std::fmt;

use domain::{QuizId, Timestamp, UserId};

/// The moments before which records of a namespace expire. `None` keeps them.
#[derive(Clone, Copy, Debug)]
pub struct Cutoffs {
    /// For records that were begun and never answered, by their start.
    pub untouched: Timestamp,
    /// For first attempts that were not submitted, by their last answer.
    pub unfinished: Option<Timestamp>,
    /// For everything else, by the submission; for a later attempt under way, by its last answer.
    pub answers: Option<Timestamp>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Expired {
    pub quiz: QuizId,
    pub user: UserId,
    /// Its `activity_at`. A record that has changed since is not erased.
    pub seen: Timestamp,
    pub is_submitted: bool,
}

/// An expired attempt before the one that counts for a respondent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ExpiredAttempt {
    pub quiz: QuizId,
    pub user: String,
    pub attempt: u32,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ExpiredCounts {
    pub unfinished: u64,
    pub submitted: u64,
    /// Attempts before those that count for a respondent.
    pub attempts: u64,
}

impl ExpiredCounts {
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl std::ops::AddAssign for ExpiredCounts {
    fn add_assign(&mut self, other: Self) {
        self.unfinished += other.unfinished;
        self.submitted += other.submitted;
        self.attempts += other.attempts;
    }
}

impl fmt::Display for ExpiredCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unfinished, submitted, attempts } = self;
        write!(f, "{submitted} submitted, {unfinished} unfinished, {attempts} earlier attempts")
    }
}
